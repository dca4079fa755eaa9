/** What is told anew but has not changed stays the same object: then nothing that is made of it is made again. */

/** The value `next`, with every part of it that equals its part in `before` taken from there. */
export function sharing<T>(before: unknown, next: T): T {
  if (before === next || typeof before !== "object" || typeof next !== "object" || !before || !next) return next;
  if (Array.isArray(before) !== Array.isArray(next)) return next;
  const [old, now] = [before as Record<string, unknown>, next as Record<string, unknown>];
  const keys = Object.keys(now);
  let same = keys.length === Object.keys(old).length;
  const kept = (Array.isArray(next) ? [] : {}) as Record<string, unknown>;
  for (const key of keys) {
    kept[key] = sharing(old[key], now[key]);
    if (kept[key] !== old[key] || !(key in old)) same = false;
  }
  return (same ? before : kept) as T;
}
