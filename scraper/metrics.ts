import { Counter, Gauge, type Registry } from 'prom-client';
import type { ThreadFate } from './deletions/judge-threads.ts';
import type { FetchResult } from './net/fetch.ts';
import type { Oddities, RefusalReason } from './sources/parse-result.ts';
import type { StoreResult } from './store/store-thread.ts';

export interface ScraperMetrics {
  readonly onAnswer: (board: string, kind: FetchResult['kind'] | 'proxy_error') => void;
  readonly onRefusal: (board: string, reason: RefusalReason) => void;
  readonly onOddities: (board: string, oddities: Oddities) => void;
  /** `posts`: how many the answer had. */
  readonly onWrite: (board: string, result: StoreResult, posts: number) => void;
  /** A thread that left the board. */
  readonly onThreadGone: (board: string, fate: ThreadFate) => void;
  readonly onRestored: (board: string, posts: number) => void;
  /** So many vanished at once that nobody believes it. */
  readonly onHold: (board: string, threads: number) => void;
  /** Threads that the catalog spared us. */
  readonly onSaved: (board: string, threads: number) => void;
  readonly onSuccess: (board: string, now: Date) => void;
  /** Has the board gone quiet against its own rhythm? */
  readonly onQuiet: (board: string, quiet: boolean) => void;
  readonly onHeld: (boards: number) => void;
}

/** Names of fields come from outside: past this many they share one label, or a host could fill our memory. */
const MAX_ODDITIES = 200;

export function createScraperMetrics(registry: Registry): ScraperMetrics {
  const registers = [registry];
  const requests = new Counter({
    name: 'sagasu_scraper_requests_total',
    help: 'Requests to sources by answer: fetched, not-modified, gone, slow-down, refused, failed, proxy_error (by its proxy).',
    labelNames: ['board', 'answer'] as const,
    registers,
  });
  const posts = new Counter({
    name: 'sagasu_scraper_posts_total',
    help: 'Posts in accepted answers, by what became of them: added, changed, unchanged.',
    labelNames: ['board', 'fate'] as const,
    registers,
  });
  const stale = new Counter({
    name: 'sagasu_scraper_stale_answers_total',
    help: 'Threads that came in an older copy than the one stored, and were left out.',
    labelNames: ['board'] as const,
    registers,
  });
  const refusals = new Counter({
    name: 'sagasu_scraper_refusals_total',
    help: 'Documents that were refused as a whole, by reason; the table refusals has samples.',
    labelNames: ['board', 'reason'] as const,
    registers,
  });
  const oddities = new Counter({
    name: 'sagasu_scraper_oddities_total',
    help: 'What was accepted and is worth a look: unknown_field:…, capcode_word:…, nul, lone_surrogate.',
    labelNames: ['board', 'oddity'] as const,
    registers,
  });
  const success = new Gauge({
    name: 'sagasu_scraper_last_success_timestamp_seconds',
    help: 'When the list of a board was last answered as it should be.',
    labelNames: ['board'] as const,
    registers,
  });
  const quiet = new Gauge({
    name: 'sagasu_scraper_quiet',
    help: '1 when no post came for longer than the board is ever without one.',
    labelNames: ['board'] as const,
    registers,
  });
  const held = new Gauge({
    name: 'sagasu_scraper_boards',
    help: 'Boards that this process asks for; over all scrapers every board is asked for by one.',
    registers,
  });
  const deletions = new Counter({
    name: 'sagasu_scraper_deletions_total',
    help: 'What left a board: post (deleted), thread (deleted), thread_archived, thread_pruned; restored was there again; held is not believed.',
    labelNames: ['board', 'what'] as const,
    registers,
  });
  const saved = new Counter({
    name: 'sagasu_scraper_requests_saved_total',
    help: 'Threads that need not be fetched, since the catalog held all that was new.',
    labelNames: ['board'] as const,
    registers,
  });
  const onGone = (board: string, what: string, count: number) => {
    if (count > 0) deletions.inc({ board, what }, count);
  };
  const doubled = new Counter({
    name: 'sagasu_scraper_double_inserts_total',
    help: 'Posts that somebody else had stored when this scraper went to store them as new; its good value is 0.',
    labelNames: ['board'] as const,
    registers,
  });
  const known = new Set<string>();
  return {
    onAnswer: (board, answer) => requests.inc({ board, answer }),
    onRefusal: (board, reason) => refusals.inc({ board, reason }),
    onOddities(board, found) {
      for (const [oddity, times] of found) {
        if (known.size < MAX_ODDITIES) known.add(oddity);
        oddities.inc({ board, oddity: known.has(oddity) ? oddity : 'other' }, times);
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
      posts.inc({ board, fate: 'added' }, result.added);
      posts.inc({ board, fate: 'changed' }, result.changed);
      posts.inc({ board, fate: 'unchanged' }, count - result.added - result.changed);
    },
    onSaved: (board, threads) => saved.inc({ board }, threads),
    onThreadGone: (board, fate) => onGone(board, fate === 'deleted' ? 'thread' : `thread_${fate}`, 1),
    onRestored: (board, count) => onGone(board, 'restored', count),
    onHold: (board, threads) => onGone(board, 'held', threads),
    onSuccess: (board, now) => success.set({ board }, now.getTime() / 1000),
    onQuiet: (board, isQuiet) => quiet.set({ board }, Number(isQuiet)),
    onHeld: (boards) => held.set(boards),
  };
}
