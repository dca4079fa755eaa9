/** My battles: go on, watch, rename, delete, export, and open records. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../net/api";
import type { BattleListed, RulesetCard } from "../net/types";
import { Dialog } from "../panels/Dialog";
import { Icon } from "../panels/Icon";
import { download, openRecord } from "../panels/files";
import { complain } from "../state/notices";
import { hashOf } from "../state/route";
import { forget } from "../state/tokens";
import { words } from "../words";
import { begin } from "./New";

/** With more battles than this, one wants to search and sort. */
const MANY = 6;

type Order = "updated" | "created" | "title";

export function LibraryScreen(): JSX.Element {
  const [battles, setBattles] = useState<BattleListed[] | null>(null);
  const [sought, setSought] = useState("");
  const [order, setOrder] = useState<Order>("updated");
  const [doomed, setDoomed] = useState<BattleListed | null>(null);
  const [books, setBooks] = useState<ReadonlyMap<string, RulesetCard>>(new Map());
  const load = () => {
    api.battles().then((found) => setBattles([...found]), complain);
  };
  useEffect(load, []);
  useEffect(() => {
    api.rulesets().then((cards) => setBooks(new Map(cards.map((card) => [card.slug, card]))), complain);
  }, []);
  const bookOf = (one: BattleListed) => books.get(one.ruleset)?.title ?? one.ruleset;
  const shown = sorted(battles ?? [], order).filter((one) => fits(`${one.title} ${bookOf(one)} ${one.outcome}`, sought));
  const running = shown.filter((one) => !one.over);
  const over = shown.filter((one) => one.over);
  const row = (one: BattleListed) => <Battle key={one.id} battle={one} book={bookOf(one)} word={books.get(one.ruleset)?.turn_word ?? ""} onChange={load} onRemove={() => setDoomed(one)} />;
  return (
    <main id="content" class="screen library" tabIndex={-1}>
      <header>
        <h1>{words.library.title}</h1>
        <OpenRecord />
      </header>
      {battles === null && <p class="quiet">{words.app.loading}</p>}
      {battles?.length === 0 && <Nothing />}
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
      {battles && battles.length > 0 && shown.length === 0 && <p class="quiet">{words.library.nothingFits(sought)}</p>}
      {running.length > 0 && <Section title={words.library.running}>{running.map(row)}</Section>}
      {over.length > 0 && <Section title={words.library.over}>{over.map(row)}</Section>}
      {battles && battles.length > 0 && <p class="quiet">{words.library.importText}</p>}
      {doomed && <RemoveDialog battle={doomed} onClose={() => setDoomed(null)} onDone={load} />}
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

function Section({ title, children }: { title: string; children: JSX.Element[] }): JSX.Element {
  return (
    <section>
      <h2 class="section-title">
        {title} <span class="quiet">{children.length}</span>
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
  onRemove: () => void;
}

function Battle({ battle, book, word, onChange, onRemove }: Row): JSX.Element {
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
  return (
    <li class="battle-row">
      <div class="about">
        {title === null ? (
          <div class="titled">
            <h3>
              <a href={here}>{battle.title}</a>
            </h3>
            {battle.your_move && <span class="your-move">{words.library.yourMove}</span>}
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
        <p class="quiet">{[book, words.time.turnLong(battle.turn, word), mine ? "" : words.library.watching, words.library.updated(when(battle.updated))].filter(Boolean).join(" · ")}</p>
      </div>
      <div class="actions">
        <a class={`button ${battle.over ? "" : "primary"}`} href={here}>
          {mine && !battle.over ? words.library.resume : words.library.watch}
        </a>
        <RowButton icon="pen" text={words.library.rename} title={battle.title} onClick={() => setTitle(battle.title)} />
        <RowButton icon="down" text={words.library.export} title={battle.title} onClick={() => void download(battle.id, battle.title)} />
        <RowButton icon="bin" text={words.library.remove} title={battle.title} onClick={onRemove} />
      </div>
    </li>
  );
}

function RowButton(props: { icon: "pen" | "down" | "bin"; text: string; title: string; onClick: () => void }): JSX.Element {
  return (
    <button type="button" aria-label={`${props.text}: ${props.title}`} title={props.text} onClick={props.onClick}>
      <Icon name={props.icon} />
    </button>
  );
}

/** A battle that others play stays theirs; one that nobody else plays is gone for good. */
function RemoveDialog({ battle, onClose, onDone }: { battle: BattleListed; onClose: () => void; onDone: () => void }): JSX.Element {
  const mine = battle.your_seats.length > 0;
  const remove = async () => {
    try {
      await api.remove(battle.id);
    } catch (error) {
      if (mine) {
        complain(error);
        return;
      }
    }
    forget(battle.id);
    onClose();
    onDone();
  };
  return (
    <Dialog title={words.library.removeTitle} onClose={onClose}>
      <p>{battle.shared ? words.library.letGoSure(battle.title) : words.library.removeSure(battle.title)}</p>
      <div class="actions">
        <button type="button" class="danger" onClick={() => void remove()}>
          <Icon name="bin" /> {words.library.remove}
        </button>
        <button type="button" onClick={() => void download(battle.id, battle.title)}>
          <Icon name="down" /> {words.library.exportFirst}
        </button>
        <button type="button" onClick={onClose}>
          {words.app.cancel}
        </button>
      </div>
    </Dialog>
  );
}

function when(moment: string): string {
  const then = new Date(moment);
  return Number.isNaN(then.getTime()) ? moment : then.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
