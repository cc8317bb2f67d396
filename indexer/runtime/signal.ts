import type { Clock } from './clock.ts';

/** Wakes a loop that waits between two rounds. A signal that is raised while the loop is busy ends its next wait immediately. */
export class Signal {
  #isRaised = false;
  #interrupt: AbortController | undefined;

  raise(): void {
    this.#isRaised = true;
    this.#interrupt?.abort();
  }

  /** Waits until the signal is raised, or for `ms` milliseconds. Lowers the signal. */
  async wait(clock: Clock, ms: number): Promise<void> {
    if (!this.#isRaised) {
      this.#interrupt = new AbortController();
      await clock.wait(ms, this.#interrupt.signal);
      this.#interrupt = undefined;
    }
    this.#isRaised = false;
  }
}
