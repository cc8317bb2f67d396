/**
 * What row security costs readers: the same reads by two servers in turn. One asks a database as it is migrated; the other asks a copy of
 * it, file by file, in which row security is switched off for every table. Both use the same indices, log in with the same role, and run the
 * same statements. A hundredth of the posts is hidden, so that policies have something to refuse.
 */
import type { ChildProcess } from 'node:child_process';
import pg from 'pg';
import type { StoreUrls } from '../../../platform/config.ts';
import { freePort } from '../../support/ports.ts';
import { startProcess, stopProcess } from '../../support/processes.ts';
import { createWorld, destroyWorld, type World, type WorldSettings } from '../../support/world.ts';
import { createSagasu, getJson } from '../contenders/sagasu.ts';
import { FOUR_BOARDS, MANY_BOARDS, type CorpusBoard } from '../corpus.ts';
import { quiet } from '../machine.ts';
import { geometricMean, median, quantilesOf, timed, toMeasure, type Measure } from '../measure.ts';
import type { BenchOptions } from '../options.ts';
import { QUERY_CLASSES, sampleQueries } from '../query-classes.ts';
import { WARM_UP } from '../rounds.ts';
import { readingServer } from '../with-process.ts';
import { indexCorpus } from './many-boards.ts';
import { waitForServer } from './thread.ts';

const GOAL = { at: 'most', ratio: 1.1 } as const;
/** One read at a time, since the machine's slow moments are short. */
const CHUNK = 1;
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
type Reads = ReadonlyMap<string, readonly ((url: string) => Promise<unknown>)[]>;

export async function measurePolicies(
  stores: StoreUrls,
  posts: number,
  options: Pick<BenchOptions, 'rounds' | 'queries'>,
  say: (line: string) => void,
): Promise<readonly Measure[]> {
  const measures: Measure[] = [];
  for (const boards of [FOUR_BOARDS, MANY_BOARDS])
    measures.push(...(await measureBoards(stores, boards, posts, options, say)));
  return measures;
}

async function measureBoards(
  { databaseUrl, redisUrl, elasticsearchUrls }: StoreUrls,
  boards: readonly CorpusBoard[],
  posts: number,
  options: Pick<BenchOptions, 'rounds' | 'queries'>,
  say: (line: string) => void,
): Promise<readonly Measure[]> {
  const world = await createWorld(databaseUrl, redisUrl, elasticsearchUrls);
  const servers: ChildProcess[] = [];
  let copy: string | null = null;
  try {
    await indexCorpus(world, boards, posts);
    await world.pool.query('update posts set hidden = true where num % 100 = 7 and not opener');
    await world.pool.query('vacuum analyze posts');
    copy = await copyWithoutPolicies(databaseUrl, world);
    const urls: string[] = [];
    for (const database of [world.databaseUrl, copy]) {
      const port = await freePort();
      const settings: WorldSettings = { ...world, databaseUrl: database };
      servers.push(startProcess('server/main.ts', settings, readingServer(port)));
      urls.push(`http://127.0.0.1:${port}`);
    }
    for (const url of urls) await waitForServer(url);
    const reads = await readsOf(world, posts, WARM_UP + options.queries * options.rounds);
    for (const own of reads.values()) for (const read of own.slice(0, WARM_UP)) for (const url of urls) await read(url);
    await quiet(say);
    return toMeasures(`${boards.length} boards`, await readInTurn(urls, reads, options));
  } finally {
    for (const server of servers) await stopProcess(server);
    if (copy !== null) await asOwner(databaseUrl, `drop database if exists ${nameOf(copy)} with (force)`);
    await destroyWorld(databaseUrl, world);
  }
}

/** Returns the copy's address. */
async function copyWithoutPolicies(databaseUrl: string, world: World): Promise<string> {
  const copy = new URL(world.databaseUrl);
  copy.pathname = `${copy.pathname}_open`;
  await asOwner(
    databaseUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(world.databaseUrl)}'`,
    `create database ${nameOf(copy.href)} template ${nameOf(world.databaseUrl)}`,
  );
  await asOwner(
    copy.href,
    `do $$ declare secured regclass; begin
       for secured in select oid from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity loop
         execute format('alter table %s disable row level security', secured);
       end loop;
     end $$`,
    'checkpoint',
  );
  return copy.href;
}

async function asOwner(databaseUrl: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const nameOf = (databaseUrl: string) => new URL(databaseUrl).pathname.slice(1);

async function readsOf(world: World, posts: number, count: number): Promise<Reads> {
  const reads = new Map<string, readonly ((url: string) => Promise<unknown>)[]>();
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
      reads.set(
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
  reads.set(
    'thread',
    repeated(
      threads.map(({ board, thread }) => `boards/${board}/threads/${thread}`),
      count,
    ),
  );
  const { rows: boards } = await world.pool.query<{ name: string }>('select name from boards order by id');
  for (const list of LISTS) {
    reads.set(
      `list ${list}`,
      repeated(
        boards.map(({ name }) => `boards/${name}/${list}`),
        count,
      ),
    );
  }
  return reads;
}

function repeated(paths: readonly string[], count: number): ((url: string) => Promise<unknown>)[] {
  return Array.from(
    { length: count },
    (_, index) => async (url: string) => getJson(`${url}/api/v1/${paths[index % paths.length]}`),
  );
}

/** Milliseconds by kind, round and server. */
type Times = ReadonlyMap<string, readonly (readonly [on: number[], off: number[]])[]>;

async function readInTurn(
  urls: readonly string[],
  reads: Reads,
  { rounds, queries }: Pick<BenchOptions, 'rounds' | 'queries'>,
): Promise<Times> {
  const times = new Map(
    [...reads.keys()].map((kind) => [kind, Array.from({ length: rounds }, (): [number[], number[]] => [[], []])]),
  );
  for (let round = 0; round < rounds; round++) {
    for (const [kind, own] of reads) {
      const first = WARM_UP + round * queries;
      for (let at = first; at < first + queries; at += CHUNK) {
        const chunk = own.slice(at, Math.min(at + CHUNK, first + queries));
        // The first server changes, since it may find colder caches.
        const turn = (at / CHUNK) % 2 < 1 ? [0, 1] : [1, 0];
        for (const server of turn) {
          for (const read of chunk) {
            times.get(kind)?.[round]?.[server]?.push(await timed(async () => read(urls[server] ?? '')));
          }
        }
      }
    }
  }
  return times;
}

function toMeasures(boards: string, times: Times): Measure[] {
  return (['search', 'thread', 'list'] as const).map((what) => {
    const kinds = [...times].filter(([kind]) => kind.startsWith(what)).map(([, rounds]) => rounds);
    const rounds = (kinds[0] ?? []).map((_, round): [number, number] => [
      geometricMean(kinds.map((of) => median(of[round]?.[0] ?? []))),
      geometricMean(kinds.map((of) => median(of[round]?.[1] ?? []))),
    ]);
    const all = (server: 0 | 1) => quantilesOf(kinds.flatMap((of) => of.flatMap((round) => round[server])));
    const name = `policies, ${boards}: ${{ search: 'searches', thread: 'threads', list: 'lists' }[what]}, p50`;
    return {
      ...toMeasure(name, rounds, GOAL, 'ms', 'row security switched off'),
      quantiles: { ours: all(0), theirs: all(1) },
    };
  });
}
