/** The optional parts of a rulebook that are switched on for a new battle, and the packs that switch on several at once. */
import { signal } from "@preact/signals";
import { api } from "../net/api";
import { keyHere } from "../net/base";
import type { OptionCard, PackCard, PartCard, PartWay, RulesetCard } from "../net/types";
import { Shelf } from "./shelf";

/** The parts that are on by their slugs, each with the ways in which it is played. */
export type PartsOn = Readonly<Record<string, readonly string[]>>;

/** A pack of the reader's own. */
export interface OwnPack {
  id: string;
  ruleset: string;
  name: string;
  parts: readonly string[];
  options: Readonly<Record<string, boolean | number | string>>;
  map: string;
}

/** How a chosen pack tells one of the reader's own from one of the rulebook's. */
const MARK = "own/";
const WITHOUT = "-";

export function usualWays(part: PartCard): readonly string[] {
  return part.usual ?? [];
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((slug) => other.includes(slug));
}

/** A part as a set-up names it: with its ways where they are not the usual ones. */
function nameOf(part: PartCard, ways: readonly string[]): string {
  const inOrder = (part.ways ?? []).map((way) => way.slug).filter((slug) => ways.includes(slug));
  return same(inOrder, usualWays(part)) || !inOrder.length ? part.slug : `${part.slug}:${inOrder.join("+")}`;
}

export function slugOf(name: string): string {
  return name.split(":")[0]!;
}

export function namesOf(card: RulesetCard, on: PartsOn): string[] {
  return (card.parts ?? []).flatMap((part) => (on[part.slug] ? [nameOf(part, on[part.slug]!)] : []));
}

/** The parts that names stand for; what the rulebook does not know is left out. */
export function partsNamed(card: RulesetCard, names: readonly string[]): PartsOn {
  const on: Record<string, readonly string[]> = {};
  for (const name of names) {
    const part = card.parts?.find((one) => one.slug === slugOf(name));
    if (!part) continue;
    const said = (name.split(":")[1] ?? "").split("+").filter((slug) => part.ways?.some((way) => way.slug === slug));
    on[part.slug] = said.length ? said : usualWays(part);
  }
  return on;
}

/** The parts that are on in a battle with these options: those of its pack but for those left out, and its own. */
export function partsAgreed(card: RulesetCard, options: Record<string, unknown>): PartsOn {
  const named = [options["parts"] ?? []].flat().map(String);
  const without = named.filter((name) => name.startsWith(WITHOUT)).map((name) => name.slice(WITHOUT.length));
  const pack = card.packs?.find((one) => one.slug === options["pack"]);
  const brought = (pack?.parts ?? []).filter((name) => !without.includes(name));
  return partsNamed(card, [...brought, ...named.filter((name) => !name.startsWith(WITHOUT))]);
}

/** What a set-up says of the parts that are on: its pack and what differs from it, or all of them. */
export function partOptions(card: RulesetCard, chosen: string, on: PartsOn): { pack?: string; parts?: string[] } {
  const names = namesOf(card, on);
  const pack = card.packs?.find((one) => one.slug === chosen);
  if (!pack) return names.length ? { parts: names } : {};
  const without = pack.parts.filter((name) => !on[slugOf(name)]).map((name) => WITHOUT + name);
  const parts = [...names.filter((name) => !pack.parts.includes(name)), ...without];
  return { pack: pack.slug, ...(parts.length ? { parts } : {}) };
}

/** The ways of a part that are on. */
export function waysOn(part: PartCard, on: PartsOn): readonly PartWay[] {
  return (part.ways ?? []).filter((way) => on[part.slug]?.includes(way.slug));
}

/** What a part settles with the ways that are on. */
function taken(part: PartCard, on: PartsOn): string[] {
  return [...(part.takes ?? []), ...waysOn(part, on).flatMap((way) => way.takes ?? [])];
}

/** Another part that is on and settles the same, and what that is. */
export function clashOf(card: RulesetCard, on: PartsOn, part: PartCard, way?: PartWay): { title: string; what: string } | null {
  const wants = way ? (way.takes ?? []) : (part.takes ?? []);
  for (const other of card.parts ?? []) {
    if (other.slug === part.slug || !on[other.slug]) continue;
    const what = taken(other, on).find((one) => wants.includes(one));
    if (what) return { title: other.title, what };
  }
  return null;
}

