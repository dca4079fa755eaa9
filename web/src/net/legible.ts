/** What the server sends, as it is shown: it writes inches with a straight mark, the page with the proper one. */

/** A figure with its mark; whatever is quoted whole stays as it is. */
const MARKED = /("\p{L}[^"]*")|(\d)"/gu;

export function measured(text: string): string {
  return text.includes('"') ? text.replace(MARKED, (_, quoted: string | undefined, digit: string) => quoted ?? `${digit}″`) : text;
}

/** The same value with every text in it measured, but for keys: they go back to the server as they came. */
export function legible<T>(value: T): T {
  if (typeof value === "string") return measured(value) as T;
  if (Array.isArray(value)) return value.map(legible) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, name === "key" ? part : legible(part)])) as T;
}
