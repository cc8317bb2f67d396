import { RefusedError } from '../../http/errors.ts';

/** How many exports a server works on at once: each may take minutes, and others want to be answered meanwhile. */
export class ExportPlaces {
  readonly #count: number;
  #taken = 0;

  constructor(count: number) {
    this.#count = count;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Answers what gives the place back, any number of times. @throws RefusedError when all are taken. */
  take(): () => void {
    if (this.#taken >= this.#count) {
      throw new RefusedError(503, 'exports_busy', 'As many exports as this server takes are under way.');
    }
    this.#taken += 1;
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      this.#taken -= 1;
    };
  }
}
