/** Things of the reader's own, such as lists and packs: kept on the server with a key for each, and in this browser, which
 * has them at once. Without a server that answers they live here alone. */
import { type Signal, signal } from "@preact/signals";
import type { KeptApi } from "../net/api";

export interface Item {
  id: string;
  ruleset: string;
  name: string;
}

/** Where the server has a thing, and what opens it there. */
interface Kept {
  id: string;
  token: string;
}

export interface Gone<T> {
  item: T;
  kept: Kept | null;
  /** When that was, in milliseconds. */
  at: number;
}

/** So many milliseconds the server keeps what was deleted, at the least. */
const REGRET = 15 * 60_000;

interface Kind<T extends Item> {
  /** Under what this browser keeps them, their keys, and those that were deleted. */
  key: string;
  keys: string;
  gone: string;
  most: number;
  api: KeptApi;
  whole: (one: Partial<T> | null) => boolean;
  text: (one: T) => string;
  /** What the server has, read again; nothing if it cannot be. */
  read: (id: string, kept: { ruleset: string; name: string; text: string }) => T | null;
}

function read<T>(key: string, empty: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? empty;
  } catch {
    return empty;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays: they live as long as the page.
  }
}

function canBeHadAgain(one: { at: number }): boolean {
  return Date.now() - one.at < REGRET;
}

export class Shelf<T extends Item> {
  readonly all: Signal<readonly T[]>;
  /** The keys of what the server has, by the things' own names here. */
  readonly keys: Signal<Readonly<Record<string, Kept>>>;
  /** What was deleted a short while ago. */
  readonly gone: Signal<readonly Gone<T>[]>;
  private readonly sending = new Map<string, Promise<boolean>>();

  constructor(private readonly kind: Kind<T>) {
    const here: unknown = read(kind.key, []);
    this.all = signal(Array.isArray(here) ? (here as T[]).filter(kind.whole) : []);
    this.keys = signal(read(kind.keys, {}));
    this.gone = signal(read<Gone<T>[]>(kind.gone, []).filter((one) => Boolean(one.item) && canBeHadAgain(one)));
  }

  find(id: string): T | null {
    return this.all.value.find((one) => one.id === id) ?? null;
  }

  /** Keep one more, the newest first. */
  add(item: Omit<T, "id">): T {
    const kept = { ...item, id: `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}` } as T;
    this.save([kept, ...this.all.peek()].slice(0, this.kind.most));
    void this.send(kept.id);
    return kept;
  }

  change(id: string, change: Partial<Omit<T, "id">>): void {
    this.save(this.all.peek().map((one) => (one.id === id ? { ...one, ...change } : one)));
    void this.send(id);
  }

  remove(id: string): void {
    const item = this.all.peek().find((one) => one.id === id);
    if (!item) return;
    const kept = this.keys.peek()[id] ?? null;
    this.save(this.all.peek().filter((one) => one.id !== id));
    this.saveKey(id, null);
    this.saveGone([{ item, kept, at: Date.now() }, ...this.gone.peek().filter(canBeHadAgain)]);
    if (kept) this.kind.api.remove(kept.id, kept.token).catch(() => undefined);
  }

  /** Have again what was deleted. */
  async restore(id: string): Promise<void> {
    const one = this.gone.peek().find((gone) => gone.item.id === id);
    if (!one) return;
    this.saveGone(this.gone.peek().filter((gone) => gone !== one));
    this.save([one.item, ...this.all.peek()].slice(0, this.kind.most));
    if (one.kept) {
      try {
        await this.kind.api.restore(one.kept.id, one.kept.token);
        this.saveKey(id, one.kept);
        return;
      } catch {
        // What the server has forgotten is kept there anew.
      }
    }
    await this.send(id);
  }

  /** Keep it on the server as it is now. Says whether the server has it; one change is sent after the other. */
  send(id: string): Promise<boolean> {
    const next = (this.sending.get(id) ?? Promise.resolve(true)).then(() => this.sendNow(id));
    this.sending.set(id, next);
    void next.finally(() => this.sending.get(id) === next && this.sending.delete(id));
    return next;
  }

  private async sendNow(id: string): Promise<boolean> {
    const item = this.all.peek().find((one) => one.id === id);
    if (!item) return false;
    const wanted = { ruleset: item.ruleset, name: item.name.slice(0, 80), text: this.kind.text(item) };
    try {
      const kept = this.keys.peek()[id];
      if (kept) await this.kind.api.change(kept.id, kept.token, wanted);
      else this.saveKey(id, await this.kind.api.keep(wanted));
      return true;
    } catch {
      // It stays in this browser, and is sent again when it is looked at next.
      return false;
    }
  }

  /** Look what the server has: what this browser has lost is there again, and what the server has not is sent. */
  async meetServer(): Promise<void> {
    const known = { ...read<Record<string, Kept>>(this.kind.keys, {}), ...this.keys.peek() };
    const byServer = new Map(Object.entries(known).map(([id, kept]) => [kept.id, id]));
    let found;
    try {
      found = byServer.size ? await this.kind.api.listed(Object.values(known).map((kept) => kept.token)) : [];
    } catch {
      return;
    }
    const there = new Set(found.map((one) => byServer.get(one.id)));
    for (const id of Object.keys(known)) if (!there.has(id)) this.saveKey(id, null);
    const lost = found.filter((one) => !this.all.peek().some((item) => item.id === byServer.get(one.id)));
    const back = lost.map((one) => this.kind.read(byServer.get(one.id)!, one)).filter((one) => one !== null);
    if (back.length) this.save([...this.all.peek(), ...back].slice(0, this.kind.most));
    await Promise.all(
      this.all
        .peek()
        .filter((one) => !this.keys.peek()[one.id])
        .map((one) => this.send(one.id)),
    );
  }

  private save(all: readonly T[]): void {
    this.all.value = all;
    write(this.kind.key, all);
  }

  private saveKey(id: string, kept: Kept | null): void {
    // Another page of this browser may have saved something meanwhile.
    const all = { ...read<Record<string, Kept>>(this.kind.keys, {}), ...this.keys.peek() };
    if (kept) all[id] = kept;
    else delete all[id];
    this.keys.value = all;
    write(this.kind.keys, all);
  }

  private saveGone(all: readonly Gone<T>[]): void {
    this.gone.value = all;
    write(this.kind.gone, all);
  }
}
