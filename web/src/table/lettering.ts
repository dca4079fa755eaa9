/** Every text on the board, each with its place: the ghost's plate, units, how far things go, rings, terrain. */
import { computed } from "@preact/signals";
import look from "../../../src/warhost/report/look/shapes.json";
import type { FeatureShown, RingShown, Surveyed, UnitShown } from "../net/types";
import { guestsOf, leftOf, marksOf } from "../state/describing";
import { draft, draftEnd, lifted, placedRect, placing } from "../state/making";
import { settings } from "../state/settings";
import { unhurried } from "../state/show";
import { board, hovered, picture, selected, surveyed, units } from "../state/table";
import { isForward, menaces } from "../state/threats";
import { walkRect, walking } from "../state/walking";
import { words } from "../words";
import { type Point, type Rect, beside, corners } from "./geometry";
import { textWidth } from "./ink";
import { type Box, type Found, type Shape, type Wanted, around, arrange, besideBox, folded, shared, widened } from "./labels";
import { nearGhost } from "./near";
import { type Plaque, plaque } from "./plaque";
import { type Arc, rimSpots } from "./reach";
import { onScreen, plates, roomOf, standing, within } from "./plates";
import { coarse, sheet } from "./view";

export const PLATE_LINE = 17;
/** Heights and weights of letters, as the style sheet has them. */
const nameWidth = (text: string) => textWidth(text, 13, 600);
const quietWidth = (text: string) => textWidth(text, 11, 500);
const menaceWidth = (text: string) => textWidth(text, 11, 600);
const boldWidth = (text: string) => textWidth(text, 12, 600);
export const NOTE_LINE = 14;
const SIGHT_LETTERS = 26;
const GAP = 4;
const MARKER = 12;
/** So far around a ghost its handles reach. */
const HANDLES = coarse ? 40 : 26;
/** How many inches from the edge the figures of the ruler reach. */
const RULER = 1;

export interface NoteText {
  key: string;
  /** Lines stay together. */
  text: string;
  class: string;
  spots: readonly Point[];
  dispensable?: boolean;
  /** On a ground of its own: it stands where there is much to be seen below it. */
  pill?: boolean;
}

interface At {
  /** The middle of the top edge, in pixels of the screen. */
  x: number;
  y: number;
}

export interface Lettering {
  plate: (Plaque & At & { width: number }) | null;
  notes: readonly (NoteText & At)[];
}

const pictured = unhurried(picture, 40);

// Where everything was last: nothing moves without need while the table does.
let before: ReadonlyMap<string, Found> = new Map();

export const lettering = computed<Lettering>(() => {
  const plate = plaque.value;
  const notes = [...sightNotes(looking()), ...noteTexts()];
  const width = plate ? plateWidth(plate) : 0;
  const wanted: Wanted[] = [
    ...(plate ? [{ key: "plate", shapes: [plateShape(plate, width, within.value)] }] : []),
    ...notes.map((note) => ({ key: note.key, shapes: [noteShape(note)], dispensable: note.dispensable })),
  ];
  const places = arrange(wanted, [...plates.value.map((one) => one.box), ...takenBoxes()], within.value, before, paintedBoxes.value);
  before = places;
  return {
    plate: plate && { ...plate, ...places.get("plate")!, width },
    notes: notes.flatMap((note) => {
      const at = places.get(note.key);
      return at ? [{ ...note, ...at }] : [];
    }),
  };
});

/** The units whose plates lie over a ghost: it is seen through them. */
export const crossed = computed<ReadonlySet<number>>(() => {
  const ghost = placedRect.value ?? (lifted.value === null ? null : (walkRect.value ?? draftEnd.value));
  const body = ghost && boxAround(ghost);
  return new Set(body ? plates.value.filter((one) => shared(body, one.box) > 0).map((one) => one.unit.id) : []);
});

function boxAround(rect: Rect): Box {
  return around(corners(rect).map(onScreen));
}

