/** Verbs that agree with names, by the same rule as the server's `warhost.play.shown.english`: tests/play/names.json holds both to it. */

const PLURAL = new Set(
  (
    "artillery cattle cavalry children chosen damned dead deathless faithful fallen folk forsaken geese gentry guard infantry kin " +
    "lost men mice militia nameless nobility oathless oxen people sheep undead women"
  ).split(" "),
);

const SINGULAR = new Set(
  (
    "anubis atlas axis chaos chassis cosmos cyclops genesis ibis lens mantis nemesis oasis omen opens osiris pathos specimen thanatos " +
    "achilles agnes alexis anders andreas boris carlos charles chris curtis dennis doris elias frances francis georges giles hades " +
    "hans hercules ines iris jacques james janis jens jonas jules lars les lois louis lucas luis lukas marcos mathias mats matthias " +
    "miles moses nicholas nicolas niels niklas nils otis phyllis thomas tobias travis ulysses wes yves"
  ).split(" "),
);

export function isPlural(name: string): boolean {
  const words = name
    .replace(/\([^)]*\)|\[[^\]]*\]|[^\p{L}\p{M}_\s&'-]/gu, " ")
    .replace(/\s(?:of|on|with|without|in|at|from|for|to|under|against)\s.*/i, "")
    .split(/\s+/)
    .filter((word) => word && !/^[IVX]+$/.test(word));
  const last = words.at(-1)?.toLowerCase().replace(/'s$/, "");
  if (!last) return false;
  if (words.slice(1, -1).some((word) => ["and", "&"].includes(word.toLowerCase()))) return true;
  if (SINGULAR.has(last)) return false;
  return PLURAL.has(last) || /(?:men|folk|sworn)$/.test(last) || (last.endsWith("s") && !/(?:ss|us)$/.test(last));
}

/** Names in a row: “Orcs”, “Orcs and Wolves”, “Orcs, Wolves and Trolls”. */
export function listed(names: readonly (string | number)[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join("");
}

export function verb(name: string, singular: string, plural: string): string {
  return isPlural(name) ? plural : singular;
}
