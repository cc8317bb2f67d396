/** Decides when a program that ended unexpectedly is started again: a store (dev-stores/) or one of Sagasu's processes (`npm start`). */

/** This many failures within the window are too many: the program is not started again. */
export const MAX_FAILURES = 5;
export const FAILURE_WINDOW_MINUTES = 10;

const WINDOW_MS = FAILURE_WINDOW_MINUTES * 60_000;
/** Doubles with each failure within the window. */
const FIRST_DELAY_MS = 500;

export class RestartPolicy {
  #failures: readonly number[] = [];

  /**
   * Records a failure: an unexpected end, or a start that did not succeed. Returns the milliseconds to wait before the next start, or null
   * when the program has failed too often.
   * @param now A monotonic time in milliseconds.
   */
  failed(now: number): number | null {
    this.#failures = [...this.#failures.filter((time) => now - time < WINDOW_MS), now];
    const count = this.#failures.length;
    return count >= MAX_FAILURES ? null : FIRST_DELAY_MS * 2 ** (count - 1);
  }
}

/** `Redis ended (SIGKILL) and is restarted in 0.5 s; its log is …` */
export function restartLine(title: string, how: string, delayMs: number, logFile: string | null): string {
  return `${title} ${how} and is restarted in ${delayMs / 1000} s${whereIs(logFile)}`;
}

export function givenUpLine(title: string, how: string, logFile: string | null): string {
  return `${title} ${how}. It has failed ${MAX_FAILURES} times within ${FAILURE_WINDOW_MINUTES} minutes and is not restarted, so everything stops${whereIs(logFile)}`;
}

function whereIs(logFile: string | null): string {
  return logFile === null ? '' : `; its log is ${logFile}`;
}
