/** What the plate of each unit says, how short it is, and where it stands. */
import { computed } from "@preact/signals";
import type { Odds, UnitShown } from "../net/types";
import { leftOf, marksOf, standsInRanks } from "../state/describing";
import { draft, inHand, lifted } from "../state/making";
import { atAGlance, oddsText } from "../state/odds";
import { picks } from "../state/picking";
import { settings } from "../state/settings";
import { unhurried } from "../state/show";
import { hovered, picture, selected, surveyed, units } from "../state/table";
import { walking } from "../state/walking";
import { words } from "../words";
import { type Point, corners } from "./geometry";
import { textWidth } from "./ink";
import { type Box, shared, widened } from "./labels";
import { type Plated, type Polygon, type Put, type Size, placePlates } from "./placing";
import { INCH, angle, toSheet } from "./sheet";
import { box, coarse, frame, scale, sheet } from "./view";

export const ICON = 7.5;
/** How far the pictures of states are apart. */
export const ICON_STEP = 2 * ICON + 2;
export const nameWidth = (text: string): number => textWidth(text, 13, 700);
export const countWidth = (text: string): number => textWidth(text, 13, 500);
export const oddsWidth = (text: string): number => textWidth(text, 13, 700) + 10;
/** The edge in the colour of the side, and the room at its right. */
export const EDGE = 5;
const PAD = 6;
export const HIGH = { full: 23, short: 20, crest: 18 } as const;
export const CREST = { full: 0, short: 16, crest: 15 } as const;

export type Form = keyof typeof HIGH;
const FORMS: readonly Form[] = ["full", "short", "crest"];

/** So many pixels to the inch, and fewer: names are left to those who point at a unit. */
const FAR = 10.5;
/** A screen so narrow is a phone's. */
const PHONE = 600;
/** So far around a unit in hand its handles reach. */
const HANDLES = coarse ? 40 : 26;
/** So much room around the markers of objectives stays clear, in pixels. */
const MARKER = 13;

export interface Plate {
  unit: UnitShown;
  form: Form;
  name: string;
  count: string;
  icons: readonly string[];
  /** A chance or what dice need, where a question is open. */
  odds: { text: string; class: string } | null;
  box: Box;
  leader: readonly [Point, Point] | null;
}

type Content = Pick<Plate, "unit" | "name" | "count" | "icons" | "odds">;

/** Texts find their places after everything else: a unit that sets out is seen at once. */
const pictured = unhurried(picture, 40);

export const isFar = computed(() => scale.value * INCH < FAR || frame.value.width < PHONE);

/** What of the sheet is on the screen. */
export const within = computed<Box>(() => {
  const { left, top, width, height } = box.value;
  const px = scale.value;
  return [left * px, top * px, (left + width) * px, (top + height) * px];
});

export function onScreen(point: Point): Point {
  const [x, y] = toSheet(sheet.value, point);
  return [x * scale.value, y * scale.value];
}

export function standing(): UnitShown[] {
  return pictured.value?.units.filter((unit) => unit.pose) ?? [];
}

const outlines = new WeakMap<UnitShown, { sheet: unknown; scale: number; parts: readonly Polygon[] }>();
const ROUND = 8;

/** What a unit covers on the screen: its rectangle, or the base of each of its models if they stand loose. */
export function partsOnScreen(unit: UnitShown): readonly Polygon[] {
  const known = outlines.get(unit);
  if (known?.sheet === sheet.value && known.scale === scale.value) return known.parts;
  const [x, y, facing] = unit.pose!;
  const parts =
    unit.loose && unit.bases.length
      ? unit.bases.map(([bx, by, turn, width, depth]): Polygon => {
          if (!unit.round) return corners({ x: bx, y: by, facing: turn, width, depth }).map(onScreen);
          const [cx, cy] = onScreen([bx, by]);
          // Corners outside the circle, so that no part of it is forgotten.
          const radius = ((width / 2) * INCH * scale.value) / Math.cos(Math.PI / ROUND);
          return Array.from({ length: ROUND }, (_, at): Point => [cx + Math.cos((at / ROUND) * 2 * Math.PI) * radius, cy + Math.sin((at / ROUND) * 2 * Math.PI) * radius]);
        })
      : [corners({ x, y, facing, width: unit.width, depth: unit.depth }).map(onScreen)];
  outlines.set(unit, { sheet: sheet.value, scale: scale.value, parts });
  return parts;
}

