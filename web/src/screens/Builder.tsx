/** The list builder: units to add, the list, and what it comes to. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Entries } from "../builder/Entries";
import { Picks } from "../builder/Picks";
import { PrintSheet } from "../builder/PrintSheet";
import { Totals } from "../builder/Totals";
import { CompareWindow, ShareWindow, SurpriseWindow } from "../builder/Windows";
import { builderKey } from "../builder/keys";
import { playNow, setUpWith } from "../builder/playing";
import { Icon, IconButton } from "../panels/Icon";
import { book, building, canRedo, canUndo, draft, edit, isSaved, loadBooks, opened, picks, redo, saveWork, shown, undo, work } from "../state/building";
import { complain } from "../state/notices";
import { hashOf } from "../state/route";
import { words } from "../words";

type Part = "entries" | "list" | "check";
type Window = "surprise" | "share" | "compare" | null;

export function BuilderScreen(): JSX.Element | null {
  const [part, setPart] = useState<Part>(picks.peek().length ? "list" : "entries");
  const [window_, setWindow] = useState<Window>(null);
  useEffect(() => {
    building.value = true;
    loadBooks().catch(complain);
    const key = (event: KeyboardEvent) => builderKey(event, setPart);
    document.addEventListener("keydown", key);
    return () => {
      building.value = false;
      document.removeEventListener("keydown", key);
    };
  }, []);
  const list = draft.value;
  if (!list) return null;
  const toUnit = (place: number) => {
    setPart("list");
    opened.value = place;
    requestAnimationFrame(() => {
      const row = document.querySelector<HTMLElement>(`#pick-${place + 1} .open-pick`);
      row?.scrollIntoView({ block: "nearest" });
      row?.focus();
    });
  };
  const close = () => setWindow(null);
  return (
    <main id="content" class={`screen builder show-${part}`} tabIndex={-1}>
      <Head onWindow={setWindow} />
      <div class="builder-columns">
        <Entries />
        <Picks onBegin={() => setWindow("surprise")} />
        <Totals onUnit={toUnit} />
      </div>
      <Foot part={part} onPart={setPart} />
      <PrintSheet />
      {window_ === "surprise" && <SurpriseWindow onClose={close} />}
      {window_ === "share" && <ShareWindow onClose={close} />}
      {window_ === "compare" && <CompareWindow onClose={close} />}
    </main>
  );
}

function Play(): JSX.Element {
  const [busy, setBusy] = useState(false);
  const play = async () => {
    setBusy(true);
    await playNow();
    setBusy(false);
  };
  const legal = shown.value !== null && shown.value.problems.length === 0;
  const why = picks.value.length === 0 ? words.builder.empty : legal ? words.builder.playText : words.builder.illegal;
  return (
    <button type="button" class="primary" disabled={busy || !legal || !picks.value.length} title={why} onClick={() => void play()}>
      <Icon name="play" /> <span>{busy ? words.builder.playing : words.builder.play}</span>
    </button>
  );
}

function Head({ onWindow }: { onWindow: (which: Window) => void }): JSX.Element {
  const list = draft.value!;
  const sizes = [...new Set([...(book.value?.sizes ?? []), list.points ?? 0])].filter(Boolean).sort((one, other) => one - other);
  return (
    <header class="builder-head">
      <a class="button quiet-button" href={hashOf({ screen: "lists", list: null })} aria-label={words.builder.back}>
        <Icon name="back" /> <span class="wide-only">{words.builder.back}</span>
      </a>
      <div class="builder-title">
        <h1 class="visually-hidden">{list.name}</h1>
        <input
          type="text"
          class="list-name"
          aria-label={words.builder.name}
          maxLength={80}
          value={list.name}
          onChange={(event) => {
            const name = event.currentTarget.value.trim();
            if (name) edit({ ...list, name });
            else event.currentTarget.value = list.name;
          }}
        />
        <span class="quiet">{words.builder.of(list.faction, book.value?.title ?? "")}</span>
      </div>
      <label class="field list-points">
        <span>{words.builder.points}</span>
        <input
          type="number"
          min={1}
          max={99999}
          step={50}
          list="usual-sizes"
          value={list.points ?? 0}
          onChange={(event) => {
            const points = Math.round(Number(event.currentTarget.value));
            if (points >= 1 && points <= 99999) edit({ ...list, points });
            else event.currentTarget.value = String(list.points ?? 0);
          }}
        />
        <datalist id="usual-sizes">
          {sizes.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      </label>
      <div class="actions builder-tools">
        <IconButton icon="undo" label={words.builder.undo} disabled={!canUndo.value} onClick={undo} />
        <IconButton icon="redo" label={words.builder.redo} disabled={!canRedo.value} onClick={redo} />
        <button type="button" onClick={() => onWindow("surprise")}>
          <Icon name="shuffle" /> <span>{words.builder.surprise}</span>
        </button>
        <button type="button" onClick={() => onWindow("compare")}>
          <Icon name="swap" /> <span>{words.builder.compare}</span>
        </button>
        <button type="button" onClick={() => window.print()}>
          <Icon name="print" /> <span>{words.builder.print}</span>
        </button>
        <button type="button" onClick={() => onWindow("share")}>
          <Icon name="share" /> <span>{words.builder.share}</span>
        </button>
        <button type="button" disabled={isSaved.value} onClick={() => void saveWork()}>
          <Icon name="down" /> <span>{isSaved.value ? words.builder.saved : words.builder.save}</span>
        </button>
        <button type="button" disabled={!picks.value.length} onClick={() => void setUpWith()}>
          <Icon name="flag" /> <span>{words.builder.setUp}</span>
        </button>
        <Play />
      </div>
    </header>
  );
}

/** On a small screen one part has room, and the totals stay in sight. */
function Foot({ part, onPart }: { part: Part; onPart: (part: Part) => void }): JSX.Element {
  const told = shown.value;
  const problems = told?.problems.length ?? 0;
  const [points, limit] = [told?.points ?? 0, told?.limit ?? work.value?.draft.points ?? 0];
  return (
    <nav class="builder-foot" aria-label={words.builder.check}>
      <div class="foot-row">
        <p>
          <b class={limit > 0 && points > limit ? "bad" : ""}>{words.builder.total(points, limit)}</b>
          <span class={problems ? "bad" : picks.value.length ? "good" : "quiet"}>{!picks.value.length ? words.builder.emptyList : problems ? words.builder.problems(problems) : words.builder.sound}</span>
        </p>
        <Play />
      </div>
      <div class="segmented" role="group" aria-label={words.builder.check}>
        {(["entries", "list", "check"] as const).map((one) => (
          <button key={one} type="button" aria-pressed={part === one} onClick={() => onPart(one)}>
            {words.builder.tabs[one]}
            {one === "list" && picks.value.length > 0 && ` ${picks.value.length}`}
            {one === "check" && problems > 0 && ` ${problems}`}
          </button>
        ))}
      </div>
    </nav>
  );
}
