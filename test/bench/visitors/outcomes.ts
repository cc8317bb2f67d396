/** Counts the answers to readers and crawlers. */
import { quantilesOf, type Quantiles } from '../measure.ts';

export interface Outcome {
  readonly kind: string;
  readonly status: number;
  readonly ms: number;
  readonly hasRetryAfter: boolean;
}

/** `failed`: the connection broke. */
const FAILED = 0;

export class Outcomes {
  readonly #all: Outcome[] = [];

  add(outcome: Outcome): void {
    this.#all.push(outcome);
  }

  addFailure(kind: string, ms: number): void {
    this.#all.push({ kind, status: FAILED, ms, hasRetryAfter: false });
  }

  get count(): number {
    return this.#all.length;
  }

  /** Durations of the answers with content; all kinds if none is given. */
  quantiles(kind?: string): Quantiles {
    const answered = this.#all.filter((one) => one.status < 400 && (kind === undefined || one.kind === kind));
    return quantilesOf(answered.map(({ ms }) => ms));
  }

  get kinds(): readonly string[] {
    return [...new Set(this.#all.map(({ kind }) => kind))].toSorted();
  }

  /** Answers by status and kind, such as `200 search 310`, and whether refusals state when to retry. */
  get byStatus(): string {
    const counts = new Map<string, number>();
    for (const { kind, status, hasRetryAfter } of this.#all) {
      const retry = status === 429 ? ` ${hasRetryAfter ? 'with' : 'WITHOUT'} Retry-After` : '';
      const name = `${status === FAILED ? 'failed' : status}${retry} ${kind}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return [...counts]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, count]) => `${name}: ${count}`)
      .join('; ');
  }

  /** Answers that are neither content, nor missing pages, nor refusals with a time to retry. */
  get errors(): number {
    return this.#all.filter(({ status, hasRetryAfter }) => {
      const isAnswer = (status >= 200 && status < 400) || status === 404;
      return !isAnswer && !(status === 429 && hasRetryAfter);
    }).length;
  }
}
