/** What a question lets one answer, in sentences: for the table in words. */
import { capital } from "./figures";

/** “a, b or c”. */
const either = (parts: readonly string[]) => (parts.length > 1 ? `${parts.slice(0, -1).join(", ")} or ${parts.at(-1)}` : parts.join(""));

export const asked = {
  title: "Your decision",
  one: (count: number) => (count === 1 ? "There is one option:" : `Choose one of ${count} options:`),
  keyed: (key: string, what: string) => (key ? `${key}: ${what}` : what),
  picked: "picked",
  option: (label: string, more: readonly string[]) => [label, ...more].join("; "),

  kind: (name: string, limits: readonly string[], text: string) => `${capital(name)}${limits.length ? `: ${limits.join("; ")}` : ""}.${text && ` ${text}`}`,
  forward: (inches: string) => `up to ${inches} forward`,
  back: (inches: string) => `up to ${inches} back`,
  side: (inches: string) => `up to ${inches} to either side`,
  turns: (about: "centre" | "corner", degrees: string, most: number | null, first: boolean, costs: boolean) => {
    const what = about === "centre" ? "pivot" : "wheel";
    const limit = degrees ? `of up to ${degrees}` : "to any facing";
    const each = most === 1 ? `one ${what} ${limit}` : most === null ? `any number of ${what}s ${limit}` : `up to ${most} ${what}s ${limit}`;
    return `${each}${first ? ", before it moves" : ""}${costs ? (most === 1 ? ", which costs inches" : ", which cost inches") : ""}`;
  },
  gap: (inches: string) => `it ends ${inches} or more from others`,
  reform: (holds: "centre" | "front", files: readonly string[]) => `it takes up other files about ${holds === "centre" ? "its centre" : "the middle of its front"}: ${either(files)}`,
  frontage: (files: string, size: string, now: boolean) => `${files} (${size}${now ? ", as now" : ""})`,
  stay: "Or it stays where it is.",
  must: "It has to move.",
  stayAll: "Or they stay where they are.",
  mustAll: "They have to move.",

  walks: (inches: string, cohesion: string, gap: string) => `Each model goes up to ${inches}. Gaps of up to ${cohesion} keep them together${gap && `, and they stay ${gap} away from enemies`}.`,
  party: (names: string) => `The models of ${names} walk together.`,
  asTheyStand: "as they stand",
  together: (formations: readonly string[]) => `They move together (${either(formations)}, turned if you like), or model by model.`,
  facing: "Each model can be turned.",
  reach: (inches: string) => `They fight enemies within ${inches}.`,
  instead: (label: string, text: string) => `Instead: ${label}${text ? `. ${text}` : "."}`,

  model: (number: number, unit: string, shape: string) => `Model ${number} of ${unit}${shape && `, ${shape}`}.`,
  unit: (name: string) => `${name} as a whole.`,
  template: (shape: string) => `A template: ${shape}.`,
  marker: "A point on the table.",
  shapes: {
    circle: (width: string) => `a circle ${width} across`,
    rectangle: (width: string, depth: string) => `a rectangle of ${width} by ${depth}`,
    line: (width: string, depth: string) => `a line ${depth} long and ${width} wide, which begins at its place`,
    cone: (width: string, depth: string) => `a cone ${depth} long and ${width} wide at its end, which begins at its place`,
  },
  within: (what: string, inches: string, of: string) => `${what}${inches && `: within ${inches}`}${of && ` of ${of}`}.`,
  point: (x: string, y: string) => `the point ${x} across and ${y} along`,
  points: either,
  zone: (left: string, right: string, near: string, far: string) => `The zone goes from ${left} to ${right} across and from ${near} to ${far} along.`,
  zoneCorners: (corners: readonly string[]) => `The zone has its corners at ${corners.join("; ")}.`,
  corner: (x: string, y: string) => `${x} across, ${y} along`,
  keeps: (inches: string, ground: readonly string[]) => `It keeps ${inches} from units${ground.length ? ` and from ${either(ground)}` : ""}.`,
  barred: (ground: readonly string[]) => `It cannot be on ${either(ground)}.`,
  edges: (names: readonly string[]) => `Its rear has to be along the ${either(names)}.`,

  pool: (count: number, label: string) => `Split ${count} ${label}:`,
  share: (label: string, now: number, bounds: string, why: string) => `${label}: ${now} now${bounds && `, ${bounds}`}${why && ` (${why})`}`,
};
