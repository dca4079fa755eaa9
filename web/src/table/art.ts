/** What drawings by code are made of: numbers that a name decides, colours that mix, and paths that are put in place. */

/** A number that is always the same for a text. */
export function hashOf(text: string): number {
  let hash = 2166136261;
  for (let at = 0; at < text.length; at++) {
    hash ^= text.charCodeAt(at);
    hash = Math.imul(hash, 16777619);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 2246822507);
  hash ^= hash >>> 13;
  return hash >>> 0;
}

/** Numbers from 0 to 1, the same row of them for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A colour so far on the way from one to another; both as #rrggbb. */
export function mixed(from: string, to: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [parseInt(from.slice(at, at + 2), 16), parseInt(to.slice(at, at + 2), 16)];
    return Math.round(a + (b - a) * share).toString(16).padStart(2, "0");
  });
  return `#${parts.join("")}`;
}

type Piece = readonly [command: string, figures: readonly number[]];

const parsed = new Map<string, readonly Piece[]>();

function piecesOf(drawing: string): readonly Piece[] {
  const known = parsed.get(drawing);
  if (known) return known;
  const found = [...drawing.matchAll(/([MLCQZO])([^MLCQZO]*)/g)].map((one): Piece => [one[1]!, (one[2]!.match(/-?[\d.]+/g) ?? []).map(Number)]);
  parsed.set(drawing, found);
  return found;
}

/** A tenth of a unit of the sheet is finer than any screen. */
function fine(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return Object.is(rounded, -0) ? "0" : String(rounded);
}

/** A place for a drawing: x becomes a x - b y + e, y becomes b x + a y + f, so it is turned and scaled and never stretched. */
export interface Placing {
  a: number;
  b: number;
  e: number;
  f: number;
}

export function placedAt(x: number, y: number, degrees: number, scale: number): Placing {
  const turn = (degrees * Math.PI) / 180;
  return { a: Math.cos(turn) * scale, b: Math.sin(turn) * scale, e: x, f: y };
}

/** A drawing put in place. O is an oval: its middle, its half axes, and by how many degrees it is turned. */
export function put(drawing: string, { a, b, e, f }: Placing): string {
  const scale = Math.hypot(a, b);
  const turned = (Math.atan2(b, a) * 180) / Math.PI;
  let text = "";
  for (const [command, figures] of piecesOf(drawing)) {
    if (command === "Z") {
      text += "Z";
    } else if (command === "O") {
      const [cx = 0, cy = 0, rx = 0, ry = 0, turn = 0] = figures;
      const degrees = turned + turn;
      const [dx, dy] = [Math.cos((degrees * Math.PI) / 180) * rx * scale, Math.sin((degrees * Math.PI) / 180) * rx * scale];
      const [x, y] = [a * cx - b * cy + e, b * cx + a * cy + f];
      const arc = `A${fine(rx * scale)} ${fine(ry * scale)} ${Math.round(degrees)} 1 0 `;
      text += `M${fine(x - dx)} ${fine(y - dy)}${arc}${fine(x + dx)} ${fine(y + dy)}${arc}${fine(x - dx)} ${fine(y - dy)}Z`;
    } else {
      text += command;
      for (let at = 0; at < figures.length; at += 2) {
        const [x, y] = [figures[at]!, figures[at + 1]!];
        text += `${at ? " " : ""}${fine(a * x - b * y + e)} ${fine(b * x + a * y + f)}`;
      }
    }
  }
  return text;
}
