/** The optional parts of a rulebook, to be read and switched on before a battle: by a pack in one click, or one by one. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { PartCard, PartWay, RulesetCard } from "../net/types";
import { notify } from "../state/notices";
import {
  type OwnPack,
  type PartsOn,
  changePack,
  choiceOfPack,
  clashOf,
  gonePacks,
  keepPack,
  matches,
  namesOf,
  ownChosen,
  ownPacks,
  packChosen,
  packFrom,
  packHash,
  packText,
  partsNamed,
  removePack,
  restorePack,
  usualWays,
  waysOn,
  withPart,
  withWay,
  withoutPart,
} from "../state/parts";
import { packLink } from "../state/route";
import { words } from "../words";
import type { Options } from "./ArmyChoice";
import { Dialog } from "./Dialog";
import { Icon } from "./Icon";
import { RuleChip, RuleChips } from "./Rule";
import { LinkReach, ShareLink, copyText } from "./ShareLink";

interface Chosen {
  card: RulesetCard;
  /** The pack that was clicked, as `packChosen` knows it. */
  pack: string;
  on: PartsOn;
  /** More than two sides fight. */
  manySides: boolean;
  /** What else the battle sets, for a pack of one's own. */
  options: Options;
  map: string | null;
  onPack: (pack: string) => void;
  onParts: (on: PartsOn) => void;
}

export function PartsChoice(props: Chosen): JSX.Element {
  const { card, on } = props;
  const parts = card.parts ?? [];
  const [search, setSearch] = useState("");
  const [onlyOn, setOnlyOn] = useState(false);
  const shown = parts.filter((part) => matches(part, search) && (!onlyOn || on[part.slug]));
  return (
    <section class="optional" aria-labelledby="optional-title">
      <h3 id="optional-title">{words.parts.title}</h3>
      <Packs {...props} />
      <Summary {...props} />
      <details class="all-parts">
        <summary>{words.parts.all(parts.length)}</summary>
        <div class="actions part-search">
          <input type="search" aria-label={words.parts.search} placeholder={words.parts.search} value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
          <label>
            <input type="checkbox" checked={onlyOn} onChange={(event) => setOnlyOn(event.currentTarget.checked)} /> {words.parts.onlyOn}
          </label>
        </div>
        <ul class="part-list">
          {shown.map((part) => (
            <PartRow key={part.slug} part={part} {...props} />
          ))}
          {!shown.length && <li class="quiet">{words.parts.notFound}</li>}
        </ul>
      </details>
    </section>
  );
}

function Packs(props: Chosen): JSX.Element {
  const { card, pack: chosen, onPack } = props;
  const own = ownPacks.value.filter((one) => one.ruleset === card.slug);
  const button = (value: string, name: string, text: string, hint = "") => (
    <button key={value} type="button" class="pack" aria-pressed={chosen === value} title={hint} onClick={() => onPack(value)}>
      <b>{name}</b>
      <span class="quiet">{text}</span>
    </button>
  );
  const hint = (names: readonly string[]) => titlesOf(card, partsNamed(card, names)).join(", ");
  return (
    <>
      <div class="packs" role="group" aria-label={words.parts.packs}>
        {button("", words.parts.none, words.parts.noneText)}
        {card.packs?.map((one) => button(one.slug, one.name, one.text, hint(one.parts)))}
        {own.map((one) => button(choiceOfPack(one), one.name, words.parts.ownText(one.parts.length), hint(one.parts)))}
      </div>
      <OwnTools {...props} />
    </>
  );
}

function titlesOf(card: RulesetCard, on: PartsOn): string[] {
  return (card.parts ?? []).flatMap((part) => (on[part.slug] ? [part.title] : []));
}

/** What is on, in a line; each with its ways where they are not the usual ones. */
function Summary({ card, pack: chosen, on }: Chosen): JSX.Element {
  const parts = (card.parts ?? []).filter((part) => on[part.slug]);
  const pack = packChosen(card, chosen);
  const changed = pack && namesOf(card, partsNamed(card, pack.parts)).join() !== namesOf(card, on).join();
  if (!parts.length) return <p class="parts-on">{words.parts.nothingOn}</p>;
  return (
    <p class="parts-on" aria-live="polite">
      <b>{words.parts.on(parts.length)}</b> {parts.map((part) => titled(part, on)).join(", ")}. {changed && <i>{words.parts.changed(pack.name)}.</i>}
    </p>
  );
}

