/**
 * From observations of threads to committed rows, mark, validator and wanted files, under lease and lock; against a bare upsert of
 * the same rows in one statement a thread, and against COPY of the same rows, thousands at once and with nothing beside.
 */
import pg from 'pg';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { upsertBoard } from '../../../scraper/boards/boards.ts';
import type { LeasedBoard } from '../../../scraper/leases/board-leases.ts';
import { OBSERVED_COLUMNS, columnArrays } from '../../../scraper/store/observed-columns.ts';
import { createSlices } from '../../../scraper/store/slices.ts';
import { writeThread } from '../../../scraper/store/write-thread.ts';
import type { World } from '../../support/world.ts';
import { ONE_BOARD, generateThreads, type CorpusThread } from '../corpus.ts';
import { copyLines, linesOf, takeRevs } from '../load.ts';
import { timed, toMeasure, type Measure } from '../measure.ts';

const ROUNDS = 5;
const BASE = 'http://127.0.0.1:1';

const NAMES = OBSERVED_COLUMNS.map(({ name }) => name);
const BARE = `
insert into posts (board_id, ${NAMES.join(', ')}, hidden, time_modified, rev)
select $1, t.*, false, $2, nextval('post_rev')
from unnest(${OBSERVED_COLUMNS.map(({ type }, at) => `$${at + 3}::${type}[]`).join(', ')}) as t
on conflict (board_id, num, subnum) do update set ${NAMES.map((name) => `${name} = excluded.${name}`).join(', ')},
  time_modified = excluded.time_modified, rev = excluded.rev`;

/** Rows of one thread: a poll of a young one, and a long one that is seen for the first time. */
const SIZES = [
  { title: 'threads of 25 to 35 posts', least: 25, most: 35, goal: 0.25 },
  { title: 'threads of 100 posts and more', least: 100, most: Infinity, goal: 0.45 },
] as const;
/** Of one COPY. */
const COPIED_POSTS = 5_000;

export async function measureScrapeWrite(world: World, posts: number): Promise<readonly Measure[]> {
  const threads = [...generateThreads(ONE_BOARD, posts)];
  const pool = createPostgresPool({ url: world.databaseUrl, role: 'sagasu_scraper', maxConnections: 1 });
  // The scraper's connections take no COPY.
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  try {
    const measures = [await againstUpsert(world, pool, threads)];
    for (const { title, least, most, goal } of SIZES) {
      const some = threads.filter(({ thread }) => thread.posts.length >= least && thread.posts.length <= most);
      if (some.length === 0) continue;
      const rounds = await againstCopy(world, pool, client, some);
      measures.push(toMeasure(`scrape write: ${title}`, rounds, { at: 'least', ratio: goal }, 'posts/s', 'COPY'));
    }
    return measures;
  } finally {
    await pool.end();
    await client.end();
  }
}

async function againstUpsert(world: World, pool: pg.Pool, threads: readonly CorpusThread[]): Promise<Measure> {
  const slices = createSlices(pool);
  const posts = postsOf(threads);
  const rounds: [number, number][] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const ours = await newBoard(world, slices, 'ours', threads);
    const theirs = await newBoard(world, slices, 'bare', threads);
    let [oursMs, theirsMs] = [0, 0];
    // In turn, thread by thread: a slow moment of the machine meets both.
    for (const thread of threads) {
      oursMs += await timed(() => write(pool, slices, ours, thread));
      theirsMs += await timed(() => bare(pool, theirs, thread));
    }
    // The first fills what is remembered of statements and pages.
    if (round > 0) rounds.push([(posts * 1000) / oursMs, (posts * 1000) / theirsMs]);
  }
  return toMeasure('scrape write', rounds, { at: 'least', ratio: 0.7 }, 'posts/s', 'a bare upsert of the same rows');
}

async function againstCopy(
  world: World,
  pool: pg.Pool,
  client: pg.Client,
  threads: readonly CorpusThread[],
): Promise<[number, number][]> {
  const slices = createSlices(pool);
  const posts = postsOf(threads);
  const rounds: [number, number][] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const ours = await newBoard(world, slices, 'ours', threads);
    const theirs = await newBoard(world, slices, 'copied', threads);
    let rev = await takeRevs(client, posts);
    let [oursMs, theirsMs] = [0, 0];
    for (const group of groupsOf(threads)) {
      // Made before: it is about writing.
      const lines = group.flatMap((thread) => [...linesOf(thread, theirs.id, () => rev++)]);
      for (const thread of group) oursMs += await timed(() => write(pool, slices, ours, thread));
      theirsMs += await timed(() => copyLines(client, lines));
    }
    if (round > 0) rounds.push([(posts * 1000) / oursMs, (posts * 1000) / theirsMs]);
  }
  return rounds;
}

function postsOf(threads: readonly CorpusThread[]): number {
  return threads.reduce((sum, { thread }) => sum + thread.posts.length, 0);
}

function groupsOf(threads: readonly CorpusThread[]): CorpusThread[][] {
  const groups: CorpusThread[][] = [];
  let left = 0;
  for (const thread of threads) {
    if (left <= 0) {
      groups.push([]);
      left = COPIED_POSTS;
    }
    groups.at(-1)?.push(thread);
    left -= thread.thread.posts.length;
  }
  return groups;
}

let boards = 0;

/** With room for the threads. */
async function newBoard(
  world: World,
  slices: ReturnType<typeof createSlices>,
  kind: string,
  threads: readonly CorpusThread[],
): Promise<LeasedBoard> {
  const name = `${kind}${(boards += 1)}`;
  const nowhere = { title: name, worksafe: true, source: '4chan', url: BASE, mediaUrl: BASE } as const;
  const board = await upsertBoard(world.pool, { name, ...nowhere });
  await world.pool.query(
    `insert into harvest_leases (board_id, worker, lease_until, fence) values ($1, 'bench', 'infinity', 1)`,
    [board.id],
  );
  const leased = { ...board, fence: 1 };
  const nums = threads.flatMap(({ thread }) => thread.posts.map(({ fields }) => fields.num));
  await slices.ensure(leased, nums);
  return leased;
}

async function write(
  pool: pg.Pool,
  slices: ReturnType<typeof createSlices>,
  board: LeasedBoard,
  { thread, readAt: now }: CorpusThread,
): Promise<void> {
  const url = `${BASE}/${board.name}/thread/${thread.num}.json`;
  await writeThread(pool, slices, {
    board,
    url,
    thread,
    known: null,
    lastModified: now.toUTCString(),
    seenModified: 1,
    now,
    isLive: true,
  });
}

async function bare(pool: pg.Pool, board: LeasedBoard, { thread, readAt: now }: CorpusThread): Promise<void> {
  const newest = thread.posts.reduce((latest, { fields }) => Math.max(latest, fields.timePosted.getTime()), 0);
  await pool.query(BARE, [board.id, now, ...columnArrays(thread.posts, { now, timeBumped: new Date(newest) })]);
}
