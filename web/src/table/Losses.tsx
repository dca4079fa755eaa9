/** Casualties as they fall: how many, rising from the unit; a unit that is gone fades where it stood. */
import type { JSX } from "preact";
import { type Loss, losses } from "../state/losses";
import { words } from "../words";
import { INCH, angle, number, toSheet } from "./sheet";
import { Body, drawnAt, sideClass } from "./Body";
import { scale, sheet } from "./view";

export function Losses(): JSX.Element {
  return (
    <g class="losses">
      {losses.value.map((loss) => (
        <Fallen key={loss.key} loss={loss} />
      ))}
    </g>
  );
}

function Fallen({ loss }: { loss: Loss }): JSX.Element {
  const { unit } = loss;
  const [x, y] = toSheet(sheet.value, [unit.pose![0], unit.pose![1]]);
  const turn = angle(sheet.value, unit.pose![2]);
  const [w, d] = [unit.width * INCH, unit.depth * INCH];
  return (
    <g class={sideClass(unit.seat)} transform={`translate(${number(x)},${number(y)})`}>
      <g transform={`rotate(${number(turn)})`}>
        {loss.gone && (
          <g class="falling">
            <Body unit={unit} drawn={drawnAt(unit, unit.pose!)} />
          </g>
        )}
        <rect class="struck" x={-w / 2 - 3} y={-d / 2 - 3} width={w + 6} height={d + 6} rx={4} />
      </g>
      <g transform={`scale(${number(1 / scale.value)})`}>
        <text class="loss">{words.unit.lost(loss.models, loss.health)}</text>
      </g>
    </g>
  );
}
