/** Are the dice fair? Worked out here, from the published fingerprint and the revealed seed alone. */
import { blake2b, fromHex, hex } from "./blake2b";

const BLOCK = 64;
const HALVED: Record<number, number> = { 3: 6, 5: 10 };

/** Any seed as its 32 bytes: 64 hexadecimal digits are the seed itself, any other text is hashed. */
export function seedBytes(seed: string): Uint8Array {
  if (/^[0-9a-fA-F]{64}$/.test(seed)) return fromHex(seed);
  const key = new TextEncoder().encode("text");
  return blake2b(new TextEncoder().encode(seed), { key, person: "warhost seed", size: 32 });
}

export function commitmentOf(seed: string): string {
  return hex(blake2b(seedBytes(seed), { person: "warhost commit", size: 32 }));
}

/** The size of the physical dice of a notation such as `maximised 2D6`: a D3 is thrown with a D6. */
export function sidesOf(notation: string): number {
  const size = Number(/d\s*(\d+)(?!.*d\s*\d)/i.exec(notation)?.[1] ?? 6);
  return HALVED[size] ?? size;
}

/** The dice that a seed gives from a place of its stream on. */
export class Stream {
  private readonly seed: Uint8Array;
  private readonly blocks = new Map<number, Uint8Array>();

  constructor(seed: string) {
    this.seed = seedBytes(seed);
  }

  private byte(at: number): number {
    const number = Math.floor(at / BLOCK);
    let block = this.blocks.get(number);
    if (!block) {
      const counted = new Uint8Array(8);
      new DataView(counted.buffer).setBigUint64(0, BigInt(number), true);
      block = blake2b(counted, { key: this.seed, person: "warhost stream" });
      this.blocks.set(number, block);
    }
    return block[at % BLOCK]!;
  }

  /** So many dice from a place on, and the place behind them. */
  roll(at: number, sides: number, count: number): { faces: number[]; end: number } {
    const faces: number[] = [];
    const limit = Math.floor(256 / sides) * sides;
    while (faces.length < count) {
      const byte = this.byte(at++);
      if (byte < limit) faces.push((byte % sides) + 1);
    }
    return { faces, end: at };
  }
}

export interface Thrown {
  number: number;
  dice: string;
  faces: readonly number[];
}

export interface Finding {
  seedFits: boolean;
  rolls: number;
  wrong: number;
  /** The first rolls that fell in the battle from which this one branched off: they have no place in the seed. */
  past: number;
  /** Where dice of the seed were skipped, as they are where new dice are rolled after a take-back. */
  gaps: number;
}

/** Whether the seed fits its fingerprint, and every roll came from its place in the stream of the seed. */
export function verify(seed: string, commitment: string, places: readonly [number, number][], thrown: readonly Thrown[]): Finding {
  const stream = new Stream(seed);
  // A line is known after its entry: it carries the number that follows the entry.
  const placeOf = new Map(places);
  let [wrong, past, gaps, end] = [0, 0, 0, 0];
  for (const [index, roll] of thrown.entries()) {
    const place = placeOf.get(roll.number - 1);
    if (place === undefined) {
      if (past === index) past++;
      else wrong++;
      continue;
    }
    const given = stream.roll(place, sidesOf(roll.dice), roll.faces.length);
    // Dice that a roll before has used are not used again.
    if (place < end || String(given.faces) !== String(roll.faces)) wrong++;
    else if (place > end) gaps++;
    end = given.end;
  }
  return { seedFits: commitmentOf(seed) === commitment, rolls: thrown.length, wrong, past, gaps };
}
