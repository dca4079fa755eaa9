/** How wide texts come out on this screen: every machine has letters of its own. */

import { signal } from "@preact/signals";

/** Where nothing can be measured: the width of a letter for each pixel of its height. */
const USUAL = 0.56;

const widths = new Map<string, number>();
/** The page's own letters come after the first paint; whoever has measured before measures again. */
const lettered = signal(0);
if (typeof document !== "undefined") {
  document.fonts?.addEventListener?.("loadingdone", () => {
    widths.clear();
    lettered.value++;
  });
}

let pen: CanvasRenderingContext2D | null | undefined;

export function textWidth(text: string, size: number, weight = 400): number {
  const font = `${weight} ${size}px`;
  const key = `${font} ${text} ${lettered.value}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  const width = measured(text, font) ?? text.length * size * USUAL;
  if (widths.size > 2000) widths.clear();
  widths.set(key, width);
  return width;
}

function measured(text: string, font: string): number | null {
  pen ??= document.createElement("canvas").getContext?.("2d") ?? null;
  if (!pen) return null;
  pen.font = `${font} ${getComputedStyle(document.body).fontFamily || "sans-serif"}`;
  return pen.measureText(text).width;
}
