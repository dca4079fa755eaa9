/** What an organiser does besides: links, the clock of the round, files, the name of the season; and pairings on paper. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { seasonApi } from "../net/seasons";
import { Dialog } from "../panels/Dialog";
import { Icon } from "../panels/Icon";
import { LinkReach, ShareLink } from "../panels/ShareLink";
import { complain, notify } from "../state/notices";
import { enterLink, go, seasonLink } from "../state/route";
import { forgetSeason, keepSeason, seasonKeys } from "../state/seasonkeys";
import { words } from "../words";
import { AddPlayer } from "./Adding";
import { meeting, outcome, roundsOf } from "./Fixtures";
import { StandingsTable } from "./Standings";
import { act, between, deleted, nameOf, roundName, season, toldAt } from "./now";

/** The clock of the round, for everybody. */
export function RoundTimer(): JSX.Element | null {
  const timer = season.value?.timer ?? null;
  const [, tick] = useState(0);
  useEffect(() => {
    if (!timer) return;
    const every = setInterval(() => tick((count) => count + 1), 500);
    return () => clearInterval(every);
  }, [Boolean(timer)]);
  if (!timer) return null;
  const left = Math.max(0, timer.seconds_left - (Date.now() - toldAt.value) / 1000);
  const text = left > 0 ? words.seasons.timeLeft(clockText(left)) : words.seasons.timeUp;
  return (
    <p class={`round-timer ${left <= 0 ? "up" : left < 300 ? "soon" : ""}`} role="timer" aria-label={words.seasons.timer}>
      <Icon name="clock" /> {text}
    </p>
  );
}