/** The parts with one more, played in its usual ways but for those that do not go with what is on. */
export function withPart(card: RulesetCard, on: PartsOn, part: PartCard): PartsOn {
  const fits = (slug: string) => !clashOf(card, on, part, part.ways?.find((way) => way.slug === slug));
  const usual = usualWays(part);
  const ways = part.several ? usual.filter(fits) : usual;
  return { ...on, [part.slug]: ways.length ? ways : usual };
}

export function withoutPart(on: PartsOn, slug: string): PartsOn {
  return Object.fromEntries(Object.entries(on).filter(([other]) => other !== slug));
}

/** The parts with another way of one: instead of the one that it has, or switched on or off beside the others. */
export function withWay(on: PartsOn, part: PartCard, slug: string): PartsOn {
  // Where ways exclude each other, the others begin as usual.
  const ways = on[part.slug] ?? (part.apart?.length ? usualWays(part) : []);
  if (!part.several) return { ...on, [part.slug]: [slug] };
  const rivals = (part.apart ?? []).filter((group) => group.includes(slug)).flat();
  const next = on[part.slug] && ways.includes(slug) ? ways.filter((one) => one !== slug) : [...ways.filter((one) => !rivals.includes(one)), slug];
  return next.length ? { ...on, [part.slug]: next } : withoutPart(on, part.slug);
}

