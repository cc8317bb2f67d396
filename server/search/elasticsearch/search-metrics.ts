import { Counter, Gauge, type Registry } from 'prom-client';
import { PARTIAL_REASON_NAMES } from '../../../mappings/contract/partial.ts';
import type { IndexCoverage } from './index-coverage.ts';
import type { SearchMetrics } from './send-search.ts';

/** Reads `coverage` at every scrape. */
export function createSearchMetrics(registry: Registry, coverage: IndexCoverage): SearchMetrics {
  const registers = [registry];
  const failures = new Counter({
    name: 'sagasu_search_failures_total',
    help: 'Requests to Elasticsearch that failed, by reason: unavailable, timed_out, refused (a fault of this program or of an index).',
    labelNames: ['reason'] as const,
    registers,
  });
  const partial = new Counter({
    name: 'sagasu_search_partial_total',
    help: 'Searches that lacked posts, by reason as in `partial_reasons` of the API.',
    labelNames: ['reason'] as const,
    registers,
  });
  for (const reason of ['unavailable', 'timed_out', 'refused']) failures.inc({ reason }, 0);
  for (const reason of PARTIAL_REASON_NAMES) partial.inc({ reason }, 0);
  const boards: Gauge<'board' | 'reason'> = new Gauge({
    name: 'sagasu_search_uncovered_board',
    help: '1 for each board of which searches lack posts: board_missing (its index is missing, closed or broken), board_refilling (its index was lost and is being filled again).',
    labelNames: ['board', 'reason'] as const,
    registers,
    async collect() {
      const gaps = await coverage.gaps();
      boards.reset();
      for (const gap of gaps) for (const board of gap.boards) boards.set({ board, reason: gap.reason }, 1);
    },
  });
  return {
    onFailure: (reason) => failures.inc({ reason }),
    onPartial: (reason) => partial.inc({ reason }),
  };
}
