/** What every ghost is made of: its body, its handles, lines to the nearest, and the plate that tells of it. */
import type { JSX } from "preact";
import type { UnitShown } from "../net/types";
import { GhostBanner } from "./Banners";
import type { Rect } from "./geometry";
import { PLATE_LINE, lettering } from "./lettering";
import { nearGhost } from "./near";
import { INCH, angle, number, path, toSheet } from "./sheet";
import { Body, type Drawn, sideClass } from "./Body";
import { coarse, scale, sheet } from "./view";

export function GhostBody(props: { unit: UnitShown; at: Rect; drawn: Drawn; state: string }): JSX.Element {
  const [x, y] = toSheet(sheet.value, [props.at.x, props.at.y]);
  const transform = `translate(${number(x)},${number(y)}) rotate(${number(angle(sheet.value, props.at.facing))})`;
  const w = props.at.width * INCH;
  const d = props.at.depth * INCH;
  // What the hand can grab: never smaller than a fingertip.
  const grip = clearOf(props.at);
  return (
    <>
      <g class={`ghost ${sideClass(props.unit.seat)} ${props.state}`} transform={transform} data-handle="body">
        <Body unit={props.unit} drawn={props.drawn} />
        {props.unit.loose && props.drawn.bases ? (
          <path class="outline" d={props.drawn.bases} />
        ) : (
          <rect class="outline" x={-w / 2 - 2} y={-d / 2 - 2} width={w + 4} height={d + 4} rx={3} />
        )}
        <rect class="catch" x={-grip[0] * INCH} y={-grip[1] * INCH} width={2 * grip[0] * INCH} height={2 * grip[1] * INCH} />
      </g>
      <GhostBanner unit={props.unit} pose={[props.at.x, props.at.y, props.at.facing]} />
    </>
  );
}

export function Handle(props: { name: string; at: [number, number]; title: string; icon: string; turn: number }): JSX.Element {
  const [x, y] = toSheet(sheet.value, props.at);
  const k = Math.min(1.6, 1 / scale.value);
  return (
    <g
      class="handle"
      data-handle={props.name}
      transform={`translate(${number(x)},${number(y)}) scale(${number(k)}) rotate(${number(props.turn)})`}
    >
      <title>{props.title}</title>
      <circle class="wide" r={coarse ? 22 : 18} />
      <circle r={10} />
      <path d={props.icon} />
    </g>
  );
}

/** How far from a unit its handles are, in inches. */
export function handleGap(): number {
  return (coarse ? 20 : 14) / INCH / Math.max(0.6, scale.value);
}

/** Half the width and depth around which handles are put: a lone model is not to vanish under its own. */
export function clearOf(rect: Rect): [number, number] {
  const least = (coarse ? 24 : 16) / INCH / scale.value;
  return [Math.max(rect.width / 2, least), Math.max(rect.depth / 2, least)];
}

export const ROUND = "M4.6,1.5A5,5 0 1 1 2.6,-4.2M3.4,-7L3,-3.8L-.2,-4.2";

/** Lines of text on a plate beside the ghost. */
export function Plate(): JSX.Element | null {
  const plate = lettering.value.plate;
  if (!plate) return null;
  return (
    <g class={`plaque ${plate.state}`} transform={`scale(${number(1 / scale.value)}) translate(${number(plate.x)},${number(plate.y)})`}>
      <rect x={-plate.width / 2} y={0} width={plate.width} height={8 + plate.lines.length * PLATE_LINE} rx={6} />
      {plate.lines.map((line, index) => (
        <text key={index} y={(index + 1) * PLATE_LINE} class={line.kind}>
          {line.text}
        </text>
      ))}
    </g>
  );
}

/** Lines to the nearest of both sides. */
export function Nearest(): JSX.Element {
  return (
    <g class="nearest">
      {nearGhost.value.map(({ other, foe, line }) => (
        <path key={other.id} class={foe ? "foe" : ""} d={path([toSheet(sheet.value, line.from), toSheet(sheet.value, line.to)], false)} />
      ))}
    </g>
  );
}
