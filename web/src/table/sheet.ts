/** From inches on the table to figures on the sheet, for a table seen from any of its four edges. */
import { type Point, normal } from "./geometry";

/** How many units of the sheet an inch is. */
export const INCH = 20;
/** Room around the board for the ruler. */
export const MARGIN = 24;

export interface Sheet {
  boardWidth: number;
  boardDepth: number;
  /** Quarter turns clockwise. */
  turn: number;
  width: number;
  height: number;
}

export function sheetOf(boardWidth: number, boardDepth: number, turn: number): Sheet {
  const [across, down] = turn % 2 ? [boardDepth, boardWidth] : [boardWidth, boardDepth];
  return { boardWidth, boardDepth, turn, width: across * INCH + 2 * MARGIN, height: down * INCH + 2 * MARGIN };
}

export function toSheet(sheet: Sheet, [x, y]: readonly [number, number]): Point {
  let cx = x - sheet.boardWidth / 2;
  let cy = sheet.boardDepth / 2 - y;
  for (let i = 0; i < sheet.turn; i++) [cx, cy] = [-cy, cx];
  return [sheet.width / 2 + cx * INCH, sheet.height / 2 + cy * INCH];
}

export function toTable(sheet: Sheet, [px, py]: readonly [number, number]): Point {
  let cx = (px - sheet.width / 2) / INCH;
  let cy = (py - sheet.height / 2) / INCH;
  for (let i = 0; i < sheet.turn; i++) [cx, cy] = [cy, -cx];
  return [cx + sheet.boardWidth / 2, sheet.boardDepth / 2 - cy];
}

/** The rotation that something with this facing has on the sheet. */
export function angle(sheet: Sheet, facing: number): number {
  return normal(facing + sheet.turn * 90);
}

export function number(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return Object.is(rounded, -0) ? "0" : String(rounded);
}

export function path(points: readonly Point[], closed = true): string {
  return `M${points.map(([x, y]) => `${number(x)},${number(y)}`).join("L")}${closed ? "Z" : ""}`;
}
