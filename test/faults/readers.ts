import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';

export interface ReaderOptions {
  readonly perSecond: number;
  readonly query: string;
  /** Checks every answer; a returned sentence is a failure. */
  readonly check?: (answer: SearchAnswer) => string | null;
}

export interface SearchAnswer {
  readonly hits: readonly { readonly board: string; readonly num: number; readonly subnum: number }[];
  readonly total: { readonly value: number; readonly relation: string };
  readonly partial: boolean;
}

export interface Reading {
  readonly queries: number;
  /** Number of requests; greater than `queries` if some were repeated. */
  readonly tries: number;
  /** Reasons for repeated requests, and how often. */
  readonly again: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  /** One sentence per kind of failure. */
  readonly failures: readonly string[];
}

const TRIES = 10;
const PAUSE_MS = 50;
/** Limit of concurrent requests, so that a slow machine is not overloaded. */
const MAX_WAITING = 20;
const LIMIT_MS = 10_000;

/**
 * Readers behind a proxy that repeats a GET at the next server when one refuses the connection, cuts it, or answers 503
 * because it is closing.
 */
export function startReaders(servers: readonly string[], options: ReaderOptions): { stop(): Promise<Reading> } {
  const stopping = new AbortController();
  let [queries, tries, slowestMs] = [0, 0, 0];
  const failures = new Set<string>();
  const again: Record<string, number> = {};
  const under = new Set<Promise<void>>();
  const ask = async (turn: number) => {
    const began = performance.now();
    let last = '';
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const server = servers[(turn + attempt) % servers.length] ?? '';
      tries++;
      try {
        const answer = await fetch(`${server}/api/v1/search?q=${encodeURIComponent(options.query)}&limit=50`, {
          signal: AbortSignal.timeout(LIMIT_MS),
        });
        const body = await answer.text();
        if (answer.status === 200) {
          slowestMs = Math.max(slowestMs, performance.now() - began);
          const failure = options.check?.(JSON.parse(body) as SearchAnswer) ?? null;
          if (failure !== null) failures.add(failure);
          return;
        }
        // Without the request's id, so that failures of the same kind are equal.
        last = `status ${answer.status}: ${body.replace(/,"request_id":"[^"]*"/, '').slice(0, 300)}`;
        if (answer.status !== 503) break;
      } catch (error) {
        last = `${String(error)} ${inspect((error as Error).cause)}`;
      }
      again[last] = (again[last] ?? 0) + 1;
      await sleep(PAUSE_MS);
    }
    failures.add(last);
  };
  const running = (async () => {
    while (!stopping.signal.aborted) {
      if (under.size >= MAX_WAITING) {
        await Promise.race(under);
        continue;
      }
      const asked = ask(queries++).finally(() => under.delete(asked));
      under.add(asked);
      await sleep(1000 / options.perSecond);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
      await Promise.all(under);
      return { queries, tries, again, slowestMs: Math.round(slowestMs), failures: [...failures].slice(0, 20) };
    },
  };
}
