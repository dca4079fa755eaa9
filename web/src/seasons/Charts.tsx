/** Maps, ladders, brackets and tracks of a season, drawn. */
import type { JSX } from "preact";
import type { Chart } from "../net/types";
import { words } from "../words";
import { nameOf, season } from "./now";

export function Charts(): JSX.Element | null {
  const charts = season.value?.page?.charts ?? [];
  return (
    <>
      {charts.map((chart) => (
        <section key={chart.title} class="season-box" aria-label={chart.title}>
          <h2>{chart.title}</h2>
          {chart.kind === "track" && <TrackChart chart={chart} />}
          {chart.kind === "map" && <MapChart chart={chart} />}
          {(chart.kind === "ladder" || chart.kind === "bracket") && <LadderChart chart={chart} />}
        </section>
      ))}
    </>
  );
}

/** So many steps are drawn one by one; a longer way, or one without end, is a bar or a number. */
const STEPS = 24;

function TrackChart({ chart }: { chart: Chart }): JSX.Element {
  const [done, goal] = [chart.done ?? 0, chart.goal ?? 0];
  const text = words.seasons.track(done, goal);
  if (!goal || goal > STEPS) return <p>{text}</p>;
  const wide = 300 / goal;
  return (
    <figure class="season-track">
      <svg viewBox="0 0 300 34" role="img" aria-label={`${chart.title}: ${text}`}>
        <line x1={wide / 2} x2={300 - wide / 2} y1={15} y2={15} class="way" />
        {Array.from({ length: goal }, (_, step) => (
          <g key={step} class={step < done ? "done" : ""}>
            <circle cx={(step + 0.5) * wide} cy={15} r={Math.min(9, wide / 2.6)} />
            <text x={(step + 0.5) * wide} y={18.5} text-anchor="middle">
              {step + 1}
            </text>
          </g>
        ))}
      </svg>
      <figcaption class="quiet">{text}</figcaption>
    </figure>
  );
}

const MAP = { width: 400, height: 260, edge: 34 };

function MapChart({ chart }: { chart: Chart }): JSX.Element {
  const nodes = chart.nodes ?? [];
  const x = (at: number) => MAP.edge + at * (MAP.width - 2 * MAP.edge);
  const y = (at: number) => MAP.height - MAP.edge - at * (MAP.height - 2 * MAP.edge);
  const place = new Map(nodes.map((one) => [one.id, one]));
  return (
    <svg class="season-map" viewBox={`0 0 ${MAP.width} ${MAP.height}`} role="img" aria-label={chart.title}>
      {(chart.edges ?? []).map((edge) => {
        const [one, other] = [place.get(edge.one), place.get(edge.other)];
        return one && other ? <line key={`${edge.one} ${edge.other}`} x1={x(one.x)} y1={y(one.y)} x2={x(other.x)} y2={y(other.y)} class="way" /> : null;
      })}
      {nodes.map((one) => {
        const owner = one.owner ?? null;
        return (
          <g key={one.id} class={owner === null ? "" : `owned s${owner % 4}`}>
            <title>{`${one.name}: ${owner === null ? words.seasons.nobody : nameOf(owner)}${one.text ? `. ${one.text}` : ""}`}</title>
            <circle cx={x(one.x)} cy={y(one.y)} r={13} />
            <text x={x(one.x)} y={y(one.y) + 26} text-anchor="middle">
              {one.name}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

const RUNG = { width: 400, height: 34, gap: 8 };

/** Rungs from the top; in a bracket a line leads from each to the one where its winner goes on. */
function LadderChart({ chart }: { chart: Chart }): JSX.Element {
  const rungs = chart.rungs ?? [];
  const depth = depths(chart);
  const deepest = Math.max(0, ...depth.values());
  const inset = chart.kind === "bracket" ? 26 : 0;
  const y = (index: number) => index * (RUNG.height + RUNG.gap);
  const order = new Map(rungs.map((one, index) => [one.id, index]));
  const left = (id: string) => (deepest - (depth.get(id) ?? 0)) * inset;
  return (
    <svg class="season-ladder" viewBox={`0 0 ${RUNG.width} ${Math.max(1, rungs.length) * (RUNG.height + RUNG.gap)}`} role="img" aria-label={chart.title}>
      {rungs.map((one, index) => {
        const to = order.get(one.leads_to ?? "");
        return (
          <g key={one.id} class={one.players?.length === 1 ? `owned s${one.players[0]! % 4}` : ""}>
            {one.text && <title>{one.text}</title>}
            {to !== undefined && <path class="way" d={`M${left(one.id)} ${y(index) + RUNG.height / 2}H${left(rungs[to]!.id) - 8}V${y(to) + RUNG.height / 2}h8`} />}
            <rect x={left(one.id)} y={y(index)} width={RUNG.width - left(one.id) - 1} height={RUNG.height} rx={6} />
            <text x={left(one.id) + 10} y={y(index) + 21}>
              {one.name}
            </text>
            <text x={RUNG.width - 12} y={y(index) + 21} text-anchor="end" class="who">
              {one.players?.map(nameOf).join(", ") || words.seasons.nobody}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** How many steps each rung is away from the last one that it leads to. */
function depths(chart: Chart): Map<string, number> {
  const next = new Map((chart.rungs ?? []).map((one) => [one.id, one.leads_to ?? ""]));
  const found = new Map<string, number>();
  for (const id of next.keys()) {
    let [at, steps] = [next.get(id) ?? "", 0];
    while (at && next.has(at) && steps < next.size) {
      at = next.get(at) ?? "";
      steps += 1;
    }
    found.set(id, steps);
  }
  return found;
}