function placed(unit: UnitShown): Rect {
  const [x, y, facing] = unit.pose!;
  return { x, y, facing, width: unit.width, depth: unit.depth };
}

/** Where something is written on top of: units, and the ghost of one. */
function takenBoxes(): Box[] {
  const ghost = placedRect.value ?? draftEnd.value;
  return [
    ...standing().map(roomOf),
    ...(ghost ? [widened(boxAround(ghost), HANDLES)] : []),
    ...fixedBoxes(),
  ];
}

/** Markers, and the figures at the edges of the board. */
function fixedBoxes(): Box[] {
  const board = pictured.value?.board;
  return board ? [...board.markers.map(({ x, y }) => widened(around([onScreen([x, y])]), MARKER)), ...rulers(board)] : [];
}

/** Where a text is harder to read than on open ground. */
const paintedBoxes = computed<Box[]>(() => (board.value?.features ?? []).map((piece) => boxAround({ ...piece, facing: piece.facing ?? 0 })));

/** The strips at the edges of the board where its figures stand. */
function rulers({ width, depth }: { width: number; depth: number }): Box[] {
  return [around([onScreen([0, -RULER]), onScreen([width, 0])]), around([onScreen([-RULER, 0]), onScreen([0, depth])])];
}

function plateWidth(plate: Plaque): number {
  return Math.max(...plate.lines.map((line) => nameWidth(line.text))) + 20;
}

/** Clear of the handles at the corners and behind, and wholly on the screen. */
function plateShape(plate: Plaque, width: number, [left, top, right, bottom]: Box): Shape {
  const height = 8 + plate.lines.length * PLATE_LINE;
  const spots = besideBox(boxAround(plate.at), width, height, true, [30, 60, 110]).map(([x, y]): Point => [
    Math.max(left + width / 2, Math.min(right - width / 2, x)),
    Math.max(top, Math.min(bottom - height, y)),
  ]);
  return { width, height, spots };
}

/** What the selected unit sees and reaches, from where it or its ghost stands; if it is to be shown. */
function looking(): Surveyed | null {
  const told = surveyed.value;
  return settings.value.sight && told && told.unit === selected.value ? told : null;
}

/** How the selected unit sees others, in words below their plates; states and company in words for the one that is looked at. */
function sightNotes(survey: Surveyed | null): NoteText[] {
  return plates.value.flatMap(({ unit, box: [left, top, right, bottom] }) => {
    const sight = survey?.sights.find((one) => one.unit === unit.id);
    // Whoever is only looked away from needs no words: the crossed eye says it.
    const told = sight?.hidden_by?.length ? words.sight.why(sight.hidden_by) : sight?.cover;
    const near = unit.id === selected.value || unit.id === hovered.value;
    // Pictures are enough at a glance; whoever looks closer gets the words.
    const lines = [...(near ? folded([...marksOf(unit), ...company(unit)].join(", "), SIGHT_LETTERS) : []), ...(told ? folded(told, SIGHT_LETTERS) : [])];
    if (!lines.length) return [];
    const middle = (left + right) / 2;
    const note = { text: lines.join("\n"), class: "quiet", pill: true };
    const height = noteHeight(note);
    return [{ key: `sight ${unit.id}`, ...note, spots: [[middle, bottom + 3], [middle, top - height - 4]] as Point[], dispensable: true }];
  });
}

/** Who stands in the ranks of a unit, with what is left of each. */
export function company(unit: UnitShown): string[] {
  return guestsOf(unit, pictured.value?.units)
    .filter((one) => !one.belongs)
    .map((one) => words.unit.joined(one.name, leftOf(one, true)));
}

/** The lines of a note, one below the other. */
export const noteLines = (note: Pick<NoteText, "text">): string[] => note.text.split("\n");

export const noteHeight = (note: Pick<NoteText, "text">): number => noteLines(note).length * NOTE_LINE;

export function noteWidth(note: Pick<NoteText, "text" | "class" | "pill">): number {
  const width = note.class.startsWith("menace-note") ? menaceWidth : note.class ? quietWidth : boldWidth;
  return Math.max(...noteLines(note).map(width)) + (note.pill ? 3 * GAP : 0);
}

