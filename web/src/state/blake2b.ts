/** BLAKE2b (RFC 7693) with key and personalisation: what browsers lack to check the server's dice by themselves. */

const MASK = (1n << 64n) - 1n;
const IV = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];
const BLOCK = 128;

export interface Blake {
  size?: number;
  key?: Uint8Array;
  person?: string;
}

export function blake2b(data: Uint8Array, { size = 64, key = new Uint8Array(), person = "" }: Blake = {}): Uint8Array {
  const parameters = new Uint8Array(64);
  parameters[0] = size;
  parameters[1] = key.length;
  parameters[2] = 1;
  parameters[3] = 1;
  parameters.set(new TextEncoder().encode(person), 48);
  const state = words(parameters).map((word, i) => IV[i]! ^ word);
  const keyed = key.length ? BLOCK : 0;
  const message = new Uint8Array(Math.max(BLOCK, Math.ceil((keyed + data.length) / BLOCK) * BLOCK));
  message.set(key);
  message.set(data, keyed);
  const total = keyed + data.length;
  for (let at = 0; at < message.length; at += BLOCK) {
    const last = at + BLOCK >= message.length;
    compress(state, words(message.subarray(at, at + BLOCK)), BigInt(last ? total : at + BLOCK), last);
  }
  return bytes(state).slice(0, size);
}

function words(data: Uint8Array): bigint[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return Array.from({ length: data.length / 8 }, (_, i) => view.getBigUint64(i * 8, true));
}

function bytes(state: readonly bigint[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(state.length * 8));
  state.forEach((word, i) => view.setBigUint64(i * 8, word, true));
  return new Uint8Array(view.buffer);
}

function turn(value: bigint, by: bigint): bigint {
  return ((value >> by) | (value << (64n - by))) & MASK;
}

function compress(state: bigint[], block: readonly bigint[], count: bigint, last: boolean): void {
  const v = [...state, ...IV];
  v[12] = v[12]! ^ count;
  if (last) v[14] = v[14]! ^ MASK;
  const mix = (a: number, b: number, c: number, d: number, x: bigint, y: bigint) => {
    v[a] = (v[a]! + v[b]! + x) & MASK;
    v[d] = turn(v[d]! ^ v[a]!, 32n);
    v[c] = (v[c]! + v[d]!) & MASK;
    v[b] = turn(v[b]! ^ v[c]!, 24n);
    v[a] = (v[a]! + v[b]! + y) & MASK;
    v[d] = turn(v[d]! ^ v[a]!, 16n);
    v[c] = (v[c]! + v[d]!) & MASK;
    v[b] = turn(v[b]! ^ v[c]!, 63n);
  };
  for (let round = 0; round < 12; round++) {
    const s = SIGMA[round % 10]!;
    for (let i = 0; i < 4; i++) mix(i, 4 + i, 8 + i, 12 + i, block[s[2 * i]!]!, block[s[2 * i + 1]!]!);
    for (let i = 0; i < 4; i++) {
      mix(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4), block[s[8 + 2 * i]!]!, block[s[9 + 2 * i]!]!);
    }
  }
  for (let i = 0; i < 8; i++) state[i] = state[i]! ^ v[i]! ^ v[i + 8]!;
}

export function hex(data: Uint8Array): string {
  return [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
