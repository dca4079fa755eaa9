/** My battles: go on, watch, rename, delete, export, and open records. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../net/api";
import type { BattleListed } from "../net/types";
import { Icon } from "../panels/Icon";
import { download, openRecord } from "../panels/files";
import { complain } from "../state/notices";
import { hashOf } from "../state/route";
import { forget } from "../state/tokens";
import { words } from "../words";

export function LibraryScreen(): JSX.Element {
  const [battles, setBattles] = useState<BattleListed[] | null>(null);
  const load = () => {
    api.battles().then((found) => setBattles([...found].sort((a, b) => b.updated.localeCompare(a.updated))), complain);
  };
  useEffect(load, []);
  return (
    <main id="content" class="screen library" tabIndex={-1}>
      <header>
        <h1>{words.library.title}</h1>
        <label class="button">
          <Icon name="file" /> {words.library.import}
          <input
            type="file"
            class="visually-hidden"
            accept=".json,application/json"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) void openRecord(file);
            }}
          />
        </label>
      </header>
      <p class="quiet">{words.library.importText}</p>
      {battles?.length === 0 && <p>{words.library.none}</p>}
      <ul class="battles">
        {battles?.map((one) => (
          <Battle key={one.id} battle={one} onChange={load} />
        ))}
      </ul>
    </main>
  );
}

function Battle({ battle, onChange }: { battle: BattleListed; onChange: () => void }): JSX.Element {
  const [title, setTitle] = useState<string | null>(null);
  const mine = battle.your_seats.length > 0;
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
  const remove = async () => {
    if (!confirm(words.library.removeSure(battle.title))) return;
    try {
      await api.remove(battle.id);
      forget(battle.id);
      onChange();
    } catch (error) {
      complain(error);
    }
  };
  return (
    <li class="battle-row">
      <div class="about">
        {title === null ? (
          <h2>
            <a href={hashOf({ screen: "battle", id: battle.id, at: null, seat: null })}>{battle.title}</a>
          </h2>
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
        <p class="quiet">
          <span class={`state ${battle.over ? "" : "running"}`}>{battle.over ? words.library.over : words.library.turn(battle.turn)}</span>{" "}
          {battle.over && battle.outcome} {!mine && words.library.watching} · {words.library.updated(when(battle.updated))}
        </p>
      </div>
      <div class="actions">
        <a class="button primary" href={hashOf({ screen: "battle", id: battle.id, at: null, seat: null })}>
          {mine && !battle.over ? words.library.resume : words.library.watch}
        </a>
        <button type="button" aria-label={`${words.library.rename}: ${battle.title}`} title={words.library.rename} onClick={() => setTitle(battle.title)}>
          <Icon name="pen" />
        </button>
        <button type="button" aria-label={`${words.library.export}: ${battle.title}`} title={words.library.export} onClick={() => void download(battle.id, battle.title)}>
          <Icon name="down" />
        </button>
        <button type="button" aria-label={`${words.library.remove}: ${battle.title}`} title={words.library.remove} onClick={() => void remove()}>
          <Icon name="bin" />
        </button>
      </div>
    </li>
  );
}

function when(moment: string): string {
  const then = new Date(moment);
  return Number.isNaN(then.getTime()) ? moment : then.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