/** A plain text keeps a gap at its sides, or two of them would read as one. */
function noteShape(note: NoteText): Shape {
  return { width: noteWidth(note) + (note.pill ? 0 : 2 * GAP), height: noteHeight(note), spots: note.spots };
}

function noteTexts(): NoteText[] {
  return [...nearNotes(), ...laneNotes(), ...reachNotes(), ...menaceNotes(), ...ringNotes(), ...tokenNotes(), ...captions.value];
}

/** How far the nearest are from the ghost: along the lines to them. */
function nearNotes(): NoteText[] {
  return nearGhost.value.map(({ other, line }) => ({
    key: `near ${other.id}`,
    text: words.inch(line.inches, 2),
    class: "",
    spots: [0.5, 0.35, 0.65, 0.2, 0.8].flatMap((share) => {
      const [x, y] = centred([line.from[0] + (line.to[0] - line.from[0]) * share, line.from[1] + (line.to[1] - line.from[1]) * share]);
      return [0, -NOTE_LINE, NOTE_LINE].map((off): Point => [x, y + off]);
    }),
  }));
}

/** How far straight ahead each kind of move goes: at the ends of its lane. */
function laneNotes(): NoteText[] {
  const now = draft.value;
  if (!now) return [];
  const w = now.start.width / 2;
  return now.kinds
    .filter((kind) => (kind.forward ?? 0) > 0)
    .map((kind) => {
      const text = words.move.named(kind.name, words.inch(kind.forward ?? 0));
      const far = now.start.depth / 2 + (kind.forward ?? 0);
      const spots = [w, -w, 0].flatMap((aside) => {
        const [x, y] = onScreen(beside(now.start, aside, far));
        return besideBox([x, y, x, y], quietWidth(text), NOTE_LINE, true, [3]);
      });
      return { key: `lane ${kind.name}`, text, class: "quiet", spots, dispensable: true, pill: true };
    });
}

/** The selected unit's reaches, those left out that its lane shows. */
export function shownReaches(): { here: Rect; seat: number; reaches: Surveyed["reaches"] } | null {
  const survey = looking();
  const unit = survey ? units.value.get(survey.unit) : undefined;
  if (!survey || !unit) return null;
  const moving = draft.value?.unit === unit.id ? draft.value : null;
  const here = walking.value?.unit === unit.id ? walkRect.value : moving ? draftEnd.value : placing.value?.unit === unit.id && placing.value.model === null ? placedRect.value : unit.pose ? placed(unit) : null;
  if (!here) return null;
  const drawn = moving?.kinds.map((kind) => kind.name.toLowerCase()) ?? [];
  const reaches = survey.reaches.filter((reach) => !drawn.includes(reach.label.toLowerCase())).sort((a, b) => b.inches - a.inches);
  return { here, seat: unit.seat, reaches };
}

function reachNotes(): NoteText[] {
  const shown = shownReaches();
  if (!shown) return [];
  return shown.reaches.map((reach) => ({
    key: `reach ${reach.label}`,
    text: `${reach.label} ${words.inch(reach.inches)}`,
    class: `quiet s${shown.seat % 4}`,
    spots: onRim(shown.here, reach.inches, reach.arc ?? "front"),
    dispensable: true,
    pill: true,
  }));
}

/** Whose reach it is, for those that come forward. */
function menaceNotes(): NoteText[] {
  // The selected unit's own reaches have their labels already.
  const labelled = shownReaches() ? selected.value : null;
  return menaces.value.filter(isForward).flatMap((menace) => {
    const unit = units.value.get(menace.unit);
    if (!unit?.pose || unit.id === labelled) return [];
    return menace.reaches.map((reach) => ({
      key: `menace ${unit.id} ${reach.label}`,
      text: `${unit.name}: ${reach.label} ${words.inch(reach.inches)}`,
      class: `menace-note s${unit.seat % 4}`,
      spots: onRim(placed(unit), reach.inches, reach.arc ?? "front"),
      dispensable: true,
      pill: true,
    }));
  });
}