function clockText(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const two = (part: number) => String(part).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

export function Tools(): JSX.Element {
  const now = season.value!;
  const keys = seasonKeys(now.id);
  const [minutes, setMinutes] = useState(90);
  const [inviting, setInviting] = useState(false);
  const [adding, setAdding] = useState(false);
  const [title, setTitle] = useState<string | null>(null);
  const [deleting, setDeleting] = useState(false);
  const takesPart = now.organiser || now.you.length > 0;
  const name = now.organiser ? words.seasons.tools : words.seasons.sharing;
  const rename = async (event: Event) => {
    event.preventDefault();
    if (title?.trim() && (await act(() => seasonApi.rename(now.id, title.trim())))) setTitle(null);
  };
  const download = async () => {
    try {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await seasonApi.file(now.id));
      link.download = `${now.title.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase()}.season.json`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    } catch (error) {
      complain(error);
    }
  };
  const remove = async () => {
    try {
      await seasonApi.remove(now.id);
      deleted.value = [{ id: now.id, title: now.title }, ...deleted.peek()];
      notify(words.seasons.deleted(now.title));
      go({ screen: "seasons", making: false });
    } catch (error) {
      complain(error);
    }
  };
  return (
    <section class="season-box" aria-label={name}>
      <h2>{name}</h2>
      <div class="actions">
        <button type="button" onClick={() => setInviting(true)}>
          <Icon name="link" /> {words.seasons.links}
        </button>
        {now.organiser && now.takes_more && (
          <button type="button" onClick={() => setAdding(true)}>
            <Icon name="plus" /> {words.seasons.addPlayer}
          </button>
        )}
        <button type="button" disabled={now.fixtures.length === 0} onClick={() => window.print()}>
          <Icon name="print" /> {words.seasons.print}
        </button>
        {takesPart && !now.waits && (
          <button type="button" title={words.seasons.exportText} onClick={() => void download()}>
            <Icon name="down" /> {words.seasons.export}
          </button>
        )}
        {now.organiser && (
          <button type="button" onClick={() => setTitle(now.title)}>
            <Icon name="pen" /> {words.seasons.rename}
          </button>
        )}
        {now.organiser ? (
          <button type="button" onClick={() => setDeleting(true)}>
            <Icon name="bin" /> {words.seasons.delete}
          </button>
        ) : (
          (takesPart || keys.organiser) && (
            <button
              type="button"
              onClick={() => {
                forgetSeason(now.id);
                go({ screen: "seasons", making: false });
              }}
            >
              <Icon name="bin" /> {words.seasons.leave}
            </button>
          )
        )}
      </div>
      {title !== null && (
        <form class="actions" onSubmit={(event) => void rename(event)}>
          <input type="text" maxLength={80} value={title} aria-label={words.seasons.seasonTitle} ref={(input) => input?.focus()} onInput={(event) => setTitle(event.currentTarget.value)} />
          <button type="submit">{words.library.save}</button>
          <button type="button" onClick={() => setTitle(null)}>
            {words.app.cancel}
          </button>
        </form>
      )}
      {now.organiser && (
        <form
          class="actions timer-form"
          onSubmit={(event) => {
            event.preventDefault();
            void act(() => seasonApi.timer(now.id, minutes));
          }}
        >
          <label class="field">
            <span>
              {words.seasons.timer}: {words.seasons.minutes}
            </span>
            <input type="number" min={1} max={1440} value={minutes} onInput={(event) => setMinutes(Math.max(1, Math.min(1440, Math.round(Number(event.currentTarget.value)) || 1)))} />
          </label>
          <button type="submit">
            <Icon name="clock" /> {words.seasons.startTimer}
          </button>
          {now.timer && (
            <button type="button" onClick={() => void act(() => seasonApi.timer(now.id, 0))}>
              {words.seasons.stopTimer}
            </button>
          )}
        </form>
      )}
      {inviting && <Links onClose={() => setInviting(false)} />}
      {adding && <AddPlayer onClose={() => setAdding(false)} />}
      {deleting && (
        <Dialog title={words.seasons.delete} onClose={() => setDeleting(false)}>
          <p>{words.seasons.deleteText}</p>
          <div class="actions">
            <button type="button" class="primary" onClick={() => void remove()}>
              {words.seasons.delete}
            </button>
            <button type="button" onClick={() => setDeleting(false)}>
              {words.app.cancel}
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

function Links({ onClose }: { onClose: () => void }): JSX.Element {
  const now = season.value!;
  const [keys, setKeys] = useState(seasonKeys(now.id));
  const renew = async (player: number) => {
    try {
      const { key } = await seasonApi.newKey(now.id, player);
      keepSeason(now.id, { links: { [player]: key } });
      setKeys(seasonKeys(now.id));
    } catch (error) {
      complain(error);
    }
  };
  const people = now.players.flatMap((one, number) => (one.player === "human" ? [[number, one.name] as const] : []));
  return (
    <Dialog title={words.seasons.links} wide onClose={onClose}>
      <div class="season-links">
        <ShareLink text={words.seasons.publicLink} link={seasonLink(now.id)} />
        {now.organiser &&
          people
            .filter(([number]) => !now.you.includes(number))
            .map(([number, name]) => (
              <div key={number} class="season-link">
                {keys.links[number] ? <ShareLink key={keys.links[number]} text={words.seasons.link(name)} link={enterLink(now.id, number, keys.links[number]!)} /> : <p>{words.seasons.link(name)}</p>}
                <button type="button" title={words.seasons.newLinkText} aria-label={`${words.seasons.newLink}: ${name}`} onClick={() => void renew(number)}>
                  {words.seasons.newLink}
                </button>
              </div>
            ))}
        {keys.organiser && <ShareLink text={words.seasons.organiserLink} link={enterLink(now.id, "organiser", keys.organiser)} />}
        <LinkReach />
      </div>
    </Dialog>
  );
}

/** Pairings and standings as they are printed: not seen on a screen. */
export function Paper(): JSX.Element {
  const now = season.value!;
  const [latest = 0] = roundsOf(now);
  const pairs = now.fixtures.filter((one) => (one.round ?? 0) === latest);
  const round = latest > 0 ? roundName(latest) : (now.page?.stage ?? "");
  return (
    <div class="season-paper" aria-hidden="true">
      <h1>{words.seasons.printed(now.title, round)}</h1>
      <table>
        <thead>
          <tr>
            <th>{words.seasons.table(0).replace(/\s*0$/, "")}</th>
            <th>{words.seasons.fixtures}</th>
            <th>{words.seasons.result}</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map((one) => (
            <tr key={one.key}>
              <td>{one.table || ""}</td>
              <td>{meeting(one).map(nameOf).join(between(meeting(one).length))}</td>
              <td>{one.state === "done" ? [outcome(one), ...meeting(one).flatMap((player, index) => (one.scores?.[index] ? [`${nameOf(player)}: ${one.scores[index]}`] : []))].join(" ") : ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {(now.page?.standings ?? []).map((table) => (
        <section key={table.title}>
          <h2>{table.title}</h2>
          <StandingsTable table={table} />
        </section>
      ))}
    </div>
  );
}
