/**
 * From thread observations to committed rows, mark, validator and wanted files, under lease and lock. Compared with a
 * bare upsert of the same rows, one statement per thread.
 */
import type pg from 'pg';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { upsertBoard } from '../../../store/boards/boards.ts';
import type { LeasedBoard } from '../../../scraper/leases/board-leases.ts';
import { SUPPLIED_COLUMNS, columnArrays } from '../../../store/merge-columns.ts';
import { createSlices } from '../../../store/slices.ts';
import { storeThread } from '../../../scraper/store/store-thread.ts';
import type { World } from '../../support/world.ts';
import { ONE_BOARD, generateThreads, type CorpusThread } from '../corpus.ts';
import { timed, toMeasure, type Measure } from '../measure.ts';
import { loginUrl } from '../../support/logins.ts';

const ROUNDS = 5;
const BASE = 'http://127.0.0.1:1';

const COLUMNS = [
  ...SUPPLIED_COLUMNS.map(({ name, type }) => ({ name, type })),
  { name: 'time_bumped', type: 'timestamptz' },
];
const NAMES = COLUMNS.map(({ name }) => name);
const BARE = `
insert into posts (board_id, ${NAMES.join(', ')}, hidden, time_modified, rev)
select $1, t.*, false, $2, nextval('post_rev')
from unnest(${COLUMNS.map(({ type }, at) => `$${at + 3}::${type}[]`).join(', ')}) as t
on conflict (board_id, num, subnum) do update set ${NAMES.map((name) => `${name} = excluded.${name}`).join(', ')},
  time_modified = excluded.time_modified, rev = excluded.rev`;

export async function measureScrapeWrite(world: World, posts: number): Promise<readonly Measure[]> {
  const threads = [...generateThreads(ONE_BOARD, posts)];
  const pool = createPostgresPool({
    url: loginUrl(world.databaseUrl, 'scraper'),
    maxConnections: 1,
    pipeline: true,
  });
  try {
    return [await againstUpsert(world, pool, threads)];
  } finally {
    await pool.end();
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
    // Alternates by thread, so that a slow moment of the machine affects both.
    for (const thread of threads) {
      oursMs += await timed(() => write(pool, slices, ours, thread));
      theirsMs += await timed(() => bare(pool, theirs, thread));
    }
    // The first round warms up prepared statements and pages.
    if (round > 0) rounds.push([(posts * 1000) / oursMs, (posts * 1000) / theirsMs]);
  }
  return toMeasure('scrape write', rounds, { at: 'least', ratio: 0.6 }, 'posts/s', 'a bare upsert of the same rows');
}

function postsOf(threads: readonly CorpusThread[]): number {
  return threads.reduce((sum, { thread }) => sum + thread.posts.length, 0);
}

let boards = 0;

/** Creates a board with partitions for the threads. */
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
  await storeThread(pool, slices, {
    board,
    url,
    thread,
    lastModified: now.toUTCString(),
    seenModified: 1,
    now,
    isLive: true,
  });
}

async function bare(pool: pg.Pool, board: LeasedBoard, { thread, readAt: now }: CorpusThread): Promise<void> {
  const newest = thread.posts.reduce((latest, { fields }) => Math.max(latest, fields.timePosted.getTime()), 0);
  const bumped = thread.posts.map(({ fields }) => (fields.opener ? new Date(newest).toISOString() : null));
  await pool.query(BARE, [board.id, now, ...columnArrays(thread.posts, now), bumped]);
}
