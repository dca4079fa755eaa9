/** Small charts of our own: lines, no more. */
import type { JSX } from "preact";

export interface Curve {
  name: string;
  className: string;
  values: readonly number[];
}

/** Something under the chart: where it stands, and what is written there. */
export interface Tick {
  at: number;
  text: string;
}

/** A moment to be found again: numbered as in the list that tells of it. */
export interface ChartMark extends Tick {
  className: string;
  onPick: () => void;
  label: string;
}

interface Props {
  title: string;
  curves: readonly Curve[];
  /** Where the values stand; without it they stand evenly. */
  at?: readonly number[];
  ticks?: readonly Tick[];
  marks?: readonly ChartMark[];
  /** The range of the values; what lies beyond widens it. */
  range?: readonly [number, number];
  show?: (value: number) => string;
}

const WIDTH = 420;
const HEIGHT = 150;
const LEFT = 40;
const RIGHT = 10;
const TOP = 18;
const FOOT = 20;

/** So far apart the heads of two marks do not cover each other. */
const HEAD = 17;

/** Where the heads of marks go, from left to right: each over its place, or just beside the one before it. */
function apart(places: readonly number[]): number[] {
  const heads: number[] = [];
  for (const place of places) heads.push(Math.max(place, (heads.at(-1) ?? -Infinity) + HEAD));
  return heads;
}

/** Several curves over the same steps, with the extremes written at the side. */
export function LineChart(props: Props): JSX.Element {
  const show = props.show ?? ((value: number) => `${Math.round(value)}`);
  const all = props.curves.flatMap((curve) => [...curve.values]);
  const low = Math.min(props.range?.[0] ?? 0, ...all);
  const high = Math.max(props.range?.[1] ?? 1, ...all);
  const first = props.at?.[0] ?? 0;
  const last = props.at?.at(-1) ?? Math.max(1, ...props.curves.map((curve) => curve.values.length - 1));
  const y = (value: number) => HEIGHT - FOOT - ((value - low) / (high - low || 1)) * (HEIGHT - FOOT - TOP);
  const x = (place: number) => LEFT + ((place - first) / (last - first || 1)) * (WIDTH - LEFT - RIGHT);
  const place = (curve: Curve, index: number) =>
    props.at?.[index] ?? (curve.values.length > 1 ? (index / (curve.values.length - 1)) * last : 0);
  const middle = low < 0 ? 0 : (low + high) / 2;
  const heads = apart((props.marks ?? []).map((mark) => x(mark.at)));
  const told = props.curves.map((curve) => `${curve.name}: ${show(curve.values[0] ?? 0)} → ${show(curve.values.at(-1) ?? 0)}`);
  return (
    <figure class="chart">
      <figcaption>{props.title}</figcaption>
      <svg class="wh" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={`${props.title}. ${told.join(". ")}`}>
        {[low, middle, high].map((value) => (
          <g key={value}>
            <path class={value === middle ? "axis" : "axis edge"} d={`M${LEFT},${y(value)}H${WIDTH - RIGHT}`} />
            <text class="tick" x={LEFT - 6} y={y(value) + 4}>
              {show(value)}
            </text>
          </g>
        ))}
        {props.ticks?.map((tick) => (
          <g key={tick.at}>
            <path class="axis edge" d={`M${x(tick.at)},${HEIGHT - FOOT}v4`} />
            <text class="tick middle" x={x(tick.at)} y={HEIGHT - 4}>
              {tick.text}
            </text>
          </g>
        ))}
        {props.curves.map((curve) => {
          const points = curve.values.map((value, index) => `${x(place(curve, index)).toFixed(1)},${y(value).toFixed(1)}`);
          return (
            <g key={curve.name} class={curve.className}>
              <path class="curve" d={`M${points.join("L")}`} />
              {points.length < 16 && points.map((point, index) => <circle key={index} class="dot" cx={point.split(",")[0]} cy={point.split(",")[1]} r="2.6" />)}
            </g>
          );
        })}
        {props.marks?.map((mark, index) => (
          <g
            key={mark.text}
            class={`chart-mark ${mark.className}`}
            role="button"
            tabIndex={0}
            aria-label={mark.label}
            onClick={mark.onPick}
            onKeyDown={(event) => {
              if (event.key === "Enter" || event.key === " ") mark.onPick();
            }}
          >
            <title>{mark.label}</title>
            <path class="stem" d={`M${heads[index]},${TOP - 2}L${x(mark.at)},${TOP + 4}V${HEIGHT - FOOT}`} />
            <circle cx={heads[index]} cy={TOP - 8} r="8" />
            <text class="middle" x={heads[index]} y={TOP - 4}>
              {mark.text}
            </text>
          </g>
        ))}
      </svg>
      <ul class="legend">
        {props.curves.map((curve) => (
          <li key={curve.name} class={curve.className}>
            <svg class="wh" viewBox="0 0 26 8" aria-hidden="true">
              <path class="curve" d="M0,4H26" />
            </svg>
            {curve.name}
          </li>
        ))}
      </ul>
    </figure>
  );
}
