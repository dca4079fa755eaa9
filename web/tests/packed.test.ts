import { crc32, deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { sentFiles } from "../src/net/packed";

/** A zip with these files in it, as list builders write it. */
function zip(files: Record<string, string>, method = 8): File {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const raw = Buffer.from(text);
    const data = method === 8 ? deflateRawSync(raw) : raw;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(method, 8);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(crc32(raw), 16);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(raw.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    parts.push(local, Buffer.from(name), data);
    directory.push(entry, Buffer.from(name));
    at += 30 + name.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(at, 16);
  return new File([Buffer.concat([...parts, ...directory, end])], "roster.rosz");
}

describe("files that players choose", () => {
  it("are sent as their text, and packed rosters as what is in them", async () => {
    const roster = "<roster>".repeat(2000) + "Größe";
    const files = [new File(["plain"], "a.txt"), zip({ "roster.ros": roster }), zip({ "roster.ros": roster }, 0)];
    expect(await sentFiles(files)).toEqual([
      { name: "a.txt", text: "plain" },
      { name: "roster.rosz", text: roster },
      { name: "roster.rosz", text: roster },
    ]);
  });

  it("are refused with a sentence where they are damaged, have several files in them or are huge", async () => {
    await expect(sentFiles([zip({ "a.ros": "a", "b.ros": "b" })])).rejects.toThrow("contains 2 files");
    const whole = zip({ "roster.ros": "<roster>".repeat(2000) });
    await expect(sentFiles([new File([whole.slice(0, 60)], "cut.rosz")])).rejects.toThrow("cut.rosz is damaged");
    await expect(sentFiles([zip({ "roster.ros": " ".repeat(21_000_000) })])).rejects.toThrow("more than 20 million");
  });
});
