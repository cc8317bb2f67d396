import type { Engine } from './send-search.ts';

/** How long a walk that may find nothing goes on before it hands over what it has: half of the time of one search. */
export class Patience {
  readonly #until: number;

  constructor({ timeoutMs }: Pick<Engine, 'timeoutMs'>) {
    this.#until = performance.now() + timeoutMs / 2;
  }

  isOver(): boolean {
    return performance.now() > this.#until;
  }
}
