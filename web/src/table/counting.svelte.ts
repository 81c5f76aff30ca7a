/** The end of a game: the score sheet counts up line by line. Whoever does not want to wait skips it. */
import type { Sheet } from "./sheet";

/** Milliseconds for a line, and for all of them together. */
const LINE = 700;
const MOST = 4200;

export class Counting {
  #lines: Sheet["lines"] = $state.raw([]);
  #at = $state(0);
  #timer = 0;

  /** The line that is being counted; null when all is counted. */
  readonly line: string | null = $derived.by(() => this.#lines[this.#at]?.key ?? null);

  /** What has been counted for each seat, and by then all of it. */
  sums(sheet: Sheet): number[] {
    if (this.line === null) return sheet.totals.map((total) => total.sum);
    const counted = this.#lines.slice(0, this.#at + 1);
    return sheet.totals.map((_, seat) => counted.reduce((sum, { points }) => sum + (points[seat] ?? 0), 0));
  }

  /** Begin; `ms` says how long something takes that usually takes so long: nothing, where nothing should move. */
  start(sheet: Sheet, ms: (usual: number) => number): void {
    this.skip();
    const lines = sheet.lines.filter(({ points }) => points.some((point) => point !== null && point !== 0));
    const each = ms(Math.min(LINE, MOST / Math.max(1, lines.length)));
    if (each <= 0 || lines.length === 0) return;
    this.#lines = lines;
    this.#timer = window.setInterval(() => {
      this.#at += 1;
      if (this.line === null) this.skip();
    }, each);
  }

  skip = (): void => {
    clearInterval(this.#timer);
    this.#lines = [];
    this.#at = 0;
  };
}
