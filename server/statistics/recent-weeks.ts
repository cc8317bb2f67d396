/** Details of the weeks before a board's newest post. */
import {
  COUNTED_DAYS,
  COUNTED_HOURS,
  LISTED_COUNTRIES,
  LISTED_REPOSTS,
  NEW_NAME_WEEKS,
  STATISTICS_WEEKS,
  type BoardStatistics,
} from '../../mappings/contract/statistics.ts';
import type { RequestContext } from '../limits/request-context.ts';
import type { SearchContext } from '../search/context.ts';
import { histogram } from '../search/timeline/steps.ts';
import { aggregate, newestOfFiles, readPosts, termsOf, timesOf, type TermCount, type Where } from './ask-counts.ts';
import { biggestThreads } from './biggest-threads.ts';
import { newNames } from './new-names.ts';
import { lastSteps, weekOf } from './over-time.ts';

type Recent = NonNullable<BoardStatistics['recent']>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** `newest`: when the board's newest post was posted, in milliseconds since 1970. */
export async function countRecent(
  context: SearchContext,
  { boards, filter }: Where,
  newest: number,
  request: RequestContext,
): Promise<Recent> {
  const weeksBefore = (weeks: number) => new Date(newest - weeks * WEEK_MS).toISOString();
  const [start, middle] = [weeksBefore(STATISTICS_WEEKS), weeksBefore(STATISTICS_WEEKS / 2)];
  const where: Where = {
    boards,
    filter: { bool: { filter: [filter, { range: { time_posted: { gte: start } } }] } },
  };
  const found = await aggregate(
    context,
    where,
    {
      countries: { terms: { field: 'country', size: LISTED_COUNTRIES } },
      // With `map`: the global ordinals of a live board would be built again after every refresh.
      files: { terms: { field: 'media_hash', size: LISTED_REPOSTS, min_doc_count: 2, execution_hint: 'map' } },
    },
    request,
  );
  const [first, second, reposts, threads, names] = await Promise.all([
    countHours(context, where, { lt: middle }, request),
    countHours(context, where, { gte: middle }, request),
    readReposts(context, where, termsOf(found['files']), request),
    biggestThreads(context, where, request),
    newNames(context, { boards, filter }, weeksBefore(NEW_NAME_WEEKS), request),
  ]);
  const hours = [...first, ...second];
  return {
    start,
    end: new Date(newest).toISOString(),
    posts: hours.reduce((sum, { posts }) => sum + posts, 0),
    week: weekOf(hours),
    days: lastSteps(hours, newest, { count: COUNTED_DAYS, lengthMs: DAY_MS }),
    hours: lastSteps(hours, newest, { count: COUNTED_HOURS, lengthMs: HOUR_MS }),
    countries: termsOf(found['countries']).map(({ key, doc_count: posts }) => ({ country: String(key), posts })),
    reposts,
    threads,
    new_names: names,
  };
}

/** Files that were posted more than once, each with its newest post. */
async function readReposts(
  context: SearchContext,
  where: Where,
  files: readonly TermCount[],
  request: RequestContext,
): Promise<Recent['reposts']> {
  const hashes = files.map(({ key }) => String(key));
  const newestOf = await newestOfFiles(context, where, hashes, request);
  const posts = await readPosts(context, where.boards, [...newestOf.values()], request);
  return files.flatMap(({ key, doc_count: count }) => {
    const md5 = String(key);
    const place = newestOf.get(md5);
    const newest = posts.find(({ num, subnum }) => num === place?.num && subnum === place.subnum);
    return newest === undefined ? [] : [{ md5, posts: count, newest }];
  });
}

/** `time`: one half of the weeks, since all of them have more hours than Elasticsearch returns. */
async function countHours(
  context: SearchContext,
  { boards, filter }: Where,
  time: Readonly<Record<'gte', string>> | Readonly<Record<'lt', string>>,
  request: RequestContext,
) {
  const where = { boards, filter: { bool: { filter: [filter, { range: { time_posted: time } }] } } };
  const found = await aggregate(context, where, { steps: histogram('hour') }, request);
  return timesOf(found['steps']).map((hour) => ({ hour: hour.key, posts: hour.doc_count }));
}
