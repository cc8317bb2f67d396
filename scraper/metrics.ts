import { Counter, Gauge, type Registry } from 'prom-client';
import type { ThreadEnd } from './reconcile/judge-threads.ts';
import type { FetchResult } from './net/fetch.ts';
import type { WarningCounts, RefusalReason } from './sources/parse-result.ts';
import type { StoreResult } from './store/store-thread.ts';

export interface ScraperMetrics {
  readonly onAnswer: (board: string, kind: FetchResult['kind'] | 'proxy_error') => void;
  readonly onRefusal: (board: string, reason: RefusalReason) => void;
  /** Entries of an accepted document, such as posts, that were refused alone. */
  readonly onRefusedEntries: (board: string, reason: RefusalReason, entries: number) => void;
  readonly onParseWarnings: (board: string, warnings: WarningCounts) => void;
  /** `posts`: number of posts in the answer. */
  readonly onWrite: (board: string, result: StoreResult, posts: number) => void;
  /** A thread left the board. */
  readonly onThreadGone: (board: string, end: ThreadEnd) => void;
  readonly onRestored: (board: string, posts: number) => void;
  /** Too many threads disappeared at once to be marked as deleted. */
  readonly onHold: (board: string, threads: number) => void;
  /** Threads that were not fetched because the catalog had all new posts. */
  readonly onSaved: (board: string, threads: number) => void;
  readonly onSuccess: (board: string, now: Date) => void;
  /** Returns whether the board is unusually long without a post. */
  readonly onQuiet: (board: string, quiet: boolean) => void;
  readonly onHeld: (boards: number) => void;
}

/** Field names come from sources: beyond this many they share one label, so that a source cannot fill the memory. */
const MAX_WARNINGS = 200;

export function createScraperMetrics(registry: Registry): ScraperMetrics {
  const registers = [registry];
  const requests = new Counter({
    name: 'sagasu_scraper_requests_total',
    help: 'Requests to sources by response: fetched, not-modified, gone, slow-down, refused, failed, proxy_error.',
    labelNames: ['board', 'answer'] as const,
    registers,
  });
  const posts = new Counter({
    name: 'sagasu_scraper_posts_total',
    help: 'Posts in accepted documents: added, changed, unchanged.',
    labelNames: ['board', 'outcome'] as const,
    registers,
  });
  const stale = new Counter({
    name: 'sagasu_scraper_stale_answers_total',
    help: 'Threads whose copy was older than the stored one and was ignored.',
    labelNames: ['board'] as const,
    registers,
  });
  const refusals = new Counter({
    name: 'sagasu_scraper_refusals_total',
    help: 'Refused documents by reason; the table refusals has samples.',
    labelNames: ['board', 'reason'] as const,
    registers,
  });
  const refusedEntries = new Counter({
    name: 'sagasu_scraper_refused_entries_total',
    help: 'Entries of accepted documents, mostly posts, that were refused alone, by reason; the table refusals has samples.',
    labelNames: ['board', 'reason'] as const,
    registers,
  });
  const warnings = new Counter({
    name: 'sagasu_scraper_oddities_total',
    help: 'Accepted but unexpected content: unknown_field:…, unreadable_field:… (dropped), capcode_word:…, nul, lone_surrogate.',
    labelNames: ['board', 'oddity'] as const,
    registers,
  });
  const success = new Gauge({
    name: 'sagasu_scraper_last_success_timestamp_seconds',
    help: 'Unix time of the last successful request of the board list.',
    labelNames: ['board'] as const,
    registers,
  });
  const quiet = new Gauge({
    name: 'sagasu_scraper_quiet',
    help: '1 when the board has been without a post for five times its longest recent gap.',
    labelNames: ['board'] as const,
    registers,
  });
  const held = new Gauge({
    name: 'sagasu_scraper_boards',
    help: 'Boards that this process polls; each board is polled by one scraper.',
    registers,
  });
  const deletions = new Counter({
    name: 'sagasu_scraper_deletions_total',
    help: 'Posts and threads that left a board, by kind: post (deleted), thread (deleted), thread_archived, thread_pruned; restored (listed again), held (too many disappeared at once).',
    labelNames: ['board', 'what'] as const,
    registers,
  });
  const saved = new Counter({
    name: 'sagasu_scraper_requests_saved_total',
    help: 'Threads that were not fetched because the catalog had all new posts.',
    labelNames: ['board'] as const,
    registers,
  });
  const onGone = (board: string, what: string, count: number) => {
    if (count > 0) deletions.inc({ board, what }, count);
  };
  const doubled = new Counter({
    name: 'sagasu_scraper_double_inserts_total',
    help: 'Posts that another scraper had already stored; must be 0.',
    labelNames: ['board'] as const,
    registers,
  });
  const known = new Set<string>();
  return {
    onAnswer: (board, answer) => requests.inc({ board, answer }),
    onRefusal: (board, reason) => refusals.inc({ board, reason }),
    onRefusedEntries: (board, reason, entries) => refusedEntries.inc({ board, reason }, entries),
    onParseWarnings(board, found) {
      for (const [warning, times] of found) {
        if (known.size < MAX_WARNINGS) known.add(warning);
        warnings.inc({ board, oddity: known.has(warning) ? warning : 'other' }, times);
      }
    },
    onWrite(board, result, count) {
      if (result.kind === 'stale') {
        stale.inc({ board });
        return;
      }
      onGone(board, 'post', result.deleted);
      onGone(board, 'restored', result.restored);
      onGone(board, 'held', result.held);
      if (result.doubled > 0) doubled.inc({ board }, result.doubled);
      posts.inc({ board, outcome: 'added' }, result.added);
      posts.inc({ board, outcome: 'changed' }, result.changed);
      posts.inc({ board, outcome: 'unchanged' }, count - result.added - result.changed);
    },
    onSaved: (board, threads) => saved.inc({ board }, threads),
    onThreadGone: (board, end) => onGone(board, end === 'deleted' ? 'thread' : `thread_${end}`, 1),
    onRestored: (board, count) => onGone(board, 'restored', count),
    onHold: (board, threads) => onGone(board, 'held', threads),
    onSuccess: (board, now) => success.set({ board }, now.getTime() / 1000),
    onQuiet: (board, isQuiet) => quiet.set({ board }, Number(isQuiet)),
    onHeld: (boards) => held.set(boards),
  };
}
