/** A line with the progress of a long command, shown only on a terminal. */
import type { WriteStream } from 'node:tty';

const EVERY_MS = 200;
const WIDTH = 20;

export class ProgressLine {
  readonly #out: WriteStream;
  #shownAt = 0;
  #startedAt = 0;
  #what = '';

  constructor(out: WriteStream) {
    this.#out = out;
  }

  /** @param share from 0 to 1 */
  show(what: string, rows: number, share: number, unit = 'rows'): void {
    if (!this.#out.isTTY) return;
    const now = Date.now();
    if (what !== this.#what) [this.#what, this.#startedAt] = [what, now];
    if (now - this.#shownAt < EVERY_MS) return;
    this.#shownAt = now;
    const seconds = (now - this.#startedAt) / 1000;
    const rate = seconds > 0 ? Math.round(rows / seconds) : 0;
    const left = share > 0.001 ? `, ${minutes((seconds / share) * (1 - share))} left` : '';
    const bar = '#'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '.');
    this.#out.write(`\r\u001B[K${what} [${bar}] ${rows} ${unit}, ${rate}/s${left}`);
  }

  /** Removes the line. */
  end(): void {
    if (this.#shownAt === 0) return;
    this.#shownAt = 0;
    this.#out.write('\r\u001B[K');
  }
}

function minutes(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}
