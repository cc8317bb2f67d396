/** Names are fields of the API: they stand in the Server-Timing header and in explanations. */
export const STAGES = ['parse', 'resolve', 'search', 'elasticsearch', 'hydrate', 'present'] as const;
/**
 * parse: text to tree, with boards looked up. resolve: conditions that need a lookup before the query can be compiled.
 * search: requests for the page's hits, round trip; elasticsearch: `took` of all Elasticsearch requests. hydrate: rows of
 * PostgreSQL. present: tokens and marks.
 */
export type Stage = (typeof STAGES)[number];

/** Milliseconds per stage of one request. Stages may run concurrently, so their sum may exceed the request's time. */
export class StageTimings {
  readonly #times = new Map<Stage, number>();

  async measure<T>(stage: Stage, work: () => T | Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.add(stage, performance.now() - started);
    }
  }

  add(stage: Stage, ms: number): void {
    this.#times.set(stage, (this.#times.get(stage) ?? 0) + ms);
  }

  /** In the order of STAGES, rounded to tenths of a millisecond; stages that did not run are left out. */
  list(): { readonly name: Stage; readonly ms: number }[] {
    return STAGES.flatMap((name) => {
      const ms = this.#times.get(name);
      return ms === undefined ? [] : [{ name, ms: Math.round(ms * 10) / 10 }];
    });
  }

  /** Value of the Server-Timing header, which browsers show beside the request. */
  header(): string {
    return this.list()
      .map(({ name, ms }) => `${name};dur=${ms}`)
      .join(', ');
  }
}
