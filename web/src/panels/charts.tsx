/** Small charts of our own: lines and bars, no more. */
import type { JSX } from "preact";

export interface Curve {
  name: string;
  className: string;
  values: readonly number[];
}

const WIDTH = 320;
const HEIGHT = 120;
const PAD = 22;

/** Several curves over the same steps, with the zero line and the extremes written at the side. */
export function LineChart(props: { title: string; curves: readonly Curve[]; labels?: readonly string[]; zero?: boolean }): JSX.Element {
  const all = props.curves.flatMap((curve) => [...curve.values]);
  const low = Math.min(0, ...all);
  const high = Math.max(1, ...all);
  const y = (value: number) => HEIGHT - PAD - ((value - low) / (high - low || 1)) * (HEIGHT - PAD - 8);
  const x = (index: number, count: number) => PAD + 6 + (count > 1 ? (index / (count - 1)) * (WIDTH - PAD - 16) : 0);
  const told = props.curves.map((curve) => `${curve.name}: ${curve.values.map((value) => Math.round(value * 10) / 10).join(", ")}`);
  return (
    <figure class="chart">
      <figcaption>{props.title}</figcaption>
      <svg class="wh" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${props.title}. ${told.join(". ")}`}>
        <path class="axis" d={`M${PAD + 6},${y(0)}H${WIDTH - 8}`} />
        <text class="tick" x={PAD} y={y(high) + 4}>
          {Math.round(high)}
        </text>
        <text class="tick" x={PAD} y={y(low) + 4}>
          {Math.round(low)}
        </text>
        {props.labels?.map((label, index) => (
          <text key={index} class="tick middle" x={x(index, props.labels!.length)} y={HEIGHT - 6}>
            {label}
          </text>
        ))}
        {props.curves.map((curve) => {
          const points = curve.values.map((value, index) => `${x(index, curve.values.length).toFixed(1)},${y(value).toFixed(1)}`);
          return (
            <g key={curve.name} class={curve.className}>
              <path class="curve" d={`M${points.join("L")}`} />
              {curve.values.length < 20 &&
                points.map((point, index) => <circle key={index} class="dot" cx={point.split(",")[0]} cy={point.split(",")[1]} r="2.6" />)}
            </g>
          );
        })}
      </svg>
      <ul class="legend">
        {props.curves.map((curve) => (
          <li key={curve.name} class={curve.className}>
            <span class="swatch" />
            {curve.name}
          </li>
        ))}
      </ul>
    </figure>
  );
}
