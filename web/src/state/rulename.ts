/**
 * A short title for a rule in a player's words, made from its id: aofr.deploy.zone -> Deployment zone.
 *
 * The words are in words/rules.json: what chapters are called, kinds of things in long chapters, the figures of a profile,
 * words for parts of ids, phrases for what stands after a chapter, and titles for ids whose words make none.
 */
import said from "../words/rules.json";

const { chapters: CHAPTERS, kinds: KINDS, stats: STATS, parts: PARTS, phrases: PHRASES, titles: TITLES } = said as Record<"chapters" | "kinds" | "stats" | "parts" | "phrases" | "titles", Record<string, string>>;

/** Chapters that are only shelves: what stands on them has a name of its own. */
const SHELVES = new Set([
  "adv", "army_terrain", "artefact", "basic", "boost", "cards", "condition", "cp", "event", "expulsion", "extra_action", "feat", "item", "kitchen",
  "living", "map", "melee_weapon", "miscast", "mission", "misfire", "objective_effect", "penetration", "ranged_weapon", "special", "spell",
  "terrain_effect", "twist", "vault",
]);

/** On a shelf, too, these are no names: they say how its chapter is played. */
const ON_SHELVES = new Set([
  "access", "army", "battle_table", "carry", "cast", "common", "condition", "cost", "custom_deck", "custom_discard", "custom_draw", "custom_hidden",
  "custom_mulligan", "custom_score", "deploy", "deploy_limits", "deploy_table", "domination_deck", "domination_discard", "excluded", "features", "game_types",
  "heroic", "in_addition", "limit_points", "limit_types", "magic_table", "marker_placement", "markers", "method_free", "method_limited", "method_random",
  "mission_table", "move_corner", "objectives", "once_per_activation", "once_per_unit", "one_each", "one_in_play", "one_per_hero", "one_use", "points_heroic",
  "points_monstrous", "premade", "random", "random_draw", "range_penalty", "replicable", "roles", "roll", "roll_d12", "secret_pick", "size", "square",
  "towering_no_armour", "unbind", "underdog_points", "unique", "victory", "who", "wits_deck", "wits_draw",
]);

/** Parts of ids that sort, and are no words of the title. */
const SORTING = new Set([
  "rule", "unit", "artefact", "basic", "faction", "use", "trigger", "enable", "definition", "sequence", "compare", "table", "d66", "sets", "effect", "when",
  "type_table", "style_table", "category_table", "method_table", "full_chain", "premade",
]);

/** What a part of an id begins with in order to be sorted: its number, its row, its step. */
const NUMBERED = /^(?:melee_)?(?:m?\d+|\d+_to_m?\d+|\d+_plus)$|^(?:row_|step|[abr])?\d+_|^(?:mod|cond|mr)_(?:\d+$)?/;

function spoken(part: string): string {
  return part
    .split("_")
    .map((word) => PARTS[word] ?? word)
    .join(" ")
    .replace(/,$/, "");
}

/** The rest of a title after its chapter. */
function tail(parts: string[]): string {
  const said = parts.map(spoken).join(", ");
  return PHRASES[parts.join(", ").replaceAll("_", " ")] ?? PHRASES[said] ?? said;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function titled(chapter: string): string {
  return CHAPTERS[chapter] ?? capital(spoken(chapter));
}

export function ruleName(id: string): string {
  const [, chapter = "", ...rest] = id.split(".");
  const known = TITLES[[chapter, ...rest].join(".")];
  if (known) return known;
  if (STATS[rest[0] ?? ""] && /^stats?$/.test(chapter)) return `${titled(chapter)}: ${STATS[rest[0]!]}`;
  const parts = rest.filter((part) => !SORTING.has(part)).map((part) => part.replace(NUMBERED, "")).filter(Boolean);
  if (chapter === "list" || chapter === "patrol") return capital(spoken(parts.at(-1) ?? rest.at(-1) ?? chapter));
  const [first = "", ...others] = parts;
  if (!first) return titled(chapter);
  const [kind = "", ...name] = first.split("_");
  if (chapter === "campaign" && KINDS[kind] && name.length) return `${KINDS[kind]}: ${tail([name.join("_").replace(NUMBERED, "")])}`;
  if (!SHELVES.has(chapter) || ON_SHELVES.has(first)) return `${titled(chapter)}: ${tail(parts)}`;
  return capital(others.length ? `${CHAPTERS[first] ?? spoken(first)}: ${tail(others)}` : spoken(first));
}
