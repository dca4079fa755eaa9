/** The canvas over the table on which shots fly and dust rises: it draws only while there is something to draw. */
import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { lossesBetween } from "../state/losses";
import { calm, settings } from "../state/settings";
import { FLIGHT, RUN, paused, shown } from "../state/show";
import { picture } from "../state/table";
import type { Picture, UnitShown } from "../net/types";
import { type Particle, chances, clash, draw, dust, fallen, shots } from "./effects";
import type { Point } from "./geometry";
import { INCH, toSheet } from "./sheet";
import { box, frame, scale, sheet } from "./view";

/** Pixels of the canvas for one of the screen: finer is not seen in what moves. */
const FINEST = 1.5;

interface Alive {
  one: Particle;
  age: number;
}

export function Effects(): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => (canvas.current ? runOn(canvas.current) : undefined), []);
  return <canvas ref={canvas} class="effects" aria-hidden="true" />;
}

/** Play what is shown on a canvas; returns how to stop. */
function runOn(canvas: HTMLCanvasElement): () => void {
  const on = canvas.getContext?.("2d");
  if (!on) return () => undefined;
  let alive: Alive[] = [];
  let asked = 0;
  let last = 0;
  let colours: string[] = [];
  const tick = (now: number) => {
    asked = 0;
    const passed = paused.peek() ? 0 : Math.min(50, now - last) * Math.max(0.2, settings.peek().speed);
    last = now;
    for (const one of alive) one.age += passed;
    alive = alive.filter(({ one, age }) => age < one.life);
    paint();
    if (alive.length) wish();
  };
  const wish = () => {
    if (asked) return;
    last = performance.now();
    asked = requestAnimationFrame((now) => tick(Math.max(now, last)));
  };
  const paint = () => {
    const fine = Math.min(FINEST, devicePixelRatio || 1);
    const { width, height } = frame.peek();
    const [across, down] = [Math.round(width * fine), Math.round(height * fine)];
    if (canvas.width !== across || canvas.height !== down) [canvas.width, canvas.height] = [across, down];
    on.setTransform(1, 0, 0, 1, 0, 0);
    on.clearRect(0, 0, across, down);
    if (!alive.length) return;
    on.setTransform(fine, 0, 0, fine, 0, 0);
    const { left, top } = box.peek();
    const [size, lies] = [scale.peek(), sheet.peek()];
    const place = (at: Point): Point => {
      const [x, y] = toSheet(lies, at);
      return [(x - left) * size, (y - top) * size];
    };
    for (const { one, age } of alive) draw(on, one, age, place, INCH * size, colours);
  };
  const end = effect(() => {
    const now = shown.value;
    if (!now) return;
    const fresh = particlesOf(now.beat, now.before, picture.peek());
    if (!fresh.length) return;
    const style = getComputedStyle(canvas);
    colours = [0, 1, 2, 3].map((seat) => style.getPropertyValue(`--seat${seat}`).trim() || "#666");
    alive.push(...fresh.map((one) => ({ one, age: 0 })));
    canvas.dataset.played = `${Number(canvas.dataset.played ?? 0) + fresh.length}`;
    wish();
  });
  // Whoever zooms meanwhile sees it where it is.
  const endView = effect(() => {
    void box.value;
    if (alive.length) wish();
  });
  return () => {
    end();
    endView();
    cancelAnimationFrame(asked);
  };
}

/** What a beat lets be seen on the table. Whoever wants no motion sees a ring where it happened. */
export function particlesOf(beat: NonNullable<typeof shown.value>["beat"], before: Picture, now: Picture | null): Particle[] {
  if (!beat.lasts) return [];
  const chance = chances(beat.place);
  const stood = new Map(before.units.map((unit) => [unit.id, unit]));
  const stand = new Map(now?.units.map((unit) => [unit.id, unit]) ?? []);
  const found = (ids: readonly number[]) => ids.flatMap((id) => bodied(stood, id) ?? []);
  const { cue } = beat;
  const by = cue && cue.by !== null ? bodied(stood, cue.by) : undefined;
  const made: Particle[] = [];
  if (cue && by) {
    const on = found(cue.on).filter((unit) => unit.id !== by.id);
    if (calm()) return on.length && cue.kind !== "charge" ? on.map((unit) => ({ kind: "ring", from: [unit.pose![0], unit.pose![1]], size: 1.5, wait: 0, life: 120 })) : [];
    if (cue.kind === "volley" || cue.kind === "spell") made.push(...shots(by, on, cue.kind === "spell", FLIGHT, chance));
    else if (cue.kind === "clash") made.push(...clash(by, on.filter((unit) => unit.seat !== by.seat), 0, chance));
    else made.push(...running(by, stand.get(by.id), found(cue.on), chance));
  }
  if (calm()) return [];
  for (const loss of lossesBetween(before, now ?? before)) made.push(...fallen(loss.unit, loss.models, stand.get(loss.unit.id), chance));
  return made;
}

/** A unit that stands on the table, or the one in whose ranks it stands. */
function bodied(units: ReadonlyMap<number, UnitShown>, id: number): UnitShown | undefined {
  const unit = units.get(id);
  return unit?.pose ? unit : units.get(unit?.host ?? -1);
}

/** Dust behind whoever charges or flees, and the clash at the end of a charge. */
function running(from: UnitShown, to: UnitShown | undefined, on: readonly UnitShown[], chance: () => number): Particle[] {
  if (!from.pose) return [];
  const start: Point = [from.pose[0], from.pose[1]];
  const end: Point = to?.pose ? [to.pose[0], to.pose[1]] : start;
  const arrives = to?.pose && on.length ? clash(to, on, RUN * 0.9, chance) : [];
  return [...dust(start, end, from.width * 0.8, RUN * 0.9, chance), ...arrives];
}
