/** A battle that was recorded for the first page: frames of what changed, one after the other. */
import type { Point } from "../table/geometry";
import type { Piece } from "../table/Terrain";

/** x, y, facing, health. */
export type Standing = readonly [x: number, y: number, facing: number, health: number];
export type Frame = Readonly<Record<string, Standing | null>>;

export interface Living {
  width: number;
  depth: number;
  features: readonly Piece[];
  armies: readonly string[];
  units: readonly { id: number; seat: number; name: string; width: number; depth: number; health: number; single: boolean; standard: boolean; look: object }[];
  frames: readonly Frame[];
  /** The frame with which it begins on the page, and the one that is shown where nothing moves. */
  opening: number;
  still: number;
}

/** Where everybody stands in a frame; nowhere once they have left. */
export function at(battle: Pick<Living, "frames">, frame: number): Frame {
  return Object.assign({}, ...battle.frames.slice(0, frame + 1)) as Frame;
}

/** Frames around which it is looked at what moves. */
const AHEAD = 6;
/** So much of the way the eye goes with each frame. */
const EASE = 0.25;

/** Where the eye rests: near what is about to move, and never far from where it was. */
export function heartOf(battle: Pick<Living, "frames" | "width" | "depth">, frame: number, before?: Point): Point {
  const moving = battle.frames.slice(frame, frame + AHEAD).flatMap((one, later) => (later || frame ? Object.values(one) : [])).filter((one) => one !== null);
  if (!moving.length) return before ?? [battle.width / 2, battle.depth / 2];
  const mean = (part: 0 | 1) => moving.reduce((sum, one) => sum + one[part], 0) / moving.length;
  const aim: Point = [mean(0), mean(1)];
  return before ? [before[0] + (aim[0] - before[0]) * EASE, before[1] + (aim[1] - before[1]) * EASE] : aim;
}
