/** What happened, in words, with the dice and the reasons behind it. */
import type { JSX } from "preact";
import { computed, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { sceneInBrief, turnText } from "../state/describing";
import { select } from "../state/inquiries";
import { showMoment } from "../state/past";
import { type Scene, scenesOf } from "../state/scenes";
import { hello, log, moment, names, news, seat, shownLog } from "../state/table";
import { shown as showing, unhurried } from "../state/show";
import { replay } from "../state/time";
import { decisionOf } from "../state/why";
import type { Line } from "../net/types";
import { words } from "../words";
import { DiceRow, countOf } from "./Dice";
import { Icon } from "./Icon";
import { Sums } from "./Parts";
import { WhyButton } from "./Reasons";
import { RuleChip } from "./Rule";

/** So many pixels from the end of the log count as the end. */
const END = 8;

type Filter = "all" | "mine" | "dice";
const filter = signal<Filter>("all");
const told = unhurried(shownLog, 120);
/** The newest lines are enough for reading along; the rest comes on demand. */
const shown = signal(150);

function wanted(line: Line): boolean {
  if (filter.value === "dice") return line.dice !== null;
  if (filter.value === "mine") return line.seat === (seat.value ?? 0);
  return true;
}

/** A line with its place in the log, and the scene that is folded into it. */
interface Entry {
  line: Line;
  place: number;
  scene: Scene | null;
}

/** From so many lines on a scene is one entry that unfolds. */
const FOLDED = 3;

/** The entries of a log: a scene is one of them, in the place of its first line. */
export function entriesOf(lines: readonly Line[]): Entry[] {
  const scenes = scenesOf(lines).filter((one) => one.members.length >= FOLDED);
  const parts = new Map(scenes.flatMap((one) => one.members.map(({ place }) => [place, one] as const)));
  let last: Scene | null = null;
  return lines.flatMap((line, place): Entry[] => {
    const part = parts.get(place) ?? null;
    // The steps of a fight have headings of their own.
    if (!part && isHeading(line) && last && place < last.members.at(-1)!.place) return [];
    last = part ?? last;
    if (part && part.members[0]!.place !== place) return [];
    return [{ line, place, scene: part }];
  });
}

const entries = computed(() => entriesOf(told.value));

/** A heading with nothing below it says nothing. */
function isHeading(line: Line | undefined): boolean {
  return line?.kind === "heading";
}

export function LogPanel(): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  const all = filter.value === "all" ? entries.value : told.value.flatMap((line, place): Entry[] => (wanted(line) ? [{ line, place, scene: null }] : []));
  const lines = all.filter(({ line }, index) => !(isHeading(line) && isHeading(all[index + 1]?.line)));
  const last = lines.slice(-shown.value);
  const opening = filter.value === "all" && last.length === lines.length ? openingRolls(lines.map((one) => one.line)) : [];
  const rest = last.slice(opening.length);
  // The last line is in sight until the reader scrolls up, also when the decision above takes more room.
  const following = useRef(true);
  const held = useRef(false);
  const wished = useRef(0);
  // Once for a picture, right before it is drawn: whoever asks for the height in between has everything laid out twice.
  const toTheEnd = () => {
    cancelAnimationFrame(wished.current);
    wished.current = requestAnimationFrame(() => {
      const box = list.current;
      if (box && following.current) box.scrollTop = box.scrollHeight;
    });
  };
  const hold = () => (held.current = true);
  useEffect(() => {
    following.current = true;
    held.current = false;
    toTheEnd();
  }, [told.value.length, filter.value]);
  useEffect(() => {
    if (typeof ResizeObserver !== "function") return;
    const room = new ResizeObserver(toTheEnd);
    room.observe(list.current!);
    // Lines may grow after they came: the reasons of a computer are told later.
    const growth = new MutationObserver(toTheEnd);
    growth.observe(list.current!, { childList: true, subtree: true });
    return () => {
      room.disconnect();
      growth.disconnect();
    };
  }, []);
  return (
    <section class="log" aria-label={words.log.title}>
      {hello.value?.note && <p class="note">{hello.value.note}</p>}
      <div class="segmented" role="group" aria-label={words.log.filter}>
        {(["all", "mine", "dice"] as const).map((one) => (
          <button key={one} type="button" aria-pressed={filter.value === one} onClick={() => (filter.value = one)}>
            {words.log[one]}
          </button>
        ))}
      </div>
      {/* Scrollable, so it must be reachable without a mouse. */}
      <ol
        ref={list}
        tabIndex={0}
        aria-label={words.log.title}
        onKeyDown={(event) => {
          hold();
          walkLines(event);
        }}
        onWheel={hold}
        onTouchMove={hold}
        onPointerDown={hold}
        onScroll={({ currentTarget: box }) => {
          // Only whoever has a hand on it scrolls up; a box that changes its size does not.
          if (held.current) following.current = box.scrollHeight - box.scrollTop - box.clientHeight < END;
          else toTheEnd();
        }}
      >
        {lines.length === 0 && <li class="quiet">{words.log.empty}</li>}
        {lines.length > last.length && (
          <li>
            <button type="button" class="link" onClick={() => (shown.value += 400)}>
              {words.question.showAll}
            </button>
          </li>
        )}
        {opening.length > 0 && (
          <li>
            <details class="opening">
              <summary>{words.log.folded(opening.filter((line) => line.dice).length)}</summary>
              <ol>
                {opening.map((line, index) => (
                  <LogLine key={index} line={line} place={index} before={opening[index - 1]} />
                ))}
              </ol>
            </details>
          </li>
        )}
        {rest.map(({ line, place, scene }, index) =>
          scene ? <SceneEntry key={place} scene={scene} before={rest[index - 1]?.line} /> : <LogLine key={place} line={line} place={place} before={rest[index - 1]?.line} />,
        )}
      </ol>
    </section>
  );
}

