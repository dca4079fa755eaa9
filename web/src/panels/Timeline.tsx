/** Every decision of the battle: back, forward, play, jump, link and branch. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { api } from "../net/api";
import { complain, notify } from "../state/notices";
import { go, hashOf } from "../state/route";
import { battle, fetchMoment, hello, loadTimeline, moment, playing, question, showMoment, state, timeline } from "../state/table";
import { keep } from "../state/tokens";
import type { Stop } from "../net/types";
import { words } from "../words";
import { Icon, IconButton } from "./Icon";

const PLAY_EVERY = 650;

function now(): number {
  return moment.peek()?.number ?? state.peek()?.number ?? 0;
}

/** One decision back or forward. */
export async function stepBy(by: number): Promise<void> {
  const known = await loadTimeline();
  if (!known) return;
  const here = now();
  const stops = known.stops.map((stop) => stop.number);
  const next = by < 0 ? stops.filter((at) => at < here).at(-1) : stops.find((at) => at > here);
  if (by > 0 && (next === undefined || next >= known.last)) await showMoment(null);
  else if (next !== undefined) await showMoment(next);
}

let timer = 0;

export function play(): void {
  playing.value = !playing.peek();
  clearTimeout(timer);
  if (!playing.peek()) return;
  void (async () => {
    if (!moment.peek()) await showMoment((await loadTimeline())?.stops[0]?.number ?? 0);
    schedule();
  })();
}

function schedule(): void {
  timer = window.setTimeout(async () => {
    if (!playing.peek()) return;
    await stepBy(1);
    if (moment.peek()) schedule();
    else playing.value = false;
  }, PLAY_EVERY);
}

/** The first stop of every turn of every player. */
export function turnStops(stops: readonly Stop[]): Stop[] {
  return stops.filter((stop, index) => {
    const before = stops[index - 1];
    return !before || before.turn !== stop.turn || (stop.turn > 0 && before.active !== stop.active);
  });
}

async function branch(): Promise<void> {
  const id = battle.peek();
  if (!id) return;
  try {
    const seats = hello.peek()?.seats.map((one, index) => ({ player: one.kind === "record" ? (index === 0 ? "human" : "captain") : one.kind })) ?? [];
    const made = await api.branch(id, now(), seats);
    keep(made.id, made.tokens, made.watch);
    notify(words.time.branched);
    go({ screen: "battle", id: made.id, at: null, seat: null });
  } catch (error) {
    complain(error);
  }
}

async function copyLink(): Promise<void> {
  const id = battle.peek();
  if (!id) return;
  const link = `${location.origin}${location.pathname}${hashOf({ screen: "battle", id, at: now(), seat: null })}`;
  await navigator.clipboard?.writeText(link).catch(() => undefined);
  notify(words.table.copied);
}

export function TimelineBar(): JSX.Element | null {
  const last = state.value?.number ?? 0;
  const here = moment.value?.number ?? last;
  useEffect(() => {
    if (last > 0) void loadTimeline();
  }, [last > 0, question.value !== null, state.value?.picture.turn, state.value?.picture.active, state.value?.over]);
  useEffect(() => {
    // What will be looked at next is fetched ahead, so that playing does not stutter.
    const id = battle.value;
    const next = timeline.value?.stops.find((stop) => stop.number > here);
    if (id && moment.value && next && next.number < last) void fetchMoment(id, next.number).catch(() => undefined);
  }, [here]);
  const marks = turnStops(timeline.value?.stops ?? []);
  const share = (number: number) => (last ? (number / last) * 100 : 0);
  return (
    <section class={`timeline ${moment.value ? "past" : ""}`} aria-label={words.time.title}>
      <div class="buttons">
        <IconButton label={words.time.start} icon="first" onClick={() => void showMoment(0)} />
        <IconButton label={words.time.back} icon="back" onClick={() => void stepBy(-1)} />
        <IconButton label={playing.value ? words.time.pause : words.time.play} icon={playing.value ? "pause" : "play"} onClick={play} />
        <IconButton label={words.time.forward} icon="forward" onClick={() => void stepBy(1)} />
        <IconButton label={words.time.end} icon="last" onClick={() => void showMoment(null)} />
      </div>
      <div class="track">
        <input
          type="range"
          role="slider"
          min={0}
          max={Math.max(1, last)}
          value={here}
          aria-label={words.time.slider}
          aria-valuetext={moment.value?.picture.title ?? state.value?.picture.title ?? ""}
          onInput={(event) => void showMoment(event.currentTarget.valueAsNumber)}
        />
        <div class="marks">
          {marks.map((stop) => (
            <button
              key={stop.number}
              type="button"
              class={stop.turn > 0 ? `s${stop.active % 4}` : "sn"}
              style={{ left: `${share(stop.number)}%` }}
              title={words.time.turnLong(stop.turn)}
              aria-label={`${words.time.turnLong(stop.turn)}, ${hello.value?.seats[stop.active]?.name ?? ""}`}
              onClick={() => void showMoment(stop.number)}
            >
              {words.time.turn(stop.turn)}
            </button>
          ))}
        </div>
      </div>
      <div class="buttons">
        <span class="place-in-time">{words.time.of(here, last)}</span>
        <IconButton label={words.time.link} icon="link" onClick={() => void copyLink()} />
        <button type="button" class="branch" disabled={last === 0} onClick={() => void branch()}>
          <Icon name="branch" /> {words.time.branch}
        </button>
      </div>
    </section>
  );
}
