/** Where things are, in words: by the clock and in inches, from a unit or from where its ghost stands. */
import { computed } from "@preact/signals";
import type { FeatureShown, MarkerShown, Picture, UnitShown } from "../net/types";
import { between, partOf, partsOf } from "../table/apart";
import { type Rect, beside, clock, closest, overlaps, sideOf } from "../table/geometry";
import { rectOf } from "../table/Overlay";
import { ownEdge } from "../table/view";
import { words } from "../words";
import { deciding, leftOf, marksOf } from "./describing";
import { listed } from "./english";
import { ghost as made, placing } from "./making";
import { broughtUp, picture, question, selected, surveyed, units } from "./table";
import { threatNames, threatsOn } from "./threats";

export interface Eye {
  rect: Rect;
  /** Nobody: the table is seen from its centre, or from a marker that is being placed. */
  unit: UnitShown | null;
  /** Not where the unit stands, but where it would. */
  ghost: boolean;
  /** The number of the one model of the unit that is being placed: not the unit itself is seen from there. */
  model: number | null;
}

/** Whence the table is described: the ghost in hand, else the unit looked at, else the centre. */
export const eye = computed<Eye | null>(() => {
  const now = picture.value;
  if (!now) return null;
  // A unit that an earlier question brought up does not stand between the reader and the template in hand.
  const template = made.value !== null && made.value.unit === null && selected.value === broughtUp.value;
  const id = template ? null : (selected.value ?? deciding(question.value));
  const unit = id === null ? null : (units.value.get(id) ?? null);
  const there = ghost();
  const model = placing.value?.model ?? null;
  if (there && there.unit === (id ?? null)) return { rect: there.rect, unit, ghost: true, model };
  const stands = unit && rectOf(unit);
  if (stands) return { rect: stands, unit, ghost: false, model: null };
  return { rect: point(now.board.width / 2, now.board.depth / 2), unit: null, ghost: false, model: null };
});

function ghost(): { rect: Rect; unit: number | null } | null {
  const now = made.value;
  if (!now) return null;
  const { x, y, width } = now.rect;
  // What is round faces nowhere.
  const round = placing.value?.outline?.form === "circle";
  return { ...now, rect: !width ? point(x, y) : round ? { ...now.rect, facing: point(x, y).facing } : now.rect };
}

function point(x: number, y: number): Rect {
  // Who sits at the far edge of the table looks the other way.
  return { x, y, facing: ownEdge.value === "near" ? 0 : 180, width: 0.01, depth: 0.01 };
}

/** Where something lies; the line to it is that between their rectangles, or the shortest of a loose unit. */
export function whereIs(from: Rect, there: Rect, line = closest(from, there)): string {
  if (line.inches === 0 && overlaps(from, there)) return words.text.within;
  return words.text.clock(words.inch(line.inches), clock([from.x, from.y, from.facing], [there.x, there.y]));
}

export function called(piece: FeatureShown): string {
  return (piece.name || piece.kind).replaceAll("_", " ");
}

/** Everything about a unit that the eye could see on the table: where, which side, sight, threat, state, ground. */
export function aboutUnit(from: Eye, unit: UnitShown, now: Picture): string[] {
  const there = rectOf(unit);
  const itself = unit.id === from.unit?.id && from.model === null;
  const spot = itself && from.ghost ? from.rect : there;
  const ground = spot ? now.board.features.filter((piece) => overlaps(spot, piece)).map(called) : [];
  return [
    itself ? words.text.itself : there ? whereIs(from.rect, there, lineTo(from, unit)) : words.text.offTable,
    there && !itself ? words.text.shows(words.text.arcs[sideOf(there, [from.rect.x, from.rect.y])]) : "",
    actOf(unit),
    ...(itself ? [] : surveyOf(from, unit)),
    reachedBy(unit),
    ground.length ? words.text.standsIn([...new Set(ground)].join(", ")) : "",
    leftOf(unit),
    ...marksOf(unit),
    unit.standard ? words.unit.standard : "",
  ].filter(Boolean);
}