/** The room that a unit takes on the screen. */
export function roomOf(unit: UnitShown): Box {
  const points = partsOnScreen(unit).flat();
  const [xs, ys] = [points.map((point) => point[0]), points.map((point) => point[1])];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** A unit that could do something by itself is asked about that: what others could do to it comes when they are selected. */
function isAskedToAct(id: number, unit: number | null | undefined): boolean {
  return unit !== selected.value && (picks.value.byUnit.get(id) ?? []).some((own) => own.target === null || own.target === undefined);
}

/** What is at stake at each unit: what the one in hand needs to hit it, or the odds of the only option that aims at it. */
export const stakes = computed<ReadonlyMap<number, { text: string; class: string }>>(() => {
  const told = new Map<number, { text: string; class: string }>();
  for (const [id, options] of picks.value.byTarget) {
    const odds: Odds | undefined = atAGlance(options[0]?.odds ?? [])[0];
    if (odds && options.length === 1 && !isAskedToAct(id, options[0]!.unit)) told.set(id, { text: oddsText(odds), class: "odds" });
  }
  const aimed = surveyed.value;
  if (aimed?.aims?.length && inHand.value !== null && aimed.unit === inHand.value) {
    const best = new Map<number, number>();
    for (const { unit, need } of aimed.aims) best.set(unit, Math.min(best.get(unit) ?? Infinity, need));
    for (const [id, need] of best) told.set(id, { text: words.needs(need), class: need > 6 ? "aim vain" : "aim" });
  }
  return told;
});

/** The eye that tells whether the selected unit sees another. */
function sightOf(unit: UnitShown): readonly string[] {
  const told = surveyed.value;
  const seen = settings.value.sight && told && told.unit === selected.value ? told.sights.find((one) => one.unit === unit.id) : undefined;
  return seen ? [seen.seen ? words.sight.seen : words.sight.unseen] : [];
}

function contentOf(unit: UnitShown): Content {
  return { unit, name: unit.name, count: leftOf(unit, true), icons: [...marksOf(unit), ...sightOf(unit)], odds: stakes.value.get(unit.id) ?? null };
}

export function figureOf(unit: UnitShown): string {
  return String(unit.models > 1 && !unit.points ? unit.models : unit.health);
}

/** The eye comes and goes while a unit is moved: while one is chosen, plates keep room for it and stay where they are. */
function roomForAnEye(unit: UnitShown): number {
  return settings.value.sight && selected.value !== null && unit.id !== selected.value ? 1 : 0;
}

/** What the dice need comes and goes too while a unit is in hand: the plates of its enemies keep room for it. */
function roomForAims(unit: UnitShown): number {
  const held = inHand.value === null ? undefined : units.value.get(inHand.value);
  return held && held.seat !== unit.seat ? oddsWidth("5+") : 0;
}

export function sizeOf({ unit, name, count, icons, odds }: Content, form: Form): Size {
  const figure = Math.max(odds ? oddsWidth(odds.text) : 0, roomForAims(unit));
  const chip = figure && figure + 4;
  const height = HIGH[form];
  if (form === "crest") return { width: 20, height };
  const shown = icons.filter((word) => word !== words.sight.seen && word !== words.sight.unseen).length + roomForAnEye(unit);
  const signs = shown * ICON_STEP + (shown ? 2 : 0);
  if (form === "short") return { width: 4 + CREST.short + 4 + countWidth(figureOf(unit)) + signs + chip + PAD - 2, height };
  return { width: EDGE + PAD + nameWidth(name) + 6 + countWidth(count) + signs + chip + PAD, height };
}

/** A unit that wants a plate, with so much room around it for what one grabs it by. */
function plated(content: Content, forms: readonly Form[], weight: number, room = 0): Plated {
  const { unit } = content;
  const parts = room ? [polygonOf(widened(roomOf(unit), room))] : partsOnScreen(unit);
  const [left, top, right, bottom] = roomOf(unit);
  const behind = ((angle(sheet.value, unit.pose![2]) + 180) * Math.PI) / 180;
  // Loose models have no rear: their plate goes below them.
  const rear: Point = unit.loose ? [0, 1] : [Math.sin(behind), -Math.cos(behind)];
  const middle: Point = unit.loose ? [(left + right) / 2, (top + bottom) / 2] : onScreen([unit.pose![0], unit.pose![1]]);
  return { id: unit.id, parts, middle, rear, sizes: forms.map((form) => sizeOf(content, form)), weight };
}

/** Less than half in sight, and a unit has no plate. */
function isInSight(unit: UnitShown): boolean {
  const room = roomOf(unit);
  return shared(room, within.value) >= 0.5 * (room[2] - room[0]) * (room[3] - room[1]);
}

/** What no plate may cover beside units: the markers of objectives. */
const bars = computed<Polygon[]>(() =>
  (pictured.value?.board.markers ?? []).map(({ x, y }) => {
    const [cx, cy] = onScreen([x, y]);
    const room = Math.max(MARKER, 17 * scale.value);
    return [[cx - room, cy - room], [cx + room, cy - room], [cx + room, cy + room], [cx - room, cy + room]];
  }),
);

// Where everything was last: nothing moves without need while the table does.
let before: ReadonlyMap<number, Put> = new Map();
let beforeScale = 0;

interface Laid {
  content: Content;
  forms: readonly Form[];
  put: Put;
}

/** Those in the ranks of others, and a unit in hand, have none. */
const wanting = computed(() => standing().filter((unit) => !standsInRanks(unit) && isInSight(unit)));

/** The plates of all units as they stand while nobody points at any: pointing moves none of the others. */
const laid = computed<readonly Laid[]>(() => {
  if (!settings.value.labels) return [];
  const named = isFar.value ? FORMS.slice(1) : FORMS;
  const all = wanting.value.map((unit) => {
    const content = contentOf(unit);
    const engaged = unit.marks.some((mark) => /engaged|combat/.test(mark));
    const asked = content.odds?.class === "odds";
    const weight = (asked ? 4 : 0) + (engaged ? 2 : 0) - (unit.single ? 1 : 0);
    const forms = asked ? FORMS : named;
    return { content, forms, item: plated(content, forms, weight) };
  });
  if (beforeScale !== scale.value) before = new Map();
  beforeScale = scale.value;
  const found = placePlates(all.map(({ item }) => item), bars.value, within.value, before);
  before = found;
  return all.flatMap(({ content, forms, item }) => {
    const put = found.get(item.id);
    return put ? [{ content, forms, put }] : [];
  });
});

/** The units that are shown in full, however far one looks from. */
const looked = computed<ReadonlySet<number>>(() => new Set([selected.value, hovered.value].flatMap((id) => (id === null ? [] : [units.value.get(id)?.host ?? id]))));

/** All plates: those of the units that are pointed at or chosen in full, the others as they were. */
export const plates = computed<readonly Plate[]>(() => {
  const handled = draft.value?.unit ?? walking.value?.unit ?? null;
  // Once a unit is on its way its name is at its ghost.
  const all = laid.value.filter(({ content: { unit } }) => unit.id !== handled || lifted.value === null);
  const fuller = all.filter(({ content: { unit }, forms, put }) => unit.id === handled || (looked.value.has(unit.id) && forms[put.size] !== "full"));
  const rest = all.filter((one) => !fuller.includes(one));
  const taken = rest.map(({ put }): Polygon => polygonOf(put.box));
  const others = wanting.value.filter((unit) => !fuller.some((one) => one.content.unit.id === unit.id)).flatMap(partsOnScreen);
  const again = fuller.length ? placePlates(fuller.map(({ content }) => plated(content, FORMS, 0, content.unit.id === handled ? HANDLES : 0)), [...bars.value, ...taken, ...others], within.value) : new Map<number, Put>();
  return all.map(({ content, forms, put }) => {
    const full = again.get(content.unit.id);
    const at = full ?? put;
    return { ...content, form: (full ? FORMS : forms)[at.size]!, box: at.box, leader: at.leader };
  });
});

function polygonOf([left, top, right, bottom]: Box): Polygon {
  return [[left, top], [right, top], [right, bottom], [left, bottom]];
}
