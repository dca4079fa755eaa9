/** My battles: go on, watch, rename, delete, export, and open records. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Thumbnail } from "../home/Thumbnail";
import { api } from "../net/api";
import type { BattleListed, RulesetCard } from "../net/types";
import { ClaimForm } from "../panels/Claim";
import { Icon } from "../panels/Icon";
import { Whose } from "../panels/RunningBattles";
import { download, openRecord } from "../panels/files";
import { bringBack, gone, remove, tidy } from "../state/gone";
import { complain, say } from "../state/notices";
import { hashOf } from "../state/route";
import { words } from "../words";
import { begin } from "./New";

/** With more battles than this, one wants to search and sort. */
const MANY = 6;

type Order = "updated" | "created" | "title";

export function LibraryScreen(): JSX.Element {
  const [battles, setBattles] = useState<BattleListed[] | null>(null);
  const [sought, setSought] = useState("");
  const [order, setOrder] = useState<Order>("updated");
  const [books, setBooks] = useState<ReadonlyMap<string, RulesetCard>>(new Map());
  const load = () => {
    api.battles().then((found) => setBattles([...found]), complain);
  };
  useEffect(tidy, []);
  useEffect(load, []);
  useEffect(() => {
    api.rulesets().then((cards) => setBooks(new Map(cards.map((card) => [card.slug, card]))), complain);
  }, []);
  const bookOf = (one: BattleListed) => books.get(one.ruleset)?.title ?? one.ruleset;
  const deleted = [...gone.value.values()].map((one) => one.battle);
  const stays = (one: BattleListed) => !gone.value.has(one.id);
  const known = (battles ?? []).filter(stays);
  const shown = sorted([...known, ...deleted], order).filter((one) => fits(`${one.title} ${bookOf(one)} ${one.outcome}`, sought));
  const running = shown.filter((one) => !one.over);
  const over = shown.filter((one) => one.over);
  const row = (one: BattleListed) =>
    stays(one) ? (
      <Battle key={one.id} battle={one} book={bookOf(one)} word={books.get(one.ruleset)?.turn_word ?? ""} onChange={load} />
    ) : (
      <Deleted key={one.id} battle={one} onBack={load} />
    );
  return (
    <main id="content" class="screen library" tabIndex={-1}>
      <header>
        <h1>{words.library.title}</h1>
        <OpenRecord />
      </header>
      <details class="claim">
        <summary>{words.people.enter}</summary>
        <ClaimForm battle="" />
      </details>
      {battles === null && <p class="quiet">{words.app.loading}</p>}
      {battles && known.length === 0 && <Nothing />}
      {battles && battles.length > MANY && (
        <div class="library-tools">
          <label class="field">
            <span>{words.library.search}</span>
            <input type="search" value={sought} onInput={(event) => setSought(event.currentTarget.value)} />
          </label>
          <label class="field">
            <span>{words.library.sort}</span>
            <select value={order} onChange={(event) => setOrder(event.currentTarget.value as Order)}>
              {(Object.keys(words.library.orders) as Order[]).map((one) => (
                <option key={one} value={one}>
                  {words.library.orders[one]}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      {known.length > 0 && shown.length === 0 && <p class="quiet">{words.library.nothingFits(sought)}</p>}
      {running.length > 0 && <Section title={words.library.running} count={running.filter(stays).length}>{running.map(row)}</Section>}
      {over.length > 0 && <Section title={words.library.over} count={over.filter(stays).length}>{over.map(row)}</Section>}
      {known.length > 0 && <p class="quiet">{words.library.importText}</p>}
    </main>
  );
}

function fits(text: string, sought: string): boolean {
  const words = sought.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => text.toLocaleLowerCase().includes(word));
}

function sorted(battles: readonly BattleListed[], order: Order): BattleListed[] {
  return [...battles].sort((one, other) => (order === "title" ? one.title.localeCompare(other.title) : other[order].localeCompare(one[order])));
}

function Section({ title, count, children }: { title: string; count: number; children: JSX.Element[] }): JSX.Element {
  return (
    <section>
      <h2 class="section-title">
        {title} <span class="quiet">{count}</span>
      </h2>
      <ul class="battles">{children}</ul>
    </section>
  );
}

function OpenRecord(): JSX.Element {
  return (
    <label class="button">
      <Icon name="file" /> {words.library.import}
      <input
        type="file"
        class="visually-hidden"
        accept=".json,application/json"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file may be chosen again after it was refused.
          event.currentTarget.value = "";
          if (file) void openRecord(file);
        }}
      />
    </label>
  );
}

function Nothing(): JSX.Element {
  return (
    <section class="nothing">
      <h2>{words.library.none}</h2>
      <p>{words.library.noneText}</p>
      <div class="actions">
        <button type="button" class="primary" onClick={() => void begin({})}>
          <Icon name="flag" /> {words.setup.quick}
        </button>
        <a class="button" href={hashOf({ screen: "new" })}>
          {words.setup.ownTitle}
        </a>
      </div>
      <p class="quiet">{words.library.importText}</p>
    </section>
  );
}

interface Row {
  battle: BattleListed;
  book: string;
  /** What the rulebook calls a turn. */
  word: string;
  onChange: () => void;
}

function Battle({ battle, book, word, onChange }: Row): JSX.Element {
  const [title, setTitle] = useState<string | null>(null);
  const mine = battle.your_seats.length > 0;
  const here = hashOf({ screen: "battle", id: battle.id, at: null, seat: null });
  const rename = async (event: Event) => {
    event.preventDefault();
    try {
      if (title?.trim()) await api.rename(battle.id, title.trim());
      setTitle(null);
      onChange();
    } catch (error) {
      complain(error);
    }
  };
  const drop = async () => {
    justDeleted = battle.id;
    try {
      await remove(battle);
      say(words.library.deleted(battle.title));
    } catch (error) {
      complain(error);
    }
  };
  return (
    <li class="battle-row">
      <Thumbnail battle={battle.id} begun={!battle.waits} />
      <div class="about">
        {title === null ? (
          <div class="titled">
            <h3>
              <a href={here}>{battle.title}</a>
            </h3>
            {!battle.over && !battle.only_shown && <Whose battle={battle} />}
          </div>
        ) : (
          <form onSubmit={(event) => void rename(event)}>
            <input
              type="text"
              value={title}
              maxLength={80}
              aria-label={words.library.renameTo}
              ref={(input) => input?.focus()}
              onInput={(event) => setTitle(event.currentTarget.value)}
              onKeyDown={(event) => event.key === "Escape" && setTitle(null)}
            />
            <button type="submit">{words.library.save}</button>
          </form>
        )}
        {battle.over && battle.outcome && <p>{battle.outcome}</p>}
        <p class="quiet">{[book, battle.waits ? words.library.waits : words.time.turnLong(battle.turn, word), mine ? "" : words.library.watching, battle.waits ? words.library.made(when(battle.created)) : words.library.updated(when(battle.updated))].filter(Boolean).join(" · ")}</p>
      </div>
      <div class="actions">
        <a class={`button ${battle.over || battle.only_shown ? "" : "primary"}`} href={here}>
          {callOf(battle)}
        </a>
        <RowButton icon="pen" text={words.library.rename} title={battle.title} onClick={() => setTitle(battle.title)} />
        <RowButton icon="down" text={words.library.export} disabled={battle.waits} title={battle.title} onClick={() => void download(battle.id, battle.title)} />
        <RowButton icon="bin" text={words.library.remove} title={battle.title} onClick={() => void drop()} />
      </div>
    </li>
  );
}

/** What one does with a battle: play it, watch others play it, or look at what was played. */
function callOf(battle: BattleListed): string {
  if (battle.over || battle.only_shown) return words.library.look;
  if (battle.your_seats.length === 0) return words.library.watch;
  return battle.waits ? words.library.open : words.library.resume;
}

function RowButton(props: { icon: "pen" | "down" | "bin"; text: string; title: string; disabled?: boolean; onClick: () => void }): JSX.Element {
  return (
    <button type="button" disabled={props.disabled} aria-label={`${props.text}: ${props.title}`} title={props.text} onClick={props.onClick}>
      <Icon name={props.icon} />
    </button>
  );
}

/** The battle whose row was deleted last, until its row has taken the focus. */
let justDeleted: string | null = null;

/** In place of a battle that was deleted. */
function Deleted({ battle, onBack }: { battle: BattleListed; onBack: () => void }): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (justDeleted === battle.id) button.current?.focus();
    justDeleted = null;
  }, []);
  return (
    <li class="battle-row deleted">
      <p>{battle.shared ? words.library.letGo(battle.title) : words.library.deleted(battle.title)}</p>
      <button type="button" ref={button} aria-label={words.library.undoOf(battle.title)} onClick={() => void bringBack(battle.id).catch(complain).then(onBack)}>
        <Icon name="undo" /> {words.library.undo}
      </button>
    </li>
  );
}

function when(moment: string): string {
  const then = new Date(moment);
  return Number.isNaN(then.getTime()) ? moment : then.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
