/** Statistics of all boards side by side. */
import { isListed } from '../../mappings/board.ts';
import type { ArchiveStatistics } from '../../mappings/contract/statistics.ts';
import type { RequestContext } from '../limits/request-context.ts';
import { withRecords, type SearchContext } from '../search/context.ts';
import { planFilter } from '../search/plan/plan-filter.ts';
import { aggregate, termsOf, withoutDisconnect, type TermCount } from './ask-counts.ts';
import { createCountCache, moderationState, type CountTimes } from './count-cache.ts';
import { fileAndRateCounts, readFileAndRateCounts } from './files-and-rate.ts';

const FRESH_MS = 10 * 60_000;
/** The same cost as the statistics of one board; a page of hits costs 1. */
const COST = 12;
/** Boards counted by one search, which has the whole search timeout. */
const BOARDS_PER_SEARCH = 10;

export function createArchiveStatistics(
  context: SearchContext,
): (request: RequestContext) => Promise<ArchiveStatistics> {
  const cached = createCountCache<ArchiveStatistics>(context.clock, FRESH_MS, 1);
  return async (request) =>
    withRecords(context, 'postgres', async (chosen) =>
      cached('', await moderationState(chosen), async (times) =>
        countBoards(chosen, times, withoutDisconnect(request)),
      ),
    );
}

type BoardCount = TermCount & { readonly threads: { readonly doc_count: number } };

async function countBoards(
  context: SearchContext,
  times: CountTimes,
  request: RequestContext,
): Promise<ArchiveStatistics> {
  await request.payer.chargeQuery('statistics', COST);
  const where = await planFilter(context, { q: '' }, request);
  const names = (await context.boards.all())
    .filter(isListed)
    .map(({ name }) => name)
    .toSorted();
  const counts = new Map<string, BoardCount>();
  // One after the other: searching every board at the same time would take the slots of other readers.
  for (let at = 0; at < names.length; at += BOARDS_PER_SEARCH) {
    const some = names.slice(at, at + BOARDS_PER_SEARCH);
    const found = await aggregate(
      context,
      { ...where, boards: some },
      {
        boards: {
          terms: { field: 'board', size: some.length },
          aggregations: { threads: { filter: { term: { opener: true } } }, ...fileAndRateCounts(times.countedAt) },
        },
      },
      request,
    );
    for (const count of termsOf(found['boards']) as readonly BoardCount[]) counts.set(String(count.key), count);
  }
  return {
    boards: names.map((board) => {
      const count = counts.get(board);
      return {
        board,
        posts: count?.doc_count ?? 0,
        threads: count?.threads.doc_count ?? 0,
        ...readFileAndRateCounts({ ...count }),
      };
    }),
    counted_at: new Date(times.countedAt).toISOString(),
    fresh_until: new Date(times.freshUntil).toISOString(),
    partial: !request.partial.isEmpty || where.notExcludedHides > 0,
    partial_reasons: request.partial.list(),
    source: context.records.source,
    degraded: context.records.degraded,
  };
}
