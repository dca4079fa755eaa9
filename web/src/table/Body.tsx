/** The models of a unit on their bases around its own centre: used for units, ghosts and thumbnails alike. */
import type { JSX } from "preact";
import type { UnitShown } from "../net/types";
import type { Base } from "./cohesion";
import { disc } from "./disc";
import { LAYERS, type Look, type Model, layersOf, natureOf, paletteOf, silhouette, tiled } from "./figures";
import { type Point, type Pose, corners, local } from "./geometry";
import { type Coat, coatFor } from "./heraldry";
import { INCH, number, path } from "./sheet";

export function sideClass(unitSeat: number): string {
  return unitSeat >= 0 ? `s${unitSeat % 4}` : "sn";
}

/** The models of a unit around its own centre, its front up: the outlines of their bases, and what stands on them. */
export interface Drawn {
  bases: string;
  /** Paths of the figures by layer. */
  layers: Readonly<Record<string, string>>;
  /** Those who fell in a unit that has no bases of its own for its models. */
  fallen: string;
}

const PLAIN: Look = { kind: "sword", mount: "", race: "man" };
/** Where no figure is known, as for a template, there is only a base. */
export const lookOf = (unit: UnitShown): Look | null => (unit.build || unit.look ? (unit.look ?? PLAIN) : null);

/** Bases and poses are new objects once they have changed: nothing is drawn twice in between, least of all in a drag. */
const drawings = new WeakMap<UnitShown["bases"], { pose: Pose; health: number; drawn: Drawn }>();

export function drawnAt(unit: UnitShown, pose: Pose): Drawn {
  const known = unit.bases.length ? drawings.get(unit.bases) : undefined;
  if (known?.pose === pose && known.health === unit.health) return known.drawn;
  const drawn = drawnBy(unit, pose, unit.bases);
  drawings.set(unit.bases, { pose, health: unit.health, drawn });
  return drawn;
}

export function drawnBy(unit: UnitShown, pose: Pose, bases: readonly Base[]): Drawn {
  const look = lookOf(unit);
  if (!look) return { bases: basesPath(unit, pose, bases), layers: {}, fallen: "" };
  const own = bases.map(([x, y, facing, width, depth]): Model => {
    const [right, ahead] = local(pose, [x, y]);
    return [right, -ahead, facing - pose[2], width, depth];
  });
  // One base for many models: they stand on it in ranks, and those who are lost lie at the rear.
  const many = own.length === 1 && !unit.single && !unit.round;
  if (!many) return { bases: basesPath(unit, pose, bases), layers: layersOf(withStandard(unit, look, own), look, unit.name), fallen: "" };
  const models = tiled(unit.width, unit.depth, look);
  const lost = Math.min(models.length - 1, Math.round(models.length * (1 - unit.health / Math.max(1, unit.health_at_start))));
  const lying = models.slice(models.length - lost).map(([x, y, , w, d], at): Model => [x, y, 70 + ((at * 137) % 220), w * 0.86, d * 0.86]);
  return {
    bases: models.map(([x, y, , w, d]) => path(corners({ x: x * INCH, y: y * INCH, facing: 0, width: w * INCH - 1, depth: d * INCH - 1 }))).join(""),
    layers: layersOf(withStandard(unit, look, models.slice(0, models.length - lost)), look, unit.name),
    fallen: lying.length ? silhouette(layersOf(lying, look, unit.name)) : "",
  };
}

/** The bearer of a standard stands in the middle of the first rank. */
function withStandard(unit: UnitShown, look: Look, models: readonly Model[]): readonly Model[] {
  if (!unit.standard || natureOf(look) !== "foot" || models.length < 4) return models;
  const bearer = models.reduce((best, model, at) => (model[1] * 4 + Math.abs(model[0]) < models[best]![1] * 4 + Math.abs(models[best]![0]) ? at : best), 0);
  return models.map((model, at): Model => (at === bearer ? [model[0], model[1], model[2], model[3], model[4], "standard"] : model));
}

/** Where a point of the table lies around the middle of a unit, its front up. */
function about(pose: Pose, point: Point): Point {
  const [right, ahead] = local(pose, point);
  return [right * INCH, -ahead * INCH];
}

/** The outlines of all bases, or of the whole where none are told, moved so far. */
export function basesPath(unit: UnitShown, pose: Pose, bases: readonly Base[], [dx, dy]: Point = [0, 0]): string {
  const moved = ([x, y]: Point): Point => [x + dx, y + dy];
  if (!bases.length) {
    const [w, d] = [(unit.width * INCH) / 2, (unit.depth * INCH) / 2];
    return path(([[-w, -d], [w, -d], [w, d], [-w, d]] as Point[]).map(moved));
  }
  return bases
    .map(([x, y, facing, width, depth]) =>
      unit.round ? disc(moved(about(pose, [x, y])), (width * INCH) / 2) : path(corners({ x, y, facing, width, depth }).map((corner) => moved(about(pose, corner)))),
    )
    .join("");
}

/** Figures in the colours of their army. */
export function Figures({ unit, drawn, coat = coatFor(unit) }: { unit: UnitShown; drawn: Drawn; coat?: Coat }): JSX.Element | null {
  const look = lookOf(unit);
  return look && <Painted look={look} name={unit.name} coat={coat} drawn={drawn} />;
}

/** Figures of a look in the colours of a coat. */
export function Painted({ look, name, coat, drawn }: { look: Look; name: string; coat: Coat; drawn: Pick<Drawn, "layers" | "fallen"> }): JSX.Element {
  const colours = paletteOf(coat, look, name);
  const thick = natureOf(look) === "foot" || natureOf(look) === "mount" ? 1.5 : 2;
  const shade = silhouette(drawn.layers);
  return (
    <>
      {drawn.fallen && <path class="fallen" d={drawn.fallen} />}
      {shade && <path class="under" d={shade} />}
      {LAYERS.map((layer) =>
        drawn.layers[layer] ? (
          layer === "w" ? (
            <path key={layer} class="fig shaft" d={drawn.layers[layer]} stroke={colours.w} stroke-width={thick} />
          ) : (
            <path key={layer} class="fig" d={drawn.layers[layer]} fill={colours[layer]} />
          )
        ) : null,
      )}
    </>
  );
}

/** `coat`: that of its army, where it is on no table. */
export function Body({ unit, drawn, coat }: { unit: UnitShown; drawn: Drawn; coat?: Coat }): JSX.Element {
  const w = (unit.width * INCH) / 2;
  const d = (unit.depth * INCH) / 2;
  const half = Math.min(0.36, unit.width / 4) * INCH;
  const patterned = unit.seat >= 0 && unit.seat % 4 > 0;
  return (
    <>
      {unit.loose ? null : <rect class="plate" x={number(-w)} y={number(-d)} width={number(2 * w)} height={number(2 * d)} />}
      <path class="tint" d={drawn.bases} />
      {patterned && <path class="bases" d={drawn.bases} fill={`url(#pattern-${unit.seat % 4})`} />}
      <Figures unit={unit} drawn={drawn} coat={coat} />
      {/* Models that stand loose have no common front. */}
      {unit.loose ? (
        <path class="edge" d={drawn.bases} />
      ) : (
        <>
          <rect class="edge" x={number(-w)} y={number(-d)} width={number(2 * w)} height={number(2 * d)} />
          <path class="front" d={`M${number(-w)},${number(-d + 1.4)}H${number(w)}`} />
          <path class="nose" d={`M${number(-half)},${number(-d)}L0,${number(-d - half)}L${number(half)},${number(-d)}Z`} />
        </>
      )}
    </>
  );
}
