/** A coat of arms for every army, made from its name: the same name has the same coat wherever it is drawn. */
import { computed } from "@preact/signals";
import books from "../../../src/warhost/report/look/heraldry.json";
import { picture } from "../state/table";
import { hashOf, mixed, placedAt, put, randomFrom } from "./art";

const METALS = Object.values(books.metals);
const TINCTURES = Object.values(books.tinctures);
const DIVISIONS = Object.keys(books.divisions) as Division[];
const CHARGES = Object.keys(books.charges) as Charge[];
const WORDS = (books.words as [Charge, string][]).map(([charge, words]) => [charge, new RegExp(words, "i")] as const);

type Division = keyof typeof books.divisions;
type Charge = keyof typeof books.charges;

export interface Coat {
  field: string;
  metal: string;
  other: string;
  division: Division;
  charge: Charge;
}

export function coatOf(name: string): Coat {
  const random = randomFrom(hashOf(name));
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const [field, metal, division] = [pick(TINCTURES), pick(METALS), pick(DIVISIONS)];
  const said = WORDS.find(([, pattern]) => pattern.test(name))?.[0];
  const charge = said ?? pick(CHARGES);
  return { field, metal, other: pick(TINCTURES), division, charge };
}

/** The coats of armies that meet: one whose field another has already takes the next of its own. */
export function coatsOf(names: readonly string[]): Coat[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let coat = coatOf(name);
    for (let again = 2; taken.has(coat.field) && again < 12; again++) coat = coatOf(`${name} ${again}`);
    taken.add(coat.field);
    return coat;
  });
}

/** For what belongs to nobody. */
const PLAIN: Coat = { field: "#77736a", metal: "#efe8d8", other: "#5a564e", division: "plain", charge: "star" };

const armies = computed(() => (picture.value?.seats ?? []).map((seat) => seat.army || seat.name).join("\n"));
/** The coat of each seat of the table at hand. */
export const coats = computed<readonly Coat[]>(() => coatsOf(armies.value.split("\n")));

/** The coat of a unit on the table; away from it that of its army. */
export function coatFor({ seat, army }: { seat: number; army: string }): Coat {
  if (seat < 0) return PLAIN;
  return picture.value ? (coats.value[seat] ?? PLAIN) : coatOf(army);
}

/** The drawing of a charge, within -1 to 1; of one that is not known, a star. */
export function chargeOf(name: string): string {
  return books.charges[name as Charge] ?? books.charges.star;
}

/** Divisions of which both parts show: the charge needs a roundel to stand on. */
const PARTED: readonly Division[] = ["saltire", "cross", "quarter", "pale", "fess", "barry", "chevron", "bend"];

export interface Blazon {
  field: string;
  parts: readonly { path: string; fill: string }[];
}

/** A coat as paths within -1 to 1, to be cut out by a shield or a flag. */
export function blazonOf(coat: Coat): Blazon {
  const parted = PARTED.includes(coat.division);
  const low = coat.division === "chief" ? 0.26 : 0.06;
  // Paths are written to a tenth: they are drawn a hundred times as large.
  const charge = (scale: number, path: string) => put(path, placedAt(0, low * 100, 0, scale * 100));
  const parts = [{ path: put(plain(books.divisions[coat.division]), placedAt(0, 0, 0, 100)), fill: parted ? coat.metal : coat.other }];
  if (parted) parts.push({ path: charge(0.67, "O0,0 1,1"), fill: coat.metal });
  parts.push({ path: charge(0.6, books.charges[coat.charge]), fill: parted ? mixed(coat.field, "#000000", 0.35) : coat.metal });
  return { field: coat.field, parts: parts.filter(({ path }) => path) };
}

/** Straight lines along the axes written as points, as all other drawings are. */
function plain(path: string): string {
  let [x, y] = [0, 0];
  return path.replace(/([MLHVZ])([^MLHVZ]*)/g, (_, command: string, rest: string) => {
    const figures = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
    if (command === "Z") return "Z";
    if (command === "H") x = figures[0]!;
    else if (command === "V") y = figures[0]!;
    else [x, y] = [figures.at(-2)!, figures.at(-1)!];
    return command === "H" || command === "V" ? `L${x},${y}` : `${command}${rest}`;
  });
}

/** The outline of a shield and of a flag, as large as a blazon. */
export const SHIELD = "M-100,-100H100V10C100,70 50,108 0,130C-50,108 -100,70 -100,10Z";
export const FLAG = "M-110,-92C-50,-108 40,-74 110,-92L98,0L110,92C40,108 -50,78 -110,92Z";
