/** A player's own file as it is sent to the server: its name and its text. Rosters of BattleScribe come packed, as a zip
 * with one file in it (.rosz); those are unpacked here, and never to more than a roster can be. */
import { words } from "../words";

const MOST_BYTES = 20_000_000;
const DIRECTORY_END = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_FILE = 0x04034b50;

export interface Sent {
  name: string;
  text: string;
}

/** The files that the reader chose, read. A file that is damaged is refused with a sentence that says so. */
export async function sentFiles(files: Iterable<File>): Promise<Sent[]> {
  return Promise.all([...files].map(async (file) => ({ name: file.name.slice(0, 80), text: await textOf(file) })));
}

async function textOf(file: File): Promise<string> {
  if (file.size < 22) return file.text();
  const head = new DataView(await file.slice(0, 4).arrayBuffer());
  if (head.getUint32(0, true) !== LOCAL_FILE) return file.text();
  try {
    return await unpacked(new DataView(await file.arrayBuffer()), file.name);
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(words.lists.damagedZip(file.name));
  }
}

class Refused extends Error {}

/** The text of the only file in a zip: where it lies is told at the end, behind all files. */
async function unpacked(zip: DataView<ArrayBuffer>, name: string): Promise<string> {
  let end = zip.byteLength - 22;
  while (end >= 0 && zip.getUint32(end, true) !== DIRECTORY_END) end -= 1;
  if (end < 0) throw new Refused(words.lists.damagedZip(name));
  const count = zip.getUint16(end + 10, true);
  if (count !== 1) throw new Refused(words.lists.manyInZip(name, count));
  const entry = zip.getUint32(end + 16, true);
  if (zip.getUint32(entry, true) !== DIRECTORY_ENTRY) throw new Refused(words.lists.damagedZip(name));
  const method = zip.getUint16(entry + 10, true);
  const size = zip.getUint32(entry + 20, true);
  const local = zip.getUint32(entry + 42, true);
  const start = local + 30 + zip.getUint16(local + 26, true) + zip.getUint16(local + 28, true);
  const data = new Uint8Array(zip.buffer, start, size);
  if (method === 0) return new TextDecoder().decode(data.subarray(0, MOST_BYTES));
  if (method !== 8) throw new Refused(words.lists.damagedZip(name));
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let read = 0;
  const reader = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    read += value.length;
    if (read > MOST_BYTES) {
      await reader.cancel();
      throw new Refused(words.lists.hugeZip(name));
    }
    pieces.push(value);
  }
  return new Blob(pieces).text();
}
