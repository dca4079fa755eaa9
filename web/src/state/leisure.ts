/** Work that would hold up a picture is done right after one has been drawn: then there is most time until the next. */

/** A browser that never comes to rest has it done after so many milliseconds all the same. */
const LONGEST_WAIT = 60;

/** Does it between two pictures; returns how to leave it undone. */
export function betweenPictures(act: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const wished = requestIdleCallback(act, { timeout: LONGEST_WAIT });
    return () => cancelIdleCallback(wished);
  }
  const timer = setTimeout(act);
  return () => clearTimeout(timer);
}