/** The shortest line from the eye to a unit. */
function lineTo(from: Eye, unit: UnitShown): ReturnType<typeof closest> | undefined {
  const own = from.unit && !from.ghost ? partsOf(from.unit) : partOf(from.rect);
  return between(own, partsOf(unit)) ?? undefined;
}

/** Upon whom the unit acts, if that is what the question is about. */
function actOf(unit: UnitShown): string {
  const act = question.value?.act;
  if (act?.unit !== unit.id || !act.targets.length) return "";
  return words.text.actsUpon(listed(act.targets.flatMap((id) => units.value.get(id)?.name ?? [])));
}

/** Whether the eye sees the unit, and what the unit could do to it. */
function surveyOf(from: Eye, unit: UnitShown): string[] {
  const told = surveyed.value;
  if (!told || told.unit !== from.unit?.id || from.model !== null) return [];
  const sight = told.sights.find((one) => one.unit === unit.id);
  const seen = !sight ? "" : sight.seen ? words.text.seen(sight.cover ?? "") : words.text.unseen(words.sight.why(sight.hidden_by));
  const threats = told.threats.filter((one) => one.unit === unit.id).map((one) => words.text.threat(one.label));
  const aims = (told.aims ?? []).filter((one) => one.unit === unit.id).map(words.aims.told);
  return [seen, ...aims, ...threats];
}

/** Who of the side whose reach is shown could reach the unit where it stands. */
function reachedBy(unit: UnitShown): string {
  const threats = threatsOn.value.get(unit.id);
  return threats ? words.threats.by(threatNames(threats)) : "";
}

/** A marker: whose it is, where, and who stands near enough to matter. */
export function aboutMarker(from: Eye, marker: MarkerShown, now: Picture): string[] {
  const here = point(marker.x, marker.y);
  const ring = now.board.rings.find((one) => one.x === marker.x && one.y === marker.y);
  const near = ring ? now.units.filter((unit) => isWithin(unit, here, ring.radius)).map((unit) => unit.name) : [];
  return [
    whereIs(from.rect, here),
    words.text.at(words.inch(marker.x), words.inch(marker.y)),
    ring ? words.text.nearMarker(words.inch(ring.radius), near) : "",
  ].filter(Boolean);
}

function isWithin(unit: UnitShown, here: Rect, inches: number): boolean {
  const stands = rectOf(unit);
  return stands !== null && closest(stands, here).inches <= inches;
}

/** How far the edges of the table are, by the clock. */
export function edges(from: Eye, now: Picture): [string, string][] {
  const { width, depth } = now.board;
  const { x, y, facing } = from.rect;
  // As the player sees them, who sits at the near one.
  const [near, far, left, right] = ownEdge.value === "near" ? [0, depth, 0, width] : [depth, 0, width, 0];
  const ends: [keyof typeof words.text.edges, number, number][] = [
    ["near", x, near],
    ["far", x, far],
    ["left", left, y],
    ["right", right, y],
  ];
  return ends.map(([name, ex, ey]) => {
    const gap = closest(from.rect, point(ex, ey)).inches;
    return [words.text.edges[name], words.text.clock(words.inch(gap), clock([x, y, facing], [ex, ey]))];
  });
}

/** Where a unit is, seen by the one that decides; nothing where there is none or it is that one. */
export function seenByTheOneThatDecides(unit: UnitShown): string {
  const id = deciding(question.peek());
  const own = id === null ? undefined : units.peek().get(id);
  const from = own && rectOf(own);
  const there = rectOf(unit);
  if (!from || !there || own.id === unit.id) return "";
  return words.text.fromThere(whereIs(from, there), own.name, words.text.arcs[sideOf(there, beside(from, 0, 0))]);
}
