import type { Clock } from '../live/ports.ts';

/** A pause that a call from elsewhere cuts short; a call that comes before the pause is not lost. */
export class Wake {
  #called = false;
  #interrupt: AbortController | undefined;

  call(): void {
    this.#called = true;
    this.#interrupt?.abort();
  }

  async pause(clock: Clock, ms: number): Promise<void> {
    if (!this.#called) {
      this.#interrupt = new AbortController();
      await clock.wait(ms, this.#interrupt.signal);
      this.#interrupt = undefined;
    }
    this.#called = false;
  }
}
