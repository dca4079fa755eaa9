/** The units of an army drawn side by side, a few models of each, with the figures of the table. */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { ArmyCard, UnitCard } from "../net/types";
import { Painted } from "../table/Body";
import { disc } from "../table/disc";
import { type Look, type Model, layersOf, natureOf, tiled } from "../table/figures";
import type { Coat } from "../table/heraldry";
import { INCH, number } from "../table/sheet";

const PLAIN: Look = { kind: "sword", mount: "", race: "man" };
const MM = 25.4;
/** How high the row is, in inches; what is deeper is drawn smaller, never cut. */
const HIGH = 2.1;
const APART = 0.45;

interface Sample {
  name: string;
  look: Look;
  width: number;
  depth: number;
  bases: string;
  layers: Record<string, string>;
}

/** So many side by side and one behind the other stand for a whole unit. */
const FEW = { foot: [4, 2], small: [3, 2], mount: [3, 1], big: [2, 1], long: [1, 1] } as const;

function sampleOf({ name, stand }: UnitCard): Sample | null {
  if (!stand) return null;
  const look = stand.look ?? PLAIN;
  const [most, deep] = FEW[natureOf(look)];
  const [bw, bd] = [stand.width / MM, stand.depth / MM];
  const files = Math.max(1, Math.min(stand.files, stand.bases, most));
  const ranks = Math.max(1, Math.min(Math.ceil(stand.bases / Math.max(1, stand.files)), deep));
  // One base for many models: as wide a part of it as a few of them need.
  const one = stand.many ? tiled(bw, bd, look)[0]! : null;
  const [w, d] = one ? [one[3], one[4]] : [bw, bd];
  const [across, down] = one ? [Math.min(most, Math.round(bw / w)), Math.min(deep, Math.round(bd / d))] : [files, ranks];
  const models = Array.from({ length: across * down }, (_, at): Model => [((at % across) + 0.5 - across / 2) * w, (Math.floor(at / across) + 0.5 - down / 2) * d, 0, w, d]);
  const bases = models.map(([x, y]) => (stand.round ? disc([x * INCH, y * INCH], (w * INCH) / 2 - 0.4) : plot(x, y, w, d))).join("");
  return { name, look, width: across * w, depth: down * d, bases, layers: layersOf(models, look, name) };
}

function plot(x: number, y: number, w: number, d: number): string {
  return `M${number((x - w / 2) * INCH + 0.4)},${number((y - d / 2) * INCH + 0.4)}h${number(w * INCH - 0.8)}v${number(d * INCH - 0.8)}h${number(-w * INCH + 0.8)}z`;
}

/** One unit of each look: first those that differ most from each other. */
function chosen(units: readonly UnitCard[], most: number): UnitCard[] {
  const [fresh, others, looks, names] = [[] as UnitCard[], [] as UnitCard[], new Set<string>(), new Set<string>()];
  for (const unit of units) {
    if (names.has(unit.name) || !unit.stand) continue;
    names.add(unit.name);
    const look = JSON.stringify(unit.stand.look ?? unit.stand.build ?? "");
    // One leader is enough as long as troops are left.
    const led = unit.stand.leader && fresh.some((one) => one.stand?.leader);
    (led || looks.has(look) ? others : fresh).push(unit);
    looks.add(look);
  }
  const kept = new Set([...fresh, ...others].slice(0, most));
  return units.filter((unit) => kept.has(unit));
}

export function Parade({ army, coat, most = 5 }: { army: ArmyCard; coat: Coat; most?: number }): JSX.Element | null {
  const samples = useMemo(() => chosen(army.units ?? [], most).flatMap((unit) => sampleOf(unit) ?? []), [army, most]);
  if (!samples.length) return null;
  const scales = samples.map((one) => Math.min(1, HIGH / one.depth));
  const widths = samples.map((one, at) => one.width * scales[at]!);
  const starts = widths.map((_, at) => widths.slice(0, at).reduce((sum, one) => sum + one + APART, 0));
  const whole = widths.reduce((sum, one) => sum + one, 0) + APART * (samples.length - 1);
  return (
    <span class="parade" aria-hidden="true">
      <svg class="wh" preserveAspectRatio="xMinYMid meet" viewBox={`-4 -9 ${number(whole * INCH + 8)} ${number(HIGH * INCH + 14)}`} style={{ aspectRatio: `${number(whole * INCH + 8)} / ${number(HIGH * INCH + 14)}` }}>
        {samples.map((one, at) => (
          <g key={one.name} data-unit={one.name} transform={`translate(${number((starts[at]! + widths[at]! / 2) * INCH)},${number((HIGH * INCH) / 2 + 1)}) scale(${number(scales[at]!)})`}>
            <path class="parade-base" d={one.bases} />
            <Painted look={one.look} name={one.name} coat={coat} drawn={{ layers: one.layers, fallen: "" }} />
          </g>
        ))}
      </svg>
    </span>
  );
}
