/** Of a terminal that does not know its size and says 0. */
const COLUMNS = 80;
const ROWS = 24;
const MIN_COLUMNS = 10;

/** Lines at the bottom of a terminal that change where they stand. */
export class Screen {
  readonly #out: NodeJS.WriteStream;
  #drawn: readonly string[] = [];

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
  }

  get style(): { readonly width: number; readonly colours: boolean } {
    // A line as wide as the terminal would wrap on some. hasColors knows NO_COLOR.
    return { width: Math.max(MIN_COLUMNS, (this.#out.columns || COLUMNS) - 1), colours: this.#out.hasColors() };
  }

  get rows(): number {
    return this.#out.rows || ROWS;
  }

  /** Shows these in place of those that stand there. */
  draw(lines: readonly string[]): void {
    if (lines.length === this.#drawn.length && lines.every((line, index) => line === this.#drawn[index])) return;
    this.#out.write(redraw(this.#drawn.length, lines));
    this.#drawn = lines;
  }

  /** A line that stays, above those that change. */
  say(line: string): void {
    this.#out.write(redraw(this.#drawn.length, [line, ...this.#drawn]));
  }
}

/** What to write so that `lines` stand in place of the last `drawn` lines; nothing scrolls that fits where it stood. */
export function redraw(drawn: number, lines: readonly string[]): string {
  const up = drawn === 0 ? '' : `\u001B[${drawn}A`;
  // Each line is written over the old one and its rest cleared: clearing first would flicker.
  return `${up}\r${lines.map((line) => `${line}\u001B[K\n`).join('')}\u001B[J`;
}
