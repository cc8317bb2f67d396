/** Posts per board in the last days, the busiest threads of the last hours, the newest pictures, and the time of the oldest post. */
import type { estypes } from '@elastic/elasticsearch';
import { isListed } from '../../mappings/board.ts';
import {
  ACTIVITY_DAYS,
  ACTIVITY_STEP_HOURS,
  LISTED_NOW,
  NOW_HOURS,
  type Activity,
} from '../../mappings/contract/statistics.ts';
import type { RequestContext } from '../limits/request-context.ts';
import { withRecords, type SearchContext } from '../search/context.ts';
import { planFilter } from '../search/plan/plan-filter.ts';
import { aggregate, readPosts, termsOf, timesOf, withoutDisconnect, type TermCount, type Where } from './ask-counts.ts';
import { createCountCache, moderationState, type CountTimes } from './count-cache.ts';
import { newestPictures } from './newest-pictures.ts';
import { oldestPost } from './oldest-post.ts';
import { stepsOf } from './over-time.ts';

const FRESH_MS = 60_000;
const HOUR_MS = 3_600_000;
const STEP_MS = ACTIVITY_STEP_HOURS * HOUR_MS;
const DAYS_MS = ACTIVITY_DAYS * 24 * HOUR_MS;
/** With 28 steps each they stay below the 5,000 buckets that Elasticsearch returns. */
const BOARDS_PER_SEARCH = 150;
/** Reads extra threads, since some may have hidden openers. */
const SPARE = 8;

export function createActivity(context: SearchContext): (request: RequestContext) => Promise<Activity> {
  const cached = createCountCache<Activity>(context.clock, FRESH_MS, 1);
  return async (request) =>
    withRecords(context, 'postgres', async (chosen) =>
      cached('', await moderationState(chosen), async (times) =>
        countActivity(chosen, times, withoutDisconnect(request)),
      ),
    );
}

async function countActivity(context: SearchContext, times: CountTimes, request: RequestContext): Promise<Activity> {
  const now = times.countedAt;
  // The last step ends with the current hour, so that it is nearly complete.
  const end = Math.floor(now / HOUR_MS) * HOUR_MS + HOUR_MS;
  const start = end - DAYS_MS;
  const prepared = await planFilter(context, { q: '', now }, request);
  const within = { gte: new Date(start).toISOString(), lt: new Date(end).toISOString() };
  const all = { boards: prepared.boards, filter: prepared.filter };
  const where = {
    boards: prepared.boards,
    filter: { bool: { filter: [prepared.filter, { range: { time_posted: within } }] } },
  };
  const lastHours = { gte: new Date(now - NOW_HOURS * HOUR_MS).toISOString() };
  // Awaited before the searches begin: a search that failed during this await would be an unhandled rejection.
  const boards = (await context.boards.all()).filter(isListed).map((board) => board.name);
  const [pictures, firstPost, busiest, ...parts] = await Promise.all([
    newestPictures(context, all, request),
    oldestPost(context, all, request),
    aggregate(context, where, { now: busiestThreads(lastHours) }, request),
    ...chunked(boards).map(async (names) =>
      aggregate(context, onBoards(where, names), { boards: stepsByBoard(end) }, request),
    ),
  ]);
  const { threads } = (busiest['now'] ?? {}) as { readonly threads?: unknown };
  const busy = termsOf(threads).map(({ key, doc_count: posts }) => ({
    key: String(key),
    ...threadKey(String(key)),
    posts,
  }));
  const [openers, sizes] = await Promise.all([
    readPosts(context, null, busy, request),
    countThreads(
      context,
      all,
      busy.map(({ key }) => key),
      request,
    ),
  ]);
  return {
    start: new Date(start).toISOString(),
    step_hours: ACTIVITY_STEP_HOURS,
    boards: parts
      .flatMap((part) => termsOf(part['boards']) as readonly (TermCount & { steps: unknown })[])
      .map(({ key, steps }) => ({
        board: String(key),
        posts: stepsOf(
          timesOf(steps).map((step) => ({ start: step.key, posts: step.doc_count })),
          { start, end, lengthMs: STEP_MS },
        ),
      }))
      .toSorted((a, b) => (a.board < b.board ? -1 : 1)),
    threads: busy
      .flatMap(({ key, board, num, posts }) => {
        const opener = openers.find((post) => post.board === board && post.num === num);
        return opener === undefined ? [] : [{ posts, thread_posts: sizes.get(key) ?? posts, opener }];
      })
      .slice(0, LISTED_NOW),
    pictures: [...pictures],
    first_post: firstPost,
    counted_at: new Date(now).toISOString(),
    fresh_until: new Date(times.freshUntil).toISOString(),
    partial: !request.partial.isEmpty || prepared.notExcludedHides > 0,
    partial_reasons: request.partial.list(),
    source: context.records.source,
    degraded: context.records.degraded,
  };
}

function onBoards({ boards, filter }: Where, names: readonly string[]): Where {
  return { boards, filter: { bool: { filter: [filter, { terms: { board: [...names] } }] } } };
}

function stepsByBoard(end: number): estypes.AggregationsAggregationContainer {
  return {
    terms: { field: 'board', size: BOARDS_PER_SEARCH },
    aggregations: {
      steps: {
        date_histogram: {
          field: 'time_posted',
          fixed_interval: `${ACTIVITY_STEP_HOURS}h`,
          offset: `${(end / HOUR_MS) % ACTIVITY_STEP_HOURS}h`,
          min_doc_count: 1,
        },
      },
    },
  };
}

function busiestThreads(time: { readonly gte: string }): estypes.AggregationsAggregationContainer {
  return {
    filter: { range: { time_posted: time } },
    aggregations: { threads: { terms: { field: 'thread_id', size: LISTED_NOW + SPARE, execution_hint: 'map' } } },
  };
}

/** The number of posts in each of these threads. */
async function countThreads(
  context: SearchContext,
  { boards, filter }: Where,
  keys: readonly string[],
  request: RequestContext,
): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map();
  const where = { boards, filter: { bool: { filter: [filter, { terms: { thread_id: [...keys] } }] } } };
  const { threads } = await aggregate(
    context,
    where,
    { threads: { terms: { field: 'thread_id', size: keys.length, execution_hint: 'map' } } },
    request,
  );
  return new Map(termsOf(threads).map(({ key, doc_count: count }) => [String(key), count]));
}

function chunked(boards: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(boards.length / BOARDS_PER_SEARCH);
  return Array.from({ length: count }, (_, part) =>
    boards.slice(part * BOARDS_PER_SEARCH, (part + 1) * BOARDS_PER_SEARCH),
  );
}

/** Parses `board.thread`; board names contain no dot. */
function threadKey(id: string) {
  const [board = '', thread] = id.split('.');
  return { board, num: Number(thread), subnum: 0 };
}
