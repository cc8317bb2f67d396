/** Assumed if a terminal reports a size of 0. */
const COLUMNS = 80;
const ROWS = 24;
const MIN_COLUMNS = 10;

/** Lines at the bottom of a terminal that are redrawn in place. */
export class LiveLines {
  readonly #out: NodeJS.WriteStream;
  #drawn: readonly string[] = [];

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
  }

  get style(): { readonly width: number; readonly colours: boolean } {
    // Some terminals wrap a line of their full width. hasColors respects NO_COLOR.
    return { width: Math.max(MIN_COLUMNS, (this.#out.columns || COLUMNS) - 1), colours: this.#out.hasColors() };
  }

  get rows(): number {
    return this.#out.rows || ROWS;
  }

  /** Replaces the lines; draws nothing when they are unchanged. */
  draw(lines: readonly string[]): void {
    if (lines.length === this.#drawn.length && lines.every((line, index) => line === this.#drawn[index])) return;
    this.#out.write(redraw(this.#drawn.length, lines));
    this.#drawn = lines;
  }

  /** Prints a permanent line above the live ones. */
  print(line: string): void {
    this.#out.write(redraw(this.#drawn.length, [line, ...this.#drawn]));
  }
}

/** Terminal output that replaces the last `drawn` lines by `lines`, without scrolling lines that fit. */
export function redraw(drawn: number, lines: readonly string[]): string {
  const up = drawn === 0 ? '' : `\u001B[${drawn}A`;
  // Each line overwrites the old one and clears the rest of it: clearing first would flicker.
  return `${up}\r${lines.map((line) => `${line}\u001B[K\n`).join('')}\u001B[J`;
}