/** Whether a part has to do with what was typed: all words occur somewhere in it. */
export function matches(part: PartCard, search: string): boolean {
  const text = [part.title, part.text, ...(part.ways ?? []).flatMap((way) => [way.name, way.text])].join(" ").toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/** The part that seats more armies than usual, if the rulebook has one. */
export function seatingPart(card: RulesetCard): PartCard | undefined {
  return card.parts?.find((part) => part.ways?.some((way) => way.seatings?.length));
}

/** The side of each of so many armies; nothing where they cannot be seated with the parts that are on. */
export function sidesOf(card: RulesetCard, on: PartsOn, armies: number): readonly number[] | null {
  const part = seatingPart(card);
  const { seatings } = (part && waysOn(part, on)[0]) ?? card;
  return seatings?.find((sides) => sides.length === armies) ?? null;
}

/** The most armies that a battle may have with the parts that are on, or with the one that seats more. */
export function mostArmies(card: RulesetCard, on: PartsOn): number {
  const part = seatingPart(card);
  if (!part) return card.most_seats ?? card.seats;
  const ways = on[part.slug] ? waysOn(part, on) : (part.ways ?? []);
  return Math.max(card.seats, ...ways.flatMap((way) => (way.seatings ?? []).map((sides) => sides.length)));
}

/** What an option may be with the parts that are on: some bring choices of their own. */
export function choicesWith(card: RulesetCard, on: PartsOn, option: OptionCard): readonly (boolean | number | string)[] {
  const more = (card.parts ?? []).flatMap((part) => (on[part.slug] ? (part.options?.[option.name] ?? []) : []));
  if (!more.length) return option.choices;
  const all = [...new Set([...more, ...option.choices])];
  return all.every((choice) => typeof choice === "number") ? all.sort((one, other) => Number(one) - Number(other)) : all;
}

/** The options without those that are only had with parts that are off. */
export function possibleWith<T extends Record<string, unknown>>(card: RulesetCard, on: PartsOn, options: T): T {
  const gone = card.options.filter((option) => card.parts?.some((part) => !on[part.slug] && part.options?.[option.name]?.includes(options[option.name] as number)) && !choicesWith(card, on, option).includes(options[option.name] as number));
  return Object.fromEntries(Object.entries(options).filter(([name]) => !gone.some((option) => option.name === name))) as T;
}

const shelf = new Shelf<OwnPack>({
  key: "warhost.packs",
  keys: keyHere("warhost.pack-keys"),
  gone: keyHere("warhost.packs-gone"),
  most: 40,
  api: api.packs,
  whole: (one) => typeof one === "object" && one !== null && Array.isArray(one.parts) && typeof one.options === "object" && [one.id, one.ruleset, one.name, one.map].every((part) => typeof part === "string"),
  text: packText,
  read: (id, kept) => {
    const pack = packRead(kept.text);
    return { ...pack, id, ruleset: kept.ruleset, name: kept.name };
  },
});

export const ownPacks = shelf.all;
export const gonePacks = shelf.gone;

export const keepPack = (pack: Omit<OwnPack, "id">) => shelf.add(pack);
export const changePack = (id: string, change: Partial<Omit<OwnPack, "id">>) => shelf.change(id, change);
export const removePack = (id: string) => shelf.remove(id);
export const restorePack = (id: string) => shelf.restore(id);
export const meetPacks = () => shelf.meetServer();

/** A pack that came by a link and is to be chosen, as its text. */
export const offeredPack = signal("");

export function choiceOfPack(pack: OwnPack): string {
  return MARK + pack.id;
}

/** The pack that a choice stands for: one of the rulebook's, one of the reader's own, or none. */
export function packChosen(card: RulesetCard, chosen: string): PackCard | OwnPack | null {
  return card.packs?.find((one) => one.slug === chosen) ?? ownChosen(chosen);
}

export function ownChosen(chosen: string): OwnPack | null {
  return ownPacks.value.find((one) => choiceOfPack(one) === chosen) ?? null;
}

/** A pack as a text to be sent to a friend: its name, then what it sets, as the command line takes it too. */
export function packText(pack: Omit<OwnPack, "id">): string {
  const options = Object.entries(pack.options).map(([name, value]) => `${name}=${value}`);
  return [pack.name, `book=${pack.ruleset}`, `parts=${pack.parts.join(",")}`, ...options, ...(pack.map ? [`map=${pack.map}`] : [])].join("\n");
}

/** What such a text says, whatever the rulebook makes of it. */
function packRead(text: string): Omit<OwnPack, "id"> {
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  const said = new Map(lines.flatMap((line) => (line.includes("=") ? [[line.slice(0, line.indexOf("=")).trim(), line.slice(line.indexOf("=") + 1).trim()] as const] : [])));
  const value = (word: string) => (word === "true" || word === "false" ? word === "true" : /^-?\d+(\.\d+)?$/.test(word) ? Number(word) : word);
  const own = ["book", "parts", "map"];
  return {
    ruleset: said.get("book") ?? "",
    name: (lines.find((line) => !line.includes("=")) ?? "").slice(0, 40),
    parts: (said.get("parts") ?? "").split(",").map((name) => name.trim()).filter(Boolean),
    options: Object.fromEntries([...said].filter(([name]) => !own.includes(name)).map(([name, word]) => [name, value(word)])),
    map: said.get("map") ?? "",
  };
}

/** The pack in such a text, as far as the rulebook knows what it says. */
export function packFrom(card: RulesetCard, text: string): Omit<OwnPack, "id"> | "other book" | "no parts" {
  const said = packRead(text);
  if (said.ruleset && said.ruleset !== card.slug) return "other book";
  const on = partsNamed(card, said.parts);
  const parts = namesOf(card, on);
  if (!parts.length) return "no parts";
  const known = card.options.flatMap((option) => {
    const choice = choicesWith(card, on, option).find((one) => option.name in said.options && String(one) === String(said.options[option.name]));
    return choice === undefined ? [] : [[option.name, choice] as const];
  });
  const map = card.maps.some((one) => one.name === said.map) ? said.map : "";
  return { ruleset: card.slug, name: said.name, parts, options: Object.fromEntries(known), map };
}

/** The end of an address that brings a pack. */
export function packHash(pack: Omit<OwnPack, "id">): string {
  const bytes = new TextEncoder().encode(packText(pack));
  const packed = btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  return `#/pack/${packed}`;
}

/** The text of a pack in the end of an address; nothing if it is damaged. */
export function packInHash(packed: string): string {
  try {
    const bytes = Uint8Array.from(atob(packed.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(bytes).slice(0, 5000);
  } catch {
    return "";
  }
}

/** The rulebook that a pack is for, by its slug. */
export function bookOfPack(text: string): string {
  return packRead(text).ruleset;
}
