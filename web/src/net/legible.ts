/** What the server sends, as it is shown: it writes inches with a straight mark, the page with the proper one. */

/** A figure with its mark; whatever is quoted whole stays as it is. */
const MARKED = /("\p{L}[^"]*")|(\d)"/gu;

export function measured(text: string): string {
  return text.includes('"') ? text.replace(MARKED, (_, quoted: string | undefined, digit: string) => quoted ?? `${digit}″`) : text;
}

/**
 * The same value with every text in it measured, but for keys: they go back to the server as they came. It is changed in
 * place: a state of a large battle is told many times a turn, and to copy it takes longer than to show it.
 */
export function legible<T>(value: T): T {
  if (typeof value === "string") return measured(value) as T;
  if (typeof value !== "object" || value === null || isFigures(value)) return value;
  const parts = value as Record<string, unknown>;
  for (const name in parts) {
    const part = parts[name];
    if (typeof part === "string" ? part.includes('"') && name !== "key" : typeof part === "object") parts[name] = legible(part);
  }
  return value;
}

/** Places, bases and corners are most of what is told of a battle, and have no texts: numbers, or lists of numbers. */
function isFigures(value: object): boolean {
  if (!Array.isArray(value)) return false;
  const first: unknown = value[0];
  return typeof first === "number" || (Array.isArray(first) && typeof first[0] === "number");
}
