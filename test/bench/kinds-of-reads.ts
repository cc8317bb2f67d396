/** The reads of readers through the API by kind, sent to several servers of one corpus in turn. */
import type { World } from '../support/world.ts';
import { createSagasu, getJson } from './contenders/sagasu.ts';
import { geometricMean, median, quantilesOf, timed, toMeasure, type Goal, type Measure } from './measure.ts';
import type { BenchOptions } from './options.ts';
import { QUERY_CLASSES, sampleQueries } from './query-classes.ts';
import { WARM_UP } from './rounds.ts';

/**
 * Minimum number of posts of a thread that is read. Small enough that each read gets another thread, because a server caches printed
 * threads.
 */
const THREAD_POSTS = 10;

const LISTS = [
  'threads?order=modified&replies=5',
  'threads?order=created&page=2&replies=10',
  'posts?order=modified&limit=100',
  'images?limit=100',
] as const;

/** Requests by kind of read, a different one for each read. */
type Requests = ReadonlyMap<string, readonly ((url: string) => Promise<unknown>)[]>;

/** Milliseconds by kind, round and server. */
export type ReadTimes = ReadonlyMap<string, readonly (readonly number[][])[]>;

/** Warms all servers up first. */
export async function readKindsInTurn(
  world: World,
  urls: readonly string[],
  posts: number,
  { rounds, queries }: Pick<BenchOptions, 'rounds' | 'queries'>,
  beforeRounds: () => Promise<void>,
): Promise<ReadTimes> {
  const requests = await requestsOf(world, posts, WARM_UP + queries * rounds);
  for (const own of requests.values())
    for (const read of own.slice(0, WARM_UP)) for (const url of urls) await read(url);
  await beforeRounds();
  const times = new Map(
    [...requests.keys()].map((kind) => [kind, Array.from({ length: rounds }, () => urls.map((): number[] => []))]),
  );
  for (let round = 0; round < rounds; round++) {
    for (const [kind, own] of requests) {
      const first = WARM_UP + round * queries;
      // One read at a time, since the machine's slow moments are short.
      for (const [turn, read] of own.slice(first, first + queries).entries()) {
        for (let place = 0; place < urls.length; place++) {
          // The first server changes, since it may find colder caches.
          const server = (place + turn) % urls.length;
          times.get(kind)?.[round]?.[server]?.push(await timed(async () => read(urls[server] ?? '')));
        }
      }
    }
  }
  return times;
}

async function requestsOf(world: World, posts: number, count: number): Promise<Requests> {
  const requests = new Map<string, readonly ((url: string) => Promise<unknown>)[]>();
  const queries = await sampleQueries(world.pool, posts, count);
  const asked = new Map<string, ReturnType<typeof createSagasu>>();
  const sagasu = (url: string) => {
    const known = asked.get(url) ?? createSagasu(url);
    asked.set(url, known);
    return known;
  };
  for (const kind of QUERY_CLASSES) {
    // A far page needs a cursor, which is another read.
    const own = queries.filter((query) => query.kind === kind && query.page === 1);
    if (own.length > 0) {
      requests.set(
        `search ${kind}`,
        own.map((query) => async (url: string) => sagasu(url).ask(query)),
      );
    }
  }
  const { rows: threads } = await world.pool.query<{ board: string; thread: string }>(
    `select b.name as board, p.thread from posts p join boards b on b.id = p.board_id
      group by b.name, p.thread having count(*) >= ${THREAD_POSTS} order by md5(b.name || p.thread) limit $1`,
    [count],
  );
  requests.set(
    'thread',
    repeated(
      threads.map(({ board, thread }) => `boards/${board}/threads/${thread}`),
      count,
    ),
  );
  const { rows: boards } = await world.pool.query<{ name: string }>('select name from boards order by id');
  for (const list of LISTS) {
    requests.set(
      `list ${list}`,
      repeated(
        boards.map(({ name }) => `boards/${name}/${list}`),
        count,
      ),
    );
  }
  return requests;
}

function repeated(paths: readonly string[], count: number): ((url: string) => Promise<unknown>)[] {
  return Array.from(
    { length: count },
    (_, index) => async (url: string) => getJson(`${url}/api/v1/${paths[index % paths.length]}`),
  );
}

/** Searches, threads and lists of one server over those of another, by their places among the servers. */
export function measuresOf(
  name: string,
  times: ReadTimes,
  [ours, theirs]: readonly [number, number],
  goal: Goal | null,
  against: string,
): Measure[] {
  return (['search', 'thread', 'list'] as const).map((what) => {
    const kinds = [...times].filter(([kind]) => kind.startsWith(what)).map(([, rounds]) => rounds);
    const meanOf = (round: number, server: number) =>
      geometricMean(kinds.map((of) => median(of[round]?.[server] ?? [])));
    const rounds = (kinds[0] ?? []).map((_, round): [number, number] => [meanOf(round, ours), meanOf(round, theirs)]);
    const all = (server: number) => quantilesOf(kinds.flatMap((of) => of.flatMap((round) => round[server] ?? [])));
    return {
      ...toMeasure(
        `${name}: ${{ search: 'searches', thread: 'threads', list: 'lists' }[what]}, p50`,
        rounds,
        goal,
        'ms',
        against,
      ),
      quantiles: { ours: all(ours), theirs: all(theirs) },
    };
  });
}
