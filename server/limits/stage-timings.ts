/** Names are fields of the API: they appear in the Server-Timing header and in explanations. */
export const STAGES = [
  'parse',
  'charge',
  'plan',
  'execute',
  'hydrate',
  'pending_hides',
  'present',
  'suggest',
  'elasticsearch',
] as const;
/**
 * The steps of a search (server/search/pipeline.ts). parse: text to tree. charge: the caller's token bucket. plan: boards and
 * identities looked up, conditions resolved, query compiled. execute: requests for the page's hits, round trip. hydrate:
 * posts as they are now. pending_hides: the list of pending hides, where a page needs it. present: tokens and highlights. suggest: similar queries for one without hits.
 * elasticsearch: `took` of all Elasticsearch requests, which lies within plan, execute and hydrate.
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
