/** A short title for a rule, made from its id: aofr.deploy.zone -> Deployment zone. */

/** Chapters whose name says more than the id's abbreviation. */
const CHAPTERS: Record<string, string> = {
  ai: "Solo rules",
  arc: "Arcs",
  army: "Army list",
  board_edge: "Table edge",
  break: "Break test",
  casualty: "Casualties",
  deploy: "Deployment",
  deployment: "Deployment",
  dice: "Dice",
  engaged: "Engaged in combat",
  los: "Line of sight",
  measure: "Measuring",
  move: "Movement",
  no_more_foes: "No more enemies",
  objective: "Objectives",
  path: "Paths of magic",
  result: "Combat result",
  rolloff: "Roll-off",
  setup: "Setup",
  shoot: "Shooting",
  stat: "Profile",
  stats: "Profile",
  tourney: "Tournament",
};

/** Chapters that are only shelves: what stands on them has a name of its own. */
const SHELVES = new Set(["special", "spell", "basic", "list", "patrol", "item", "vault", "map", "mission", "adv"]);

/** Parts of ids that sort, and are no words of the title. */
const SORTING = new Set(["rule", "unit", "artefact", "basic"]);

const PARTS: Record<string, string> = {
  adv: "Advance Rate",
  agi: "Agility",
  ap: "AP",
  arm: "Armour",
  att: "Attacks",
  def: "Defensive Skill",
  dis: "Discipline",
  hp: "Health Points",
  los: "line of sight",
  mar: "March Rate",
  off: "Offensive Skill",
  res: "Resilience",
  str: "Strength",
  who: "who may",
  who_cannot: "who may not",
};

const TITLES: Record<string, string> = {
  "deploy.zone": "Deployment zone",
  "deploy.basic.zones": "Deployment zones",
  "charge.range": "Charge range",
  "flee.distance": "Flee distance",
};

function spoken(part: string): string {
  return PARTS[part] ?? part.replaceAll("_", " ");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function ruleName(id: string): string {
  const [, chapter = "", ...rest] = id.split(".");
  const known = TITLES[[chapter, ...rest].join(".")];
  if (known) return known;
  const parts = rest.filter((part) => !SORTING.has(part));
  if (!parts.length) return CHAPTERS[chapter] ?? capital(spoken(rest.at(-1) ?? chapter));
  if (chapter === "list" || chapter === "patrol") return capital(spoken(parts.at(-1) ?? ""));
  if (SHELVES.has(chapter)) {
    const [first = "", ...others] = parts;
    return capital(others.length ? `${spoken(first)}: ${others.map(spoken).join(", ")}` : spoken(first));
  }
  return `${CHAPTERS[chapter] ?? capital(spoken(chapter))}: ${parts.map(spoken).join(", ")}`;
}
