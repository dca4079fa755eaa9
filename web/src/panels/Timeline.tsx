/** Every decision of the battle: back, forward, play, jump, link and branch. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { courseNow } from "../state/course";
import { turnText } from "../state/describing";
import { fetchMoment, loadTimeline } from "../state/moments";
import { showMoment } from "../state/past";
import { paused } from "../state/show";
import { battle, endSeen, hello, moment, playing, question, state, timeline } from "../state/table";
import { copyLink, play, stepBy, turnMarks } from "../state/time";
import { branchOpen } from "../state/ui";
import { words } from "../words";
import { BranchDialog } from "./Branch";
import { Icon, IconButton } from "./Icon";

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
  const runs = playing.value && !paused.value;
  const marks = turnMarks(timeline.value?.stops ?? [], last);
  const why = hello.value?.note ? words.time.onlyShown : state.value?.over && here === last ? words.time.branchEarlier : "";
  const share = (number: number) => (last ? (number / last) * 100 : 0);
  return (
    <section class={`timeline ${moment.value ? "past" : ""}`} aria-label={words.time.title}>
      <div class="buttons">
        <IconButton label={words.time.start} icon="first" onClick={() => void showMoment(0)} />
        <IconButton label={words.time.back} icon="back" onClick={() => void stepBy(-1)} />
        <IconButton label={runs ? words.time.pause : words.time.play} icon={runs ? "pause" : "play"} onClick={play} />
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
        <div class="turning">
          {courseNow()?.points.map((point, index) => (
            <button
              key={point.at}
              type="button"
              class={`s${point.seat % 4}`}
              style={{ left: `${share(point.at)}%` }}
              title={words.time.turning(index + 1, point.text)}
              aria-label={words.time.turning(index + 1, point.text)}
              onClick={() => void showMoment(point.at)}
            />
          ))}
        </div>
        <div class="marks">
          {marks.map((stop) => (
            <button
              key={stop.number}
              type="button"
              class={stop.turn > 0 ? `s${stop.active % 4}` : "sn"}
              style={{ left: within(share(stop.number)) }}
              title={turnText(stop.turn)}
              aria-label={`${turnText(stop.turn)}, ${hello.value?.seats[stop.active]?.name ?? ""}`}
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
        {state.value?.over && (
          <button type="button" class="branch" onClick={() => void showResult()}>
            <Icon name="flag" /> {words.end.result}
          </button>
        )}
        <button type="button" class="branch" disabled={last === 0 || why !== ""} title={why} onClick={() => (branchOpen.value = true)}>
          <Icon name="branch" /> {words.time.branch}
        </button>
      </div>
      {branchOpen.value && <BranchDialog at={here} />}
    </section>
  );
}

/** So far along the track, with room for the letter at its ends. */
function within(percent: number): string {
  return `clamp(0.6em, ${percent}%, calc(100% - 0.6em))`;
}

async function showResult(): Promise<void> {
  await showMoment(null);
  endSeen.value = false;
}
