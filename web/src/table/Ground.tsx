/** The painted ground below the table: made once for a battle, a theme and a side to look from, then only moved. */
import { computed, effect, signal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { settings } from "../state/settings";
import { painting } from "./ground/paint";
import type { Plot } from "./ground/brush";
import { INCH, MARGIN, type Sheet, angle, number, toSheet } from "./sheet";
import type { Piece } from "./Terrain";

/** Pixels to the inch of the painting; small tables are painted finer. */
const FINE = 24;
const MOST_PIXELS = 2_600_000;
/** So many milliseconds of a frame may go into painting. */
const PATIENCE = 9;

const night = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : null;
const nightly = signal(night?.matches ?? false);
night?.addEventListener?.("change", () => (nightly.value = night.matches));
export const dusk = computed(() => (settings.value.theme === "auto" ? nightly.value : settings.value.theme === "dark"));

/** Terrain as it lies on a sheet, in inches from the upper left corner of the board. */
export function plotsOf(pieces: readonly Piece[], on: Sheet): Plot[] {
  return pieces.map((piece) => {
    const [x, y] = toSheet(on, [piece.x, piece.y]);
    return { kind: piece.kind, x: (x - MARGIN) / INCH, y: (y - MARGIN) / INCH, width: piece.width, depth: piece.depth, facing: angle(on, piece.facing ?? 0) };
  });
}

/** Paintings that were made: to look at a table from the other side and back, or at a moment before, makes none anew. */
const painted = new Map<string, HTMLCanvasElement>();
const KEPT = 4;

function keep(key: string, canvas: HTMLCanvasElement): void {
  painted.set(key, canvas);
  if (painted.size > KEPT) painted.delete(painted.keys().next().value!);
}

/** Paint a board onto a canvas, a few milliseconds at a time; stops once `wanted` says no. */
function paintOnto(canvas: HTMLCanvasElement, pieces: readonly Piece[], on: Sheet, inch: number, dark: boolean, wanted: () => boolean): void {
  const [across, down] = [(on.width - 2 * MARGIN) / INCH, (on.height - 2 * MARGIN) / INCH];
  const key = JSON.stringify([across, down, inch, dark, plotsOf(pieces, on)]);
  if (canvas.dataset.painted === key) return;
  const show = (made: HTMLCanvasElement) => {
    [canvas.width, canvas.height] = [made.width, made.height];
    canvas.getContext("2d")?.drawImage(made, 0, 0);
    canvas.dataset.painted = key;
  };
  const known = painted.get(key);
  if (known) return show(known);
  const fresh = document.createElement("canvas");
  [fresh.width, fresh.height] = [Math.round(across * inch), Math.round(down * inch)];
  const drawing = fresh.getContext?.("2d");
  if (!drawing) return;
  const steps = painting(drawing, across, down, inch, plotsOf(pieces, on), dark);
  const go = () => {
    if (!wanted()) return;
    for (const end = performance.now() + PATIENCE; performance.now() < end; ) {
      if (!steps.next().done) continue;
      keep(key, fresh);
      show(fresh);
      return;
    }
    setTimeout(go);
  };
  setTimeout(go);
}

/** How finely a board of so many square inches is painted. */
function finesse(on: Sheet): number {
  return Math.min(FINE, Math.floor(Math.sqrt(MOST_PIXELS / (on.boardWidth * on.boardDepth))));
}

interface Seen {
  /** Terrain, and the sheet that it lies on. */
  pieces: () => readonly Piece[];
  on: () => Sheet;
  /** Where the upper left corner of the board is on the screen, and how large a unit of the sheet. */
  at: () => { left: number; top: number; scale: number };
}

export function GroundCanvas({ pieces, on, at }: Seen): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const turn = useRef(0);
  useSignalEffect(() => {
    const mine = ++turn.current;
    const [lies, sheet, dark] = [pieces(), on(), dusk.value];
    if (canvas.current) paintOnto(canvas.current, lies, sheet, finesse(sheet), dark, () => turn.current === mine && !!canvas.current);
  });
  const { left, top, scale } = at();
  const [across, down] = [on().width - 2 * MARGIN, on().height - 2 * MARGIN];
  return <canvas ref={canvas} class="painted" aria-hidden="true" style={{ width: `${across}px`, height: `${down}px`, transform: `translate(${number(left)}px, ${number(top)}px) scale(${scale})` }} />;
}

/** The painting of a map that is only looked at. */
export function PaintedMap({ pieces, on, fine = 9 }: { pieces: readonly Piece[]; on: Sheet; fine?: number }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  // Another map may come into the same place.
  const lies = JSON.stringify([on.width, on.height, fine, pieces]);
  useEffect(() => {
    let wanted = true;
    const stop = effect(() => {
      const dark = dusk.value;
      if (canvas.current) paintOnto(canvas.current, pieces, on, fine, dark, () => wanted && dark === dusk.peek());
    });
    return () => {
      wanted = false;
      stop();
    };
  }, [lies]);
  return <canvas ref={canvas} class="painted-map" aria-hidden="true" />;
}
