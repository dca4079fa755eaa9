/** The focus of whoever plays by keyboard: it is never lost, and one key leads to the decision. */
import { byKeyboard } from "./ui";

/** To the decision at hand. */
export function toDecision(): void {
  const panel = document.querySelector<HTMLElement>(".question");
  if (!panel) return;
  // Left to itself a browser may show the end of a long question first.
  panel.focus({ preventScroll: true });
  panel.parentElement?.scrollTo?.(0, 0);
  if (panel.getBoundingClientRect().top > innerHeight) panel.scrollIntoView();
}

/**
 * What comes of an answer is seen on the table: on a narrow screen, where the question stands below it, the table is
 * brought back into sight. Whoever plays by keyboard keeps what has the focus in sight.
 */
export function toTable(): void {
  const stage = document.querySelector<HTMLElement>(".stage");
  if (!stage || byKeyboard.peek() || stage.getBoundingClientRect().top >= 0) return;
  stage.scrollIntoView({ block: "start", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
}

export function focusIsNowhere(): boolean {
  return !document.activeElement || document.activeElement === document.body;
}

/** Where what has the focus vanishes or is switched off, the decision takes it. Returns how to stop that. */
export function keepFocus(): () => void {
  let held: Element | null = null;
  const hold = (event: FocusEvent) => {
    held = event.target as Element;
  };
  const watch = new MutationObserver(() => {
    if (!held || (held.isConnected && !held.matches(":disabled"))) return;
    // A browser may leave the focus on what was switched off until it draws the next time.
    const lost = focusIsNowhere() || document.activeElement === held;
    held = null;
    if (lost && byKeyboard.peek()) toDecision();
  });
  addEventListener("focusin", hold);
  watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  return () => {
    removeEventListener("focusin", hold);
    watch.disconnect();
  };
}
