/** Which edge of the table a seat had behind it at first. Units cross the middle later on, and the table must not turn
 * around with them: neither when the page is loaded again, nor in a branch of the battle. */
import { keyHere } from "../net/base";

export type Edge = "near" | "far";

const KEY = keyHere("warhost.edges");
/** So many are kept, the newest of them. */
const MOST = 200;

function load(): Record<string, Edge> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Edge>;
  } catch {
    return {};
  }
}

let known = load();

export function edgeOf(battle: string, seat: number): Edge | null {
  return known[`${battle}/${seat}`] ?? null;
}

export function keepEdge(battle: string, seat: number, edge: Edge): Edge {
  const key = `${battle}/${seat}`;
  if (known[key] === edge) return edge;
  const { [key]: _, ...others } = { ...load(), ...known };
  known = Object.fromEntries([...Object.entries(others), [key, edge] as const].slice(-MOST));
  try {
    localStorage.setItem(KEY, JSON.stringify(known));
  } catch {
    // Then the table is looked at anew when the page is.
  }
  return edge;
}
