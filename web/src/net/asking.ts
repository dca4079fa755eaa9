/** Questions of one kind that only look: the last one counts, and a slow server is not asked faster than it answers. */

/** So many may be under way at once: a far server answers late, but not slowly. */
const MOST_UNDER_WAY = 4;

export class Asking<Wanted> {
  /** Not yet sent. */
  private next: Wanted | null = null;
  /** The last that was sent, until it is answered. */
  private last: { id: number; wanted: Wanted } | null = null;
  private underWay = 0;
  private count = 0;
  private sentAt = -Infinity;
  private timer = 0;

  /** `send` says whether there is a connection; two questions are at least `every` milliseconds apart. */
  constructor(
    private readonly send: (id: number, wanted: Wanted) => boolean,
    private readonly every = 0,
  ) {}

  /** Whether an answer is still to come. */
  get busy(): boolean {
    return this.next !== null || this.last !== null;
  }

  ask(wanted: Wanted): void {
    this.next = wanted;
    this.go();
  }

  /** An answer came; says whether it is the one to the last question. */
  answered(id: number): boolean {
    const wanted = this.last?.id === id;
    if (wanted) this.last = null;
    this.came();
    return wanted;
  }

  /** Instead of an answer: asked too fast, so that the last question is asked again, or in vain. */
  refused(tooFast: boolean): void {
    if (!tooFast && this.underWay === 1) this.last = null;
    this.came();
  }

  forget(): void {
    this.next = null;
    this.last = null;
  }

  /** The connection is a new one: what was under way is lost. */
  again(): void {
    this.underWay = 1;
    this.came();
  }

  private came(): void {
    this.underWay = Math.max(0, this.underWay - 1);
    if (this.underWay === 0 && this.last) {
      this.next ??= this.last.wanted;
      this.last = null;
    }
    this.go();
  }

  private go(): void {
    if (this.timer || this.next === null || this.underWay >= MOST_UNDER_WAY) return;
    this.timer = window.setTimeout(() => this.sendNext(), Math.max(0, this.sentAt + this.every - performance.now()));
  }

  private sendNext(): void {
    this.timer = 0;
    if (this.next === null) return;
    const wanted = this.next;
    if (!this.send(this.count + 1, wanted)) return;
    this.last = { id: ++this.count, wanted };
    this.next = null;
    this.underWay++;
    this.sentAt = performance.now();
  }
}
