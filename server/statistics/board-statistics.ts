/**
 * Statistics of a board from Elasticsearch: posts and files of every day, and details of the weeks before the newest post only, so
 * that an old board costs no more than a young one. Cached, with the time at which the answer expires.
 */
import {
  LISTED_COUNTRIES,
  LISTED_REPOSTS,
  LISTED_THREADS,
  STATISTICS_WEEKS,
  type BoardStatistics,
} from '../../mappings/contract/statistics.ts';
import type { Post } from '../../mappings/contract/post.ts';
import { hasQuery } from '../search/plan/value-query.ts';
import type { RequestContext } from '../limits/request-context.ts';
import { withRecords, type SearchContext } from '../search/context.ts';
import { planFilter } from '../search/plan/plan.ts';
import {
  aggregate,
  newestOfFiles,
  readPosts,
  termsOf,
  timesOf,
  withoutDisconnect,
  type TimeCount,
  type Where,
} from './ask-counts.ts';
import { createCountCache, moderationState, type CountTimes } from './count-cache.ts';
import { spansOf, weekOf } from './over-time.ts';

const FRESH_MS = 10 * 60_000;
/** Answers in the cache. */
const MOST_BOARDS = 500;
/** A few aggregations over a year of a board; a page of hits costs 1. */
const COST = 12;
const WEEK_MS = 7 * 24 * 3_600_000;
/** Extra threads, since some may have hidden openers. */
const SPARE = 10;

export function createBoardStatistics(
  context: SearchContext,
): (board: string, request: RequestContext) => Promise<BoardStatistics> {
  const cached = createCountCache<BoardStatistics>(context.clock, FRESH_MS, MOST_BOARDS);
  return async (board, request) =>
    withRecords(context, 'postgres', async (chosen) =>
      cached(board, await moderationState(chosen), async (times) =>
        countBoard(chosen, board, times, withoutDisconnect(request)),
      ),
    );
}

type DayFound = TimeCount & { readonly images: { readonly doc_count: number } };

async function countBoard(
  context: SearchContext,
  board: string,
  times: CountTimes,
  request: RequestContext,
): Promise<BoardStatistics> {
  await request.account.chargeQuery('statistics', COST);
  const where = await planFilter(context, { q: `board:${board}` }, request);
  const { found, partial } = await aggregate(
    context,
    where,
    {
      days: {
        date_histogram: { field: 'time_posted', calendar_interval: 'day', min_doc_count: 1 },
        aggregations: { images: { filter: hasQuery({ value: 'file' }) } },
      },
      newest: { max: { field: 'time_posted' } },
    },
    request,
  );
  const days = (timesOf(found['days']) as readonly DayFound[]).map((day) => ({
    day: day.key,
    posts: day.doc_count,
    images: day.images.doc_count,
  }));
  const { value: newest } = (found['newest'] ?? { value: null }) as { value: number | null };
  const recent = newest === null ? null : await countRecent(context, where, newest, request);
  return {
    board,
    posts: days.reduce((sum, { posts }) => sum + posts, 0),
    images: days.reduce((sum, { images }) => sum + images, 0),
    over_time: spansOf(days),
    recent: recent?.counted ?? null,
    counted_at: new Date(times.countedAt).toISOString(),
    fresh_until: new Date(times.freshUntil).toISOString(),
    partial: partial || (recent?.partial ?? false) || where.notExcludedHides > 0,
    source: context.records.source,
    degraded: context.records.degraded,
  };
}

async function countRecent(context: SearchContext, { boards, filter }: Where, newest: number, request: RequestContext) {
  const start = new Date(newest - STATISTICS_WEEKS * WEEK_MS).toISOString();
  const where: Where = {
    boards,
    filter: { bool: { filter: [filter, { range: { time_posted: { gte: start } } }] } },
  };
  const { found, partial } = await aggregate(
    context,
    where,
    {
      hours: { date_histogram: { field: 'time_posted', fixed_interval: '1h', min_doc_count: 1 } },
      countries: { terms: { field: 'country', size: LISTED_COUNTRIES } },
      // `map`: global ordinals of a live board would be rebuilt after every refresh.
      files: { terms: { field: 'media_hash', size: LISTED_REPOSTS, min_doc_count: 2, execution_hint: 'map' } },
      threads: { terms: { field: 'thread', size: LISTED_THREADS + SPARE } },
    },
    request,
  );
  const [files, threads] = [termsOf(found['files']), termsOf(found['threads'])];
  const hours = timesOf(found['hours']).map((hour) => ({ hour: hour.key, posts: hour.doc_count }));
  const [board = ''] = boards ?? [];
  const newestOf = await newestOfFiles(
    context,
    where,
    files.map(({ key }) => String(key)),
    request,
  );
  const [reposted, openers] = await Promise.all([
    readPosts(context, boards, [...newestOf.values()], request),
    readPosts(
      context,
      boards,
      threads.map(({ key }) => ({ board, num: Number(key), subnum: 0 })),
      request,
    ),
  ]);
  const counted = {
    start,
    end: new Date(newest).toISOString(),
    posts: hours.reduce((sum, { posts }) => sum + posts, 0),
    week: weekOf(hours),
    countries: termsOf(found['countries']).map(({ key, doc_count: posts }) => ({ country: String(key), posts })),
    reposts: files.flatMap(({ key, doc_count: posts }) => {
      const place = newestOf.get(String(key));
      const post = reposted.find(({ num, subnum }) => num === place?.num && subnum === place.subnum);
      return post === undefined ? [] : [{ posts, newest: post }];
    }),
    threads: threads
      .flatMap(({ key, doc_count: posts }) => {
        const opener = openers.find((post: Post) => post.num === key);
        return opener === undefined ? [] : [{ posts, opener }];
      })
      .slice(0, LISTED_THREADS),
  };
  return { counted, partial };
}
