/** How wide texts come out on this screen: every machine has letters of its own. */

/** Where nothing can be measured: the width of a letter for each pixel of its height. */
const USUAL = 0.56;

const widths = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;

export function textWidth(text: string, size: number, weight = 400): number {
  const font = `${weight} ${size}px`;
  const key = `${font} ${text}`;
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