function onRim(rect: Rect, inches: number, arc: Arc): Point[] {
  return rimSpots(rect, inches, arc).filter(onBoard).map(centred);
}

function onBoard([x, y]: Point): boolean {
  const board = pictured.value?.board;
  return board !== undefined && x > 0.5 && y > 0.5 && x < board.width - 0.5 && y < board.depth - 0.5;
}

function centred(point: Point): Point {
  const [x, y] = onScreen(point);
  return [x, y - NOTE_LINE / 2];
}

function ringNotes(): NoteText[] {
  const board = pictured.value?.board;
  // A marker in the middle of its ring says its own name.
  const said = (ring: RingShown) => board?.markers.some(({ x, y, label }) => x === ring.x && y === ring.y && label.startsWith(ring.label));
  return (board?.rings ?? []).filter((ring) => ring.label && !said(ring)).map((ring, index) => ({
    key: `ring ${index}`,
    text: ring.label,
    class: "quiet",
    spots: [0, 180, 30, -30, 150, -150, 60, -60, 120, -120, 90, -90].map((degrees) => {
      const turn = ((degrees - sheet.value.turn * 90) * Math.PI) / 180;
      return centred([ring.x + Math.sin(turn) * ring.radius, ring.y + Math.cos(turn) * ring.radius]);
    }),
    dispensable: true,
    pill: true,
  }));
}

/** What lies on the table and has a name instead of a number, such as a spell that wanders; all else on its label is read where it is pointed at. */
function tokenNotes(): NoteText[] {
  const named = (pictured.value?.board.markers ?? []).filter(({ label, face }) => label && !face && !/\d/.test(label) && label !== words.table.marker);
  return named.map(({ x, y, label }, index) => {
    const text = label.split(/[,:]/)[0]!;
    const spots = besideBox(widened(around([onScreen([x, y])]), MARKER), quietWidth(text), NOTE_LINE, true, [1]);
    return { key: `token ${index}`, text, class: "caption", spots, dispensable: true, pill: true };
  });
}

/** The names of buildings that can be taken, one however many sections they have; other terrain says its own where it is pointed at. */
const captions = computed<NoteText[]>(() => {
  const found: { text: string; anchor: Box }[] = [];
  for (const piece of board.value?.features ?? []) {
    if (!piece.most) continue;
    const [text, anchor] = [calledTerrain(piece), boxAround({ ...piece, facing: piece.facing ?? 0 })];
    const same = found.find((one) => one.text === text && shared(widened(one.anchor, 2), anchor) > 0);
    if (same) same.anchor = around([corner(same.anchor, 0), corner(same.anchor, 2), corner(anchor, 0), corner(anchor, 2)]);
    else found.push({ text, anchor });
  }
  return found.map(({ text, anchor }, index) => {
    const spots = besideBox(anchor, quietWidth(text), NOTE_LINE, true, [1]);
    const middle: Point = [(anchor[0] + anchor[2]) / 2, (anchor[1] + anchor[3] - NOTE_LINE) / 2];
    return { key: `terrain ${index}`, text, class: "caption", spots: [spots[0]!, spots[1]!, middle, ...spots.slice(2)], dispensable: true };
  });
});

/** The upper left corner of a box, or with 2 the lower right one. */
function corner(box: Box, from: 0 | 2): Point {
  return [box[from], box[from + 1]!];
}

const CALLED: Record<string, string> = look.terrain;
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** What players call a piece: the server says it of those on a table, a map to choose has only their kinds. */
export function calledTerrain(piece: Pick<FeatureShown, "kind"> & { name?: string }): string {
  const kind = piece.kind.replaceAll("_", " ");
  const word = kind.replace(/ dangerous$/, "");
  const called = piece.name || CALLED[word] || capital(word);
  // A piece with a name of its own may have become dangerous besides.
  return kind.endsWith(" dangerous") ? `${called}, dangerous` : called;
}
