/** A list of the reader's own: brought in as text or files, and shown with all that is to be said about it. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../net/api";
import { sentFiles } from "../net/packed";
import type { ArmyCard, FileSent, MusterShown, MusterWanted } from "../net/types";
import { type SavedList, keepList, removeList, renameList } from "../state/lists";
import { complain } from "../state/notices";
import { hashOf } from "../state/route";
import { droppedLists } from "../state/ui";
import { words } from "../words";
import { Dialog } from "./Dialog";
import { Icon, IconButton } from "./Icon";
import { RuleChip } from "./Rule";
import { saveFile } from "./files";
import { Profile } from "./UnitCard";

type Options = MusterWanted["options"];

export interface Mustering {
  shown: MusterShown | null;
  problem: string;
  busy: boolean;
}

const PATIENCE = 250;
const idle: Mustering = { shown: null, problem: "", busy: false };

/** What the server says of an army; asked anew when the question changes and the hand rests. */
export function useMuster(wanted: MusterWanted | null): Mustering {
  const [told, setTold] = useState<Mustering>(idle);
  const key = JSON.stringify(wanted);
  useEffect(() => {
    if (!wanted) return setTold(idle);
    let current = true;
    setTold((before) => ({ ...before, busy: true }));
    const tell = (now: Mustering) => current && setTold(now);
    const timer = window.setTimeout(() => {
      api.muster(wanted).then(
        (shown) => tell({ shown, problem: "", busy: false }),
        (error: unknown) => tell({ shown: null, problem: error instanceof Error ? error.message : String(error), busy: false }),
      );
    }, PATIENCE);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [key]);
  return told;
}

/** Whether a list can be played here, by agreement of the players at least. */
export function isPlayable(shown: MusterShown | null): boolean {
  return shown?.kind === "list" && (shown.verdict.standing !== "not playable" || (shown.verdict.ways?.includes("agree") ?? false));
}

/** A window in which a list is pasted, chosen or dropped; it is kept when the reader takes it. */
export function AddList(props: { ruleset: string; onTake: (list: SavedList) => void; onClose: () => void }): JSX.Element {
  const [text, setText] = useState("");
  const [files, setFiles] = useState<Required<FileSent>[]>([]);
  const [over, setOver] = useState(false);
  const sent = [...(text.trim() ? [{ name: words.lists.pasted, text }] : []), ...files];
  const told = useMuster(sent.length ? { ruleset: props.ruleset, files: sent } : null);
  const add = async (chosen: Iterable<File>) => {
    const read = await sentFiles(chosen).catch(complain);
    if (read) setFiles((before) => [...before.filter((one) => !read.some((other) => other.name === one.name)), ...read].slice(-5));
  };
  useEffect(() => {
    const waiting = droppedLists.value;
    if (!waiting.length) return;
    droppedLists.value = [];
    void add(waiting);
  }, [droppedLists.value]);
  const take = () => {
    const { army, wants, text, verdict } = told.shown!;
    props.onTake(keepList({ ruleset: props.ruleset, name: army.name, wants, text, ...(verdict.editable ? {} : { editable: false }) }));
  };
  return (
    <Dialog title={words.lists.title} wide onClose={props.onClose}>
      <div
        class={`bring-window ${over ? "over-it" : ""}`}
        onDragOver={(event) => {
          event.preventDefault();
          event.stopPropagation();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          event.stopPropagation();
          setOver(false);
          void add(event.dataTransfer?.files ?? []);
        }}
      >
        <label class="field">
          <span>{words.lists.paste}</span>
          <textarea rows={8} spellcheck={false} value={text} placeholder={words.lists.example} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <div class="actions">
          <label class="button">
            <Icon name="file" /> {words.lists.choose}
            <input class="visually-hidden" type="file" multiple accept=".json,.toml,.txt,.ros,.rosz,.cat" onChange={(event) => {
              void add(event.currentTarget.files ?? []);
              event.currentTarget.value = "";
            }} />
          </label>
          <span class="quiet">{words.lists.formats}</span>
        </div>
        {files.length > 0 && (
          <ul class="chosen-files" aria-label={words.lists.files}>
            {files.map((file) => (
              <li key={file.name}>
                <Icon name="file" /> {file.name}
                <button type="button" class="close" aria-label={words.lists.leaveOut(file.name)} onClick={() => setFiles(files.filter((one) => one !== file))}>
                  ×
                </button>
              </li>
            ))}
          </ul>
        )}
        <ArmyShown told={told} />
        <div class="actions">
          <button type="button" class="primary" disabled={told.busy || !isPlayable(told.shown)} onClick={take}>
            {words.lists.take}
          </button>
          <button type="button" onClick={props.onClose}>
            {words.app.cancel}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

/** A list that was kept, as it fares in the battle that is being set up. */
export function OwnArmy(props: { list: SavedList; seat: number; options: Options; onAgree?: (waiver: Record<string, unknown>) => void; onGone: () => void }): JSX.Element {
  const { list } = props;
  const told = useMuster({ ruleset: list.ruleset, files: [{ name: list.name, text: list.text }], options: props.options, seat: props.seat });
  const [renaming, setRenaming] = useState(false);
  const rename = (name: string) => {
    if (name.trim()) renameList(list.id, name.trim().slice(0, 80));
    setRenaming(false);
  };
  return (
    <div class="own-army">
      <div class="actions own-tools">
        {renaming && (
          <input type="text" aria-label={words.lists.newName} value={list.name} maxLength={80} ref={(field) => field?.focus()} onBlur={(event) => rename(event.currentTarget.value)} onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            rename(event.currentTarget.value);
          }} />
        )}
        <span class="spacer" />
        <IconButton icon="pen" label={words.lists.rename(list.name)} onClick={() => setRenaming(true)} />
        <IconButton icon="down" label={words.lists.download(list.name)} onClick={() => saveFile(list.name, "toml", list.text)} />
        <IconButton icon="bin" label={words.lists.remove(list.name)} onClick={() => {
          if (!window.confirm(words.lists.removeSure(list.name))) return;
          removeList(list.id);
          props.onGone();
        }} />
      </div>
      <ArmyShown told={told} onAgree={props.onAgree} />
    </div>
  );
}

export function ArmyShown({ told, onAgree }: { told: Mustering; onAgree?: (waiver: Record<string, unknown>) => void }): JSX.Element {
  const { shown } = told;
  return (
    <div class="mustered" role="status" aria-busy={told.busy}>
      {told.problem && <p class="bad">{words.app.failed(told.problem)}</p>}
      {shown && <Findings shown={shown} onAgree={onAgree} />}
      {!shown && !told.problem && <p class="quiet">{told.busy ? words.lists.reading : words.lists.nothing}</p>}
    </div>
  );
}

const VERDICT = { playable: "good", partly: "", "by agreement": "", "not playable": "bad" } as const;

function Findings({ shown, onAgree }: { shown: MusterShown; onAgree?: (waiver: Record<string, unknown>) => void }): JSX.Element {
  const unplayed = Object.entries(shown.not_in_force);
  const written = Object.entries(shown.read);
  const waiver = Object.keys(shown.waiver).length > 0;
  const { verdict } = shown;
  return (
    <>
      <p class={`verdict-line ${VERDICT[verdict.standing]}`}>
        <b>{verdict.text}</b>
      </p>
      {verdict.ways?.includes("book") && <p>{words.lists.bringBook}</p>}
      {verdict.ways?.includes("match") && (
        <p>
          <a href={hashOf({ screen: "lists", list: null })}>{words.lists.match}</a>
        </p>
      )}
      {verdict.ways?.includes("rulebook") && <p>{words.lists.otherBook(verdict.game ?? "")}</p>}
      {shown.form && (
        <p>
          {shown.kind !== "other" && <b>{shown.summary}</b>} <span class="quiet">{words.lists.form(shown.form, shown.game)}</span>
        </p>
      )}
      {shown.kind === "book" && <p>{words.lists.book}</p>}
      {shown.problems.length > 0 ? (
        <Told kind="bad" title={shown.form ? words.lists.problems : words.lists.unreadable}>
          {shown.problems.map((one) => (
            <li key={one.error}>
              {one.error} {one.rule && <RuleChip id={one.rule} />}
            </li>
          ))}
        </Told>
      ) : (
        shown.kind === "list" && verdict.standing !== "not playable" && <p class="good">{words.lists.sound}</p>
      )}
      {onAgree && waiver && (
        <button type="button" onClick={() => onAgree(shown.waiver)}>
          {words.lists.agree}
        </button>
      )}
      {written.length > 0 && (
        <Told kind="" title={words.lists.asWritten(written.length)}>
          {written.map(([rule, text]) => (
            <li key={rule}>
              <b>{rule}</b> {text}
            </li>
          ))}
        </Told>
      )}
      {unplayed.length > 0 && (
        <Told kind="warm" title={words.lists.notInForce(unplayed.length)}>
          {unplayed.map(([rule, bearers]) => (
            <li key={rule}>
              <b>{rule}</b> {bearers.join(", ")}
            </li>
          ))}
        </Told>
      )}
      {shown.notes.length > 0 && (
        <Told kind="" title={words.lists.notes}>
          {shown.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </Told>
      )}
      <ArmyText army={shown.army} />
    </>
  );
}

function Told(props: { kind: "bad" | "warm" | ""; title: string; children: ComponentChildren }): JSX.Element {
  return (
    <details class={`told-list ${props.kind}`} open={props.kind === "bad"}>
      <summary>{props.title}</summary>
      <ul>{props.children}</ul>
    </details>
  );
}

/** The units of an army, each to open. */
export function ArmyText({ army }: { army: ArmyCard }): JSX.Element {
  return (
    <div class="army-text">
      {army.units?.map((unit, index) => (
        <details key={index}>
          <summary>
            <b>{unit.name}</b> <span class="quiet">{unit.text}</span>
          </summary>
          <Profile profile={unit.profile} />
          {unit.rules && unit.rules.length > 0 && (
            <ul class="tags" aria-label={words.setup.rules}>
              {unit.rules.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          )}
        </details>
      ))}
    </div>
  );
}
