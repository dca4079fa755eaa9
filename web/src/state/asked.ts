/** The open question in words: everything that may be answered, whatever its kind. */
import type { Choose, Kind, Manoeuvre, Option, Outline, Pick, Place, Pool, Question, Walk, Within } from "../net/types";
import { ownEdge } from "../table/view";
import { words } from "../words";
import { filesOf } from "./draft";
import { listed } from "./english";
import { bounds, draft, picked, shares } from "./making";
import { atAGlance, oddsText } from "./odds";
import { passKey } from "./passing";
import { numbered } from "./picking";
import { units } from "./table";

/** A sentence, and what belongs below it. */
export interface Told {
  text: string;
  below?: readonly string[];
}

export function askedInWords(asked: Question): Told[] {
  switch (asked.ask) {
    case "choose":
      return chooseInWords(asked);
    case "pick":
      return pickInWords(asked);
    case "manoeuvre":
      return moveInWords(asked);
    case "walk":
      return walkInWords(asked);
    case "place":
      return placeInWords(asked);
    case "allocate":
      return asked.pools.map((pool) => poolInWords(pool));
  }
}

/** Keys go no farther than that. */
const KEYS = 9;

function keyOf(option: Option, index: number): string {
  return option.passes ? passKey.value : index < KEYS ? String(index + 1) : "";
}

function optionInWords(option: Option, index: number, more: readonly string[] = []): string {
  const odds = atAGlance(option.odds ?? []).map((one) => `${oddsText(one)} ${one.label}`);
  return words.asked.keyed(keyOf(option, index), words.asked.option(option.label, [...more, ...odds, ...(option.text ? [option.text] : [])]));
}

function chooseInWords({ options }: Choose): Told[] {
  return [{ text: words.asked.one(options.length), below: numbered(options).map((option, index) => optionInWords(option, index)) }];
}

function pickInWords({ options, least = 0, most = 1 }: Pick): Told[] {
  const isPicked = (option: Option) => (picked.value.includes(option.key) ? [words.asked.picked] : []);
  return [{ text: words.pick.how(least, most), below: options.map((option, index) => optionInWords(option, index, isPicked(option))) }];
}

function moveInWords({ kinds, optional }: Manoeuvre): Told[] {
  return [...kinds.map((kind) => ({ text: kindInWords(kind) })), { text: optional === false ? words.asked.must : words.asked.stay }];
}

const ANY_FACING = 180;

function kindInWords({ name, forward = 0, back = 0, side = 0, turns = [], gap = 0, text = "", frontages = [], holds = "centre" }: Kind): string {
  const own = draft.value ? filesOf({ ...draft.value, wish: null, files: 0 }) : 0;
  const files = [...frontages]
    .sort((a, b) => a.files - b.files)
    .map((one) => words.asked.frontage(words.move.inFiles(one.files), words.text.size(words.inch(one.width), words.inch(one.depth)), one.files === own));
  return words.asked.kind(
    name,
    [
      forward && words.asked.forward(words.inch(forward)),
      back && words.asked.back(words.inch(back)),
      side && words.asked.side(words.inch(side)),
      files.length && words.asked.reform(holds, files),
      ...turns.map((one) => words.asked.turns(one.about, one.about === "centre" && one.degrees >= ANY_FACING ? "" : words.degrees(one.degrees), one.most ?? null, one.first ?? false, one.costs ?? false)),
      gap && words.asked.gap(words.inch(gap)),
    ].filter((one): one is string => !!one),
    text,
  );
}

function walkInWords({ unit, inches, cohesion, gap = 0, formations = [], faces, reach = 0, instead = [], optional, party = [] }: Walk): Told[] {
  const told = [words.asked.asTheyStand, ...formations.map((name) => (words.walk.formations[name] ?? name).toLowerCase())];
  const names = party.flatMap((id) => units.value.get(id)?.name ?? []);
  return [
    words.asked.walks(words.inch(inches), words.inch(cohesion), gap ? words.inch(gap) : ""),
    names.length > 1 && words.asked.party(listed(names)),
    (names.length > 1 || (units.value.get(unit)?.bases.length ?? 0) > 1) && words.asked.together(told),
    faces && words.asked.facing,
    reach && words.asked.reach(words.inch(reach)),
    ...instead.map((one) => words.asked.instead(one.label, one.text ?? "")),
    optional === false ? words.asked.mustAll : words.asked.stayAll,
  ].flatMap((text) => (text ? [{ text }] : []));
}

function placeInWords({ unit, model, outline, within = [], zone, gap = 0, barred = [], edges = [] }: Place): Told[] {
  const name = unit === null || unit === undefined ? "" : (units.value.get(unit)?.name ?? "");
  const shape = outline ? shapeInWords(outline) : "";
  const ground = barred.map((kind) => kind.replaceAll("_", " "));
  const what = name && model !== null && model !== undefined ? words.asked.model(model + 1, name, shape) : shape ? words.asked.template(shape) : name ? words.asked.unit(name) : words.asked.marker;
  return [
    what,
    ...within.map(nearness),
    zone && zoneInWords(zone),
    gap ? words.asked.keeps(words.inch(gap), ground) : ground.length > 0 && words.asked.barred(ground),
    edges.length > 0 && words.asked.edges(edges.map((edge) => words.text.edges[asSeen(edge)])),
  ].flatMap((text) => (text ? [{ text }] : []));
}

function shapeInWords({ form, width, depth = 0 }: Outline): string {
  return words.asked.shapes[form](words.inch(width), words.inch(depth));
}

/** So near to what something has to be. */
function nearness({ text, inches, unit, points = [] }: Within): string {
  const name = unit === null || unit === undefined ? [] : (units.value.get(unit)?.name ?? []);
  const spots = points.map(([x, y]) => words.asked.point(words.inch(x), words.inch(y)));
  return words.asked.within(text, inches ? words.inch(inches) : "", words.asked.points([name, spots].flat()));
}

/** As far across and along as a zone goes; one that is no rectangle along the edges by its corners. */
function zoneInWords({ corners }: NonNullable<Place["zone"]>): string {
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]!)) as [number[], number[]];
  const upright = corners.length === 4 && new Set(xs).size === 2 && new Set(ys).size === 2;
  if (!upright) return words.asked.zoneCorners(corners.map(([x, y]) => words.asked.corner(words.inch(x), words.inch(y))));
  const span = (all: number[]) => [words.inch(Math.min(...all)), words.inch(Math.max(...all))] as const;
  return words.asked.zone(...span(xs), ...span(ys));
}

type Edge = NonNullable<Place["edges"]>[number];
const ACROSS: Record<Edge, Edge> = { near: "far", far: "near", left: "right", right: "left" };

/** An edge of the table as the player sees it, who sits at the near one. */
function asSeen(edge: Edge): Edge {
  return ownEdge.value === "near" ? edge : ACROSS[edge];
}

function poolInWords(pool: Pool): Told {
  const given = shares.value[pool.key] ?? {};
  const below = pool.targets.map((target) => {
    const { least, most, why } = bounds(pool, target.key);
    const told = words.allocate.bounds(least, most < pool.count ? most : null);
    const share = words.asked.share(target.label, given[target.key] ?? 0, told, told && why);
    return words.asked.option(share, atAGlance(target.odds ?? []).map((one) => `${oddsText(one)} ${one.label}`));
  });
  return { text: words.asked.pool(pool.count, pool.label), below };
}
