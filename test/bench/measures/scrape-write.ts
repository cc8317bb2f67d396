/**
 * From observations of threads to committed rows, mark, validator and wanted files, under lease and lock; against a bare upsert of
 * the same rows in one statement a thread.
 */
import type pg from 'pg';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { upsertBoard } from '../../../scraper/boards.ts';
import type { LeasedBoard } from '../../../scraper/leases/board-leases.ts';
import { OBSERVED_COLUMNS, columnArrays } from '../../../scraper/store/observed-columns.ts';
import { createSlices } from '../../../scraper/store/slices.ts';
import { writeThread } from '../../../scraper/store/write-thread.ts';
import type { World } from '../../support/world.ts';
import { ONE_BOARD, generateThreads, type CorpusThread } from '../corpus.ts';
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

export async function measureScrapeWrite(world: World, posts: number): Promise<Measure> {
  const threads = [...generateThreads(ONE_BOARD, posts)];
  const pool = createPostgresPool({ url: world.databaseUrl, role: 'sagasu_scraper', maxConnections: 1 });
  const slices = createSlices(pool);
  try {
    const rounds: [number, number][] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const ours = await newBoard(world, `ours${round}`);
      const theirs = await newBoard(world, `bare${round}`);
      for (const board of [ours, theirs]) {
        const nums = threads.flatMap(({ thread }) => thread.posts.map(({ fields }) => fields.num));
        await slices.ensure(board, nums);
      }
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
  } finally {
    await pool.end();
  }
}

async function newBoard(world: World, name: string): Promise<LeasedBoard> {
  const nowhere = { title: name, worksafe: true, source: '4chan', url: BASE, mediaUrl: BASE } as const;
  const board = await upsertBoard(world.pool, { name, ...nowhere });
  await world.pool.query(
    `insert into harvest_leases (board_id, worker, lease_until, fence) values ($1, 'bench', 'infinity', 1)`,
    [board.id],
  );
  return { ...board, fence: 1 };
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