/** Dice that nobody throws, as those that set up a table: from so many on they are folded away. */
const MANY_ROLLS = 6;

/** The lines with which a log opens, down to the last such roll, where there are many of them. */
export function openingRolls(lines: readonly Line[]): readonly Line[] {
  const end = lines.findIndex((line) => line.seat !== null || line.unit !== null || isHeading(line));
  const nobodys = end < 0 ? lines : lines.slice(0, end);
  const last = nobodys.findLastIndex((line) => line.dice);
  const opening = nobodys.slice(0, last + 1);
  return opening.filter((line) => line.dice).length >= MANY_ROLLS ? opening : [];
}

/**
 * Hundreds of lines are one stop for the Tab key. From there it goes up and down from line to line, the newest first,
 * right and left through what a line offers.
 */
function walkLines(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const here = document.activeElement;
  const line = here?.closest<HTMLElement>(".line") ?? null;
  const across = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (event.key === "Enter" && here === line) openLine(line);
  const along = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (!along && !(across && line)) return;
  event.preventDefault();
  const stops = across ? [line!, ...[...line!.querySelectorAll<HTMLElement>("button, summary")].filter((one) => isShown(one) && one.closest(".line") === line)] : [...event.currentTarget.querySelectorAll<HTMLElement>(".line")].filter(isShown);
  const at = stops.indexOf(across ? (here as HTMLElement) : line!);
  stops[at < 0 ? stops.length - 1 : at + across + along]?.focus();
}

/** Unfold a scene, or select the unit that a line is about. */
function openLine(line: HTMLElement | null): void {
  const fold = line?.querySelector<HTMLDetailsElement>(":scope > details");
  if (fold) fold.open = !fold.open;
  else line?.querySelector<HTMLElement>(".what")?.click();
}

function isShown(element: HTMLElement): boolean {
  // What is folded away may have a place all the same.
  const folded = element.parentElement?.closest("details:not([open])") && !element.matches("summary");
  return !folded && element.getClientRects().length > 0;
}

/** What was rolled for, and by whom. */
export function rollText(line: Line): string {
  const name = line.unit === null ? undefined : names.value[line.unit];
  return name ? words.log.rolled(name, line.dice!.why) : line.dice!.why;
}

/** A fight, a volley or a spell in one sentence, with all its lines below it and the means to see it again. */
function SceneEntry({ scene, before }: { scene: Scene; before: Line | undefined }): JSX.Element {
  const first = scene.members[0]!;
  const seat = scene.result?.fight?.winner ?? first.line.seat;
  const turn = !before || before.turn !== first.line.turn;
  return (
    <>
      {turn && <li class="turn-mark">{turnText(first.line.turn)}</li>}
      <li class={`line scene ${seat === null ? "" : `s${seat % 4}`}`} tabIndex={-1}>
        <details>
          <summary>
            <span class="what">{sceneInBrief(scene)}</span>
          </summary>
          <ol aria-label={words.log.lines(scene.members.length)}>
            {scene.members.map(({ line, place }, index) => (
              <LogLine key={place} line={line} place={place} before={scene.members[index - 1]?.line ?? first.line} nested />
            ))}
          </ol>
        </details>
        <span class="tools">
          <ReplayButton from={first.place} to={scene.members.at(-1)!.place + 1} />
        </span>
      </li>
    </>
  );
}

function ReplayButton({ from, to }: { from: number; to: number }): JSX.Element {
  return (
    <button type="button" class="link jump replay" tabIndex={-1} title={words.log.replay} aria-label={words.log.replay} onClick={() => replay(from, to)}>
      <Icon name="play" />
    </button>
  );
}

function LogLine({ line, place, before, nested = false }: { line: Line; place: number; before: Line | undefined; nested?: boolean }): JSX.Element {
  const side = line.seat === null ? "" : `s${line.seat % 4}`;
  const turn = !before || before.turn !== line.turn;
  const decision = decisionOf(line, before);
  return (
    <>
      {turn && <li class="turn-mark">{turnText(line.turn)}</li>}
      <li class={`line ${side} ${isHeading(line) ? "heading" : ""}`} tabIndex={-1}>
        {line.dice ? (
          <span class="rolled">
            <span class="what">{rollText(line)}</span>
            <DiceRow dice={line.dice} />
          </span>
        ) : (
          <span
            class="what"
            onClick={() => {
              if (line.unit !== null) select(line.unit);
            }}
          >
            {line.text}
          </span>
        )}
        <span class="tools">
          {decision && <WhyButton number={decision.number} />}
          {line.dice?.rule && <RuleChip id={line.dice.rule} />}
          {!nested && !line.dice && line.unit !== null && <ReplayButton from={place} to={place + 1} />}
          <button type="button" class="link jump" tabIndex={-1} title={words.log.jump} aria-label={words.log.jump} onClick={() => void showMoment(line.number)}>
            <Icon name="clock" />
          </button>
        </span>
        <Sums sums={line.sums} />
      </li>
    </>
  );
}

/** The newest event in one line, where the log is out of sight. */
export function Newest(): JSX.Element | null {
  const place = showing.value?.beat.place;
  if (moment.value && place === undefined) return null;
  const line = place === undefined ? news.value.findLast((one) => !one.dice) : log.value[place];
  if (!line) return null;
  return (
    <div class={`newest ${line.seat === null ? "" : `s${line.seat % 4}`}`} aria-hidden="true">
      {line.dice ? `${rollText(line)}: ${countOf(line.dice)}` : line.text}
    </div>
  );
}