/** A part with the ways in which it is played, where that is for its players to say. */
export function titled(part: PartCard, on: PartsOn): string {
  const ways = waysOn(part, on);
  const usual = usualWays(part);
  const asUsual = ways.length === usual.length && ways.every((way) => usual.includes(way.slug));
  return !ways.length || (asUsual && (part.several || ways.length > 1)) ? part.title : `${part.title} (${ways.map((way) => way.name).join(", ")})`;
}

function PartRow(props: Chosen & { part: PartCard }): JSX.Element {
  const { card, part, on, onParts } = props;
  const isOn = !!on[part.slug];
  const clash = clashOf(card, on, part);
  const why = clash ? words.parts.clash(clash.title, clash.what) : props.manySides && !part.many_sides ? words.parts.twoSides : "";
  const shut = !!why && !isOn;
  return (
    <li class={`part ${isOn ? "on" : ""} ${shut ? "shut" : ""}`}>
      <label class="part-head">
        <input type="checkbox" checked={isOn} disabled={shut} onChange={() => onParts(isOn ? withoutPart(on, part.slug) : withPart(card, on, part))} />
        <span>
          <b>{part.title}</b> <span>{part.text}</span>
          {why && <small class={isOn ? "bad" : "quiet"}>{why}</small>}
        </span>
      </label>
      <RuleChips ids={part.rules?.filter((id) => !part.ways?.some((way) => way.rule === id))} />
      {(part.ways?.length ?? 0) > 1 && (
        <details key={String(isOn)} open={isOn && part.ways!.length <= 9}>
          <summary>{words.parts.ways(part.ways!.length, !!part.several)}</summary>
          <ul class="ways">
            {part.ways!.map((way) => (
              <WayRow key={way.slug} way={way} shut={shut} {...props} />
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function WayRow({ card, part, way, on, shut, onParts }: Chosen & { part: PartCard; way: PartWay; shut: boolean }): JSX.Element {
  const isOn = !!on[part.slug]?.includes(way.slug);
  const clash = clashOf(card, on, part, way);
  const why = clash ? words.parts.clash(clash.title, clash.what) : "";
  // What of several ways is played if none is named needs saying only where that is not all of them.
  const usual = usualWays(part).includes(way.slug) && usualWays(part).length < part.ways!.length;
  return (
    <li class={why && !isOn ? "shut" : ""}>
      <label>
        <input
          type={part.several ? "checkbox" : "radio"}
          name={`ways-${part.slug}`}
          checked={isOn}
          disabled={shut || (!!why && !isOn)}
          onChange={() => onParts(withWay(on, part, way.slug))}
        />
        <span>
          <b>{way.name}</b> {usual && <i class="quiet">({words.parts.usual})</i>} <span>{way.text}</span>
          {why && <small class="quiet">{why}</small>}
        </span>
      </label>
      {way.rule && <RuleChip id={way.rule} label={words.parts.rule} name={words.parts.ruleOf(way.name)} />}
    </li>
  );
}

/** Packs of the reader's own: saved, renamed, deleted, sent to friends and had from them. */
function OwnTools(props: Chosen): JSX.Element {
  const { card, on, pack: chosen, onPack } = props;
  const own = ownChosen(chosen);
  const [naming, setNaming] = useState<"new" | "rename" | null>(null);
  const [pasting, setPasting] = useState(false);
  const [sharing, setSharing] = useState(false);
  const [done, setDone] = useState("");
  const names = namesOf(card, on);
  const now = (name: string): Omit<OwnPack, "id"> => ({ ruleset: card.slug, name, parts: names, options: props.options, map: props.map ?? "" });
  const packName = own?.name ?? card.packs?.find((one) => one.slug === chosen)?.name ?? "";
  const sent = packName || words.parts.unnamed;
  const text = packText(now(packName));
  const changed = own && packText(own) !== text;
  const named = (name: string) => {
    if (naming === "rename" && own) changePack(own.id, { name });
    else onPack(choiceOfPack(keepPack(now(name))));
    setNaming(null);
  };
  const copy = async () => {
    if (await copyText(text)) setDone(text);
    else notify(text);
  };
  return (
    <div class="actions pack-tools">
      {names.length > 0 && (
        <>
          {changed && (
            <button type="button" onClick={() => changePack(own.id, now(own.name))}>
              {words.parts.update}
            </button>
          )}
          {(!own || changed) && (
            <button type="button" onClick={() => setNaming("new")}>
              <Icon name="plus" /> {words.parts.save}
            </button>
          )}
          <button type="button" onClick={() => void copy()}>
            <Icon name="copy" /> {done === text ? words.parts.copied : words.parts.copy}
          </button>
        </>
      )}
      {own && (
        <>
          <button type="button" onClick={() => setNaming("rename")}>
            <Icon name="pen" /> {words.parts.rename}
          </button>
          <button
            type="button"
            onClick={() => {
              removePack(own.id);
              notify(words.parts.removed(own.name));
              onPack("");
            }}
          >
            <Icon name="bin" /> {words.parts.remove}
          </button>
        </>
      )}
      {names.length > 0 && (
        <button type="button" onClick={() => setSharing(true)}>
          <Icon name="link" /> {words.parts.share}
        </button>
      )}
      <button type="button" onClick={() => setPasting(true)}>
        <Icon name="file" /> {words.parts.paste}
      </button>
      {gonePacks.value
        .filter((one) => one.item.ruleset === card.slug)
        .map(({ item }) => (
          <button key={item.id} type="button" onClick={() => void restorePack(item.id).then(() => onPack(choiceOfPack(item)))}>
            <Icon name="undo" /> {words.parts.restore(item.name)}
          </button>
        ))}
      {sharing && (
        <Dialog title={words.parts.share} onClose={() => setSharing(false)}>
          <ShareLink text={words.parts.shareText(sent)} link={packLink(packHash(now(sent)))} />
          <LinkReach />
        </Dialog>
      )}
      {naming && <NameDialog title={naming === "new" ? words.parts.save : words.parts.rename} name={naming === "rename" ? own!.name : ""} onName={named} onClose={() => setNaming(null)} />}
      {pasting && (
        <PasteDialog
          card={card}
          onClose={() => setPasting(false)}
          onTake={(pack) => {
            setPasting(false);
            onPack(choiceOfPack(keepPack(pack)));
          }}
        />
      )}
    </div>
  );
}

function NameDialog(props: { title: string; name: string; onName: (name: string) => void; onClose: () => void }): JSX.Element {
  const [name, setName] = useState(props.name);
  const done = () => name.trim() && props.onName(name.trim());
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <label class="field">
        <span>{words.parts.name}</span>
        <input
          type="text"
          maxLength={40}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            // The window stands in the form of the battle, which must not begin.
            if (event.key === "Enter") event.preventDefault();
            if (event.key === "Enter") done();
          }}
        />
      </label>
      <div class="actions">
        <button type="button" class="primary" disabled={!name.trim()} onClick={done}>
          {props.title}
        </button>
      </div>
    </Dialog>
  );
}

function PasteDialog(props: { card: RulesetCard; onTake: (pack: Omit<OwnPack, "id">) => void; onClose: () => void }): JSX.Element {
  const [text, setText] = useState("");
  const read = packFrom(props.card, text);
  const problem = read === "other book" ? words.parts.otherBook : read === "no parts" ? words.parts.noParts : "";
  return (
    <Dialog title={words.parts.paste} onClose={props.onClose}>
      <label class="field">
        <span>{words.parts.pasteText}</span>
        <textarea rows={7} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      {typeof read !== "string" && <p>{titlesOf(props.card, partsNamed(props.card, read.parts)).join(", ")}.</p>}
      {problem && text.trim() && <p class="bad">{problem}</p>}
      <div class="actions">
        <button type="button" class="primary" disabled={typeof read === "string"} onClick={() => typeof read !== "string" && props.onTake({ ...read, name: read.name || words.parts.paste })}>
          {words.parts.take}
        </button>
      </div>
    </Dialog>
  );
}
