/**
 * Statistics of a board from Elasticsearch: posts and files over time, the biggest threads, and details of the weeks before the newest
 * post only, so that an old board costs no more than a young one. Answers are cached and contain the time at which they expire.
 */
import type { BoardStatistics } from '../../mappings/contract/statistics.ts';
import { hasQuery } from '../search/plan/value-query.ts';
import type { RequestContext } from '../limits/request-context.ts';
import { withRecords, type SearchContext } from '../search/context.ts';
import { planFilter } from '../search/plan/plan-filter.ts';
import { isAtLeast } from '../search/timeline/buckets.ts';
import { histogram, RANGE, rangeOf, type StepUnit } from '../search/timeline/steps.ts';
import { aggregate, timesOf, withoutDisconnect, type TimeCount, type Where } from './ask-counts.ts';
import { biggestThreads } from './biggest-threads.ts';
import { createCountCache, moderationState, type CountTimes } from './count-cache.ts';
import { fileAndRateCounts, readFileAndRateCounts } from './files-and-rate.ts';
import { spanBuckets, spansOf } from './over-time.ts';
import { countRecent } from './recent-weeks.ts';

const FRESH_MS = 10 * 60_000;
/** Answers in the cache. */
const MAX_BOARDS = 500;
/** A few aggregations over a year of a board; a page of hits costs 1. */
const COST = 12;

export function createBoardStatistics(
  context: SearchContext,
): (board: string, request: RequestContext) => Promise<BoardStatistics> {
  const cached = createCountCache<BoardStatistics>(context.clock, FRESH_MS, MAX_BOARDS);
  return async (board, request) =>
    withRecords(context, 'postgres', async (chosen) =>
      cached(board, await moderationState(chosen), async (times) =>
        countBoard(chosen, board, times, withoutDisconnect(request)),
      ),
    );
}

type StepFound = TimeCount & { readonly images: { readonly doc_count: number } };

async function countBoard(
  context: SearchContext,
  board: string,
  times: CountTimes,
  request: RequestContext,
): Promise<BoardStatistics> {
  await request.payer.chargeQuery('statistics', COST);
  const where = await planFilter(context, { q: `board:${board}` }, request);
  const { spans, newest } = await countSpans(context, where, request);
  const [filesAndRate, threads, recent] = await Promise.all([
    aggregate(context, where, fileAndRateCounts(times.countedAt), request),
    biggestThreads(context, where, request),
    newest === null ? null : countRecent(context, where, newest, request),
  ]);
  return {
    board,
    posts: spans.spans.reduce((sum, { posts }) => sum + posts, 0),
    images: spans.spans.reduce((sum, { images }) => sum + images, 0),
    over_time: spans,
    ...readFileAndRateCounts(filesAndRate),
    threads,
    recent,
    counted_at: new Date(times.countedAt).toISOString(),
    fresh_until: new Date(times.freshUntil).toISOString(),
    partial: !request.partial.isEmpty || where.notExcludedHides > 0,
    partial_reasons: request.partial.list(),
    source: context.records.source,
    degraded: context.records.degraded,
  };
}

/** Counts by months, and again by days if spans are shorter than a month: a century has more days than Elasticsearch returns. */
async function countSpans(context: SearchContext, where: Where, request: RequestContext) {
  const images = { images: { filter: hasQuery({ value: 'file' }) } };
  const steps = (unit: StepUnit) => ({ steps: { ...histogram(unit), aggregations: images } });
  const months = await aggregate(context, where, { ...RANGE, ...steps('month') }, request);
  const range = rangeOf(months);
  const buckets = range === null ? null : spanBuckets(range);
  if (range === null || buckets === null) {
    return { spans: { interval: null, spans: [] }, newest: null };
  }
  const isByMonth = isAtLeast(buckets.interval, 'month');
  const counted = isByMonth ? months : await aggregate(context, where, steps('day'), request);
  const found = (timesOf(counted['steps']) as readonly StepFound[]).map((step) => ({
    start: step.key,
    posts: step.doc_count,
    images: step.images.doc_count,
  }));
  return { spans: spansOf(found, buckets), newest: range.last };
}
