/** Models as they look from above, by troop, mount and people: all models of a unit together, one path for each layer. */
import library from "../../../src/warhost/report/look/figures.json";
import type { UnitShown } from "../net/types";
import { hashOf, mixed, placedAt, put, randomFrom } from "./art";
import type { Coat } from "./heraldry";
import { INCH } from "./sheet";

/** Sub-paths by layer; `headgear` is worn instead of the head of a people. */
type Figure = Partial<Record<string, string>>;
type Nature = keyof typeof library.nature;
type Race = keyof typeof library.races;
export type Look = NonNullable<UnitShown["look"]>;
/** A model around the middle of its unit, front up: x, y, turn, width and depth in inches. */
export type Model = readonly [x: number, y: number, turn: number, width: number, depth: number, role?: string];

const FOOT = library.foot as Record<string, Figure>;
const RIDERS = library.riders as Record<string, Figure>;
const MOUNTS = library.mounts as Record<string, Figure>;
const SMALL = library.small as Record<string, Figure>;
const BIG = library.big as Record<string, Figure>;
const LONG = library.long as Record<string, Figure>;
const HEADGEAR = library.headgear as Record<string, Figure>;
const HIDES = library.hide_of as Record<string, string[]>;
export const LAYERS: readonly string[] = library.layers;
const ENGINES = ["cannon", "bolt", "stone"];
/** What has no people of its own on it. */
const SHADED = ["m", "n", "b", "c", "k", "h", "o"];

export function natureOf({ kind = "sword", mount }: Pick<Look, "kind" | "mount">): Nature {
  if (mount) return "mount";
  if (kind in BIG) return "big";
  if (kind in LONG) return "long";
  return kind in SMALL ? "small" : "foot";
}

/** Room for the models of a unit that has one base for all of them: as many as fit at their natural size, never stretched. */
export function tiled(width: number, depth: number, look: Look): Model[] {
  const [wide, deep] = library.nature[natureOf(look)] as [number, number];
  const files = Math.max(1, Math.round(width / wide));
  const ranks = Math.max(1, Math.round(depth / deep));
  const [w, d] = [width / files, depth / ranks];
  return Array.from({ length: files * ranks }, (_, at) => [((at % files) + 0.5) * w - width / 2, (Math.floor(at / files) + 0.5) * d - depth / 2, 0, w, d]);
}

/** A machine and those who serve it, on one base. */
function served([x, y, turn, w, d]: Model): Model[] {
  const size = Math.min(w, d);
  if (size < 1.2) return [[x, y, turn, w, d]];
  const man = size * 0.36;
  const about = (right: number, back: number, role?: string, scale = man): Model => {
    const [s, c] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
    return [x + right * c - back * s, y + right * s + back * c, turn + (role ? right * 14 : 0), scale, scale, role];
  };
  return [about(0, -size * 0.1, undefined, size * 0.84), about(-size * 0.34, size * 0.3, "crew"), about(size * 0.34, size * 0.26, "crew"), about(size * 0.02, size * 0.4, "crew")];
}

/** Layer by layer the paths of all models of a unit, in units of the sheet around its middle. */
export function layersOf(models: readonly Model[], look: Look, name: string): Record<string, string> {
  const drawn: Record<string, string> = {};
  const random = randomFrom(hashOf(name));
  const race = library.races[(look.race ?? "man") as Race];
  const nature = natureOf(look);
  for (const model of ENGINES.includes(look.kind ?? "") ? models.flatMap(served) : models) {
    const [mx, my, turn, width, depth, role] = model;
    const own = role ? "foot" : nature;
    // Monsters and machines stand still; troops are never dressed to the inch.
    const loose = own === "big" || own === "long" ? 0 : 1;
    const degrees = turn + (random() - 0.5) * 9 * loose;
    const scale = sizeOf(own, width, depth) * (own === "foot" ? Math.sqrt(race.wide) * (1 + (random() - 0.5) * 0.06) : 1);
    const x = mx * INCH + (random() - 0.5) * width * INCH * 0.07 * loose;
    const y = my * INCH + (random() - 0.5) * depth * INCH * 0.07 * loose;
    const here = placedAt(x, y, degrees, scale);
    const other = random() > 0.55;
    const add = (figure: Figure, at = here) => {
      for (const [layer, path] of Object.entries(figure)) {
        if (layer === "headgear") continue;
        const into = layer === "m" && other ? "n" : layer;
        drawn[into] = (drawn[into] ?? "") + put(path!, at);
      }
    };
    if (own === "mount") add(MOUNTS[look.mount!] ?? MOUNTS.horse!);
    const figure = figureOf(look, own, role);
    add(figure);
    if (own === "foot" || own === "mount") {
      const back = own === "mount" ? 0.2 * scale : 0;
      const turned = (degrees * Math.PI) / 180;
      add(HEADGEAR[figure.headgear ?? ""] ?? (race.head as Figure), placedAt(x - back * Math.sin(turned), y + back * Math.cos(turned), degrees, scale * (own === "mount" ? 0.92 : 1)));
    }
  }
  return drawn;
}

function sizeOf(nature: Nature, width: number, depth: number): number {
  const half = nature === "mount" || nature === "long" ? Math.min(width / 2, depth / 4) : Math.min(width, depth) / 2;
  // On a base that is as wide as it is deep a rider is as long as that.
  const whole = (nature === "mount" || nature === "long") && depth < width * 1.3 ? depth / 3.4 : half;
  return Math.max(half, whole) * INCH * library.scale[nature];
}

function figureOf({ kind = "sword" }: Look, nature: Nature, role?: string): Figure {
  if (role) return FOOT[role] ?? FOOT.sword!;
  if (nature === "mount") return RIDERS[kind] ?? (kind === "cross" || kind === "javelin" ? RIDERS.bow! : RIDERS.spear!);
  return BIG[kind] ?? LONG[kind] ?? SMALL[kind] ?? FOOT[kind] ?? FOOT.sword!;
}

/** The shadow that the bodies of figures cast: what of them stands up. */
export function silhouette(layers: Record<string, string>): string {
  return SHADED.map((layer) => layers[layer] ?? "").join("");
}

/** The colours of a unit: its army's coat gives cloth, shields and trappings, its people skin and metal. */
export function paletteOf(coat: Coat, look: Look, name: string): Record<string, string> {
  const random = randomFrom(hashOf(`${name}p`));
  const race = library.races[(look.race ?? "man") as Race] as { skin: string; helm: string; hair?: string };
  const cloth = mixed(coat.field, coat.other, random() < 0.5 ? 0 : 0.35);
  const shield = random() < 0.5 ? coat.metal : mixed(coat.field, "#ffffff", 0.12);
  const hides = HIDES[look.mount && look.mount in HIDES ? look.mount : (look.kind ?? "")] ?? library.hides;
  const hide = hides[Math.floor(random() * hides.length)]!;
  const dead = look.race === "undead";
  return {
    ...library.inks,
    c: dead ? mixed(cloth, "#3a382f", 0.5) : look.kind === "tree" ? "#4d6b33" : cloth,
    b: look.kind === "tree" ? "#5f8040" : look.kind === "dragon" || look.kind === "bird" ? mixed(hide, coat.field, 0.55) : coat.other,
    s: shield,
    p: coat.metal,
    m: dead && look.mount ? mixed(hide, "#d8d2b4", 0.55) : hide,
    n: dead && look.mount ? mixed(hide, "#d8d2b4", 0.3) : mixed(hide, "#000000", 0.16),
    k: race.skin,
    h: race.helm,
    r: race.hair ?? library.inks.r,
  };
}
