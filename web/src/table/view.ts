/** Which part of the sheet is on the screen: zoom, pan, and the table's quarter turns. */
import { computed, signal } from "@preact/signals";
import { settings } from "../state/settings";
import { type Edge, edgeOf, keepEdge } from "../state/edges";
import { battle, board, picture, seat } from "../state/table";
import { playedHere } from "../state/tokens";
import type { Point } from "./geometry";
import { type Sheet, sheetOf, toSheet } from "./sheet";

/** Fingers rather than a mouse: what is to be grabbed must be larger and farther apart. */
export const coarse = typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;

export const frame = signal({ width: 800, height: 600 });
export const zoom = signal(1);
export const centre = signal<Point | null>(null);

const MOST = 8;
/** A table lying on its side must be that much larger to be worth it. */
const WORTH = 1.15;

/** The seat whose side is at the bottom: the first of those that are played at this screen, so that nothing turns when
 * the next of them is asked. */
const bottomSeat = computed(() => {
  const here = playedHere(battle.value ?? "");
  return here.length > 1 ? Math.min(...here) : (seat.value ?? 0);
});

/** The edge of the table at the bottom of the screen, as its makers see it. */
export const ownEdge = computed<Edge>(() => {
  const now = picture.value;
  const id = battle.value;
  if (!now || !id) return "near";
  const mine = bottomSeat.value;
  const along = (own: boolean) => now.units.flatMap((unit) => ((unit.seat === mine) === own && unit.pose ? unit.pose[1] : []));
  const own = along(true);
  if (now.turn > 0) return edgeOf(id, mine) ?? keepEdge(id, mine, edgeAmong(own, along(false)));
  const zone = now.board.zones.find((one) => one.seat === mine);
  if (zone) own.push(...zone.corners.map((corner) => corner[1]));
  if (!own.length) return edgeOf(id, mine) ?? "near";
  return keepEdge(id, mine, mean(own) > now.board.depth / 2 ? "far" : "near");
});

const mean = (places: readonly number[]) => places.reduce((sum, y) => sum + y, 0) / places.length;

/** The edge behind units of a battle that is entered in its middle: the one away from all others. */
function edgeAmong(own: readonly number[], others: readonly number[]): Edge {
  return own.length && others.length && mean(own) > mean(others) ? "far" : "near";
}

/** A branch lies as its parent does for a reader who keeps the seat at the bottom there, whoever else plays here. */
export function branchEdge(made: string): void {
  const here = playedHere(made);
  const seats = here.length ? here : [bottomSeat.peek()];
  if (seats.includes(bottomSeat.peek())) for (const one of seats) keepEdge(made, one, ownEdge.peek());
}

export const quarterTurns = computed(() => {
  const wish = settings.value.turn;
  const upright = ownEdge.value === "near" ? 0 : 2;
  if (wish !== null) return (upright + wish) % 4;
  const now = picture.value;
  if (!now) return upright;
  const { width, height } = frame.value;
  const { board } = now;
  const standing = Math.min(width / board.width, height / board.depth);
  const lying = Math.min(width / board.depth, height / board.width);
  return lying > standing * WORTH ? upright + 1 : upright;
});

export const sheet = computed<Sheet>(() => sheetOf(board.value?.width ?? 48, board.value?.depth ?? 36, quarterTurns.value));

export type Side = "top" | "bottom" | "left" | "right";

/** The side of the screen at which a part of the table lies; nothing for a part about its middle. */
export function sideOnScreen(corners: readonly Point[]): Side | null {
  const { width, height } = sheet.value;
  if (!corners.length) return null;
  const middle = corners.map((corner) => toSheet(sheet.value, corner)).reduce<Point>((sum, [x, y]) => [sum[0] + x / corners.length, sum[1] + y / corners.length], [0, 0]);
  const [right, down] = [middle[0] / width - 0.5, middle[1] / height - 0.5];
  if (Math.max(Math.abs(right), Math.abs(down)) < 0.1) return null;
  if (Math.abs(down) >= Math.abs(right)) return down > 0 ? "bottom" : "top";
  return right > 0 ? "right" : "left";
}

/** Pixels on the screen for a unit of the sheet. */
export const scale = computed(() => {
  const { width, height } = frame.value;
  return Math.min(width / sheet.value.width, height / sheet.value.height) * zoom.value;
});

export const box = computed(() => {
  const [cx, cy] = centre.value ?? [sheet.value.width / 2, sheet.value.height / 2];
  const width = frame.value.width / scale.value;
  const height = frame.value.height / scale.value;
  return { left: cx - width / 2, top: cy - height / 2, width, height };
});

/** Where a place on the table is in the frame, in pixels. */
export function inFrame(at: Point): Point {
  const [x, y] = toSheet(sheet.value, at);
  return [(x - box.value.left) * scale.value, (y - box.value.top) * scale.value];
}

export function toSheetPoint(px: number, py: number): Point {
  return [box.peek().left + px / scale.peek(), box.peek().top + py / scale.peek()];
}

/** Zoom so that what is under that point of the frame stays there. */
export function zoomAt(factor: number, px = frame.peek().width / 2, py = frame.peek().height / 2): void {
  const at = toSheetPoint(px, py);
  const next = Math.max(1, Math.min(MOST, zoom.peek() * factor));
  zoom.value = next;
  if (next === 1) {
    centre.value = null;
    return;
  }
  const [nx, ny] = toSheetPoint(px, py);
  const now = centre.peek() ?? [sheet.peek().width / 2, sheet.peek().height / 2];
  moveTo([now[0] + at[0] - nx, now[1] + at[1] - ny]);
}

export function moveTo(to: Point): void {
  const { width, height } = sheet.peek();
  centre.value = [Math.max(0, Math.min(width, to[0])), Math.max(0, Math.min(height, to[1]))];
}

/** So much of what is seen, at each edge, is too near to the edge for something that is asked about. */
const RIM = 0.12;

/** Whoever looks from near is led to a place on the table that is out of sight. */
export function bringIntoView(at: Point): void {
  if (zoom.peek() === 1) return;
  const [x, y] = toSheet(sheet.peek(), at);
  const { left, top, width, height } = box.peek();
  const inside = (value: number, from: number, size: number) => value > from + RIM * size && value < from + (1 - RIM) * size;
  if (!inside(x, left, width) || !inside(y, top, height)) moveTo([x, y]);
}

export function fit(): void {
  zoom.value = 1;
  centre.value = null;
}
