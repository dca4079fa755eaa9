/** What a finger that rests on the board is told: all that hovering tells a mouse. */
import type { JSX } from "preact";
import { described } from "../state/describing";
import { picture, units } from "../state/table";
import { threatNames, threatsOn } from "../state/threats";
import { tip } from "../state/ui";
import { words } from "../words";
import { type Point, closest } from "./geometry";
import { calledTerrain } from "./lettering";
import { frame } from "./view";

const WIDE = 240;
const HIGH = 120;
const NEAR_MARKER = 0.8;

export function Tip(): JSX.Element | null {
  const asked = tip.value;
  const lines = asked ? told(asked.unit, asked.at) : [];
  if (!asked || !lines.length) return null;
  const [x, y] = asked.px;
  // Beside the finger, not under the hand: above it, or below where there is no room.
  const left = Math.max(0, Math.min(frame.value.width - WIDE, x - WIDE / 2));
  const place = y > HIGH + 30 ? { bottom: `${frame.value.height - y + 30}px` } : { top: `${y + 30}px` };
  return (
    <div class="tip" role="status" style={{ left: `${left}px`, width: `${WIDE}px`, ...place }}>
      {lines.map((line, index) => (
        <p key={index}>{line}</p>
      ))}
    </div>
  );
}

function told(id: number | null, at: Point): string[] {
  const unit = id === null ? undefined : units.value.get(id);
  if (unit) {
    const threats = threatsOn.value.get(unit.id);
    return [described(unit), ...(threats ? [words.threats.by(threatNames(threats))] : [])];
  }
  const board = picture.value?.board;
  const point = { x: at[0], y: at[1], facing: 0, width: 1e-6, depth: 1e-6 };
  const markers = board?.markers.filter(({ x, y }) => Math.hypot(x - at[0], y - at[1]) <= NEAR_MARKER) ?? [];
  const ground = board?.features.filter((piece) => closest(piece, point).inches === 0) ?? [];
  return [...markers.map((marker) => marker.label || words.table.marker), ...ground.map((piece) => piece.text || calledTerrain(piece))];
}
