/** Pages of a board with a million threads: one far down by its cursor, and the first one, alternately. */
import type pg from 'pg';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { listThreads, type ThreadOrder, type ThreadPlace } from '../../../server/threads/list.ts';
import { THREADS_BY_CREATED, THREADS_BY_MODIFIED } from '../../../server/threads/list-sql.ts';
import { upsertBoard } from '../../../store/boards/boards.ts';
import { loginUrl } from '../../support/logins.ts';
import { planWork } from '../../support/plan-work.ts';
import type { World } from '../../support/world.ts';
import { median, timed, toMeasure, type Measure } from '../measure.ts';

const THREADS = 1_000_000;
const CHUNK = 50_000;
const BASE = 'http://127.0.0.1:1';
const READS_PER_ROUND = 40;
const LIST = { limit: 15, replies: 5 } as const;

export async function measureThreadPages(
  world: World,
  rounds: number,
  say: (line: string) => void,
): Promise<readonly Measure[]> {
  const board = await upsertBoard(world.pool, {
    name: 'deep',
    title: 'Deep',
    worksafe: true,
    source: '4chan',
    url: BASE,
    mediaUrl: BASE,
  });
  await world.pool.query('select ensure_slice($1, 0)', [board.id]);
  for (let from = 1; from <= THREADS; from += CHUNK) {
    say(`${from - 1} of ${THREADS} threads`);
    await world.pool.query(INSERT, [board.id, from, from + CHUNK - 1]);
  }
  await world.pool.query('vacuum analyze posts');
  const pool = createPostgresPool({ url: loginUrl(world.databaseUrl, 'server') });
  try {
    const measures: Measure[] = [];
    for (const order of ['modified', 'created'] as const) {
      const place = HALF_WAY[order];
      await assertWork(pool, board.id, order, place);
      const times: [number, number][] = [];
      for (let round = 0; round <= rounds; round++) {
        const [far, first]: [number[], number[]] = [[], []];
        for (let read = 0; read < READS_PER_ROUND; read++) {
          const start = { direction: 'forward', place } as const;
          far.push(await timed(async () => listThreads(pool, board, { ...LIST, order, start })));
          first.push(await timed(async () => listThreads(pool, board, { ...LIST, order, start: { page: 1 } })));
        }
        // The first round warms up.
        if (round > 0) times.push([median(far), median(first)]);
      }
      const goal = { at: 'most', ratio: 2 } as const;
      measures.push(toMeasure(`thread-pages: half way down by cursor, ${order}`, times, goal, 'ms', 'the first page'));
    }
    return measures;
  } finally {
    await pool.end();
  }
}

/** $1 board, $2 and $3 first and last num. */
const INSERT = `
insert into posts (board_id, num, thread, opener, time_posted, time_modified, time_bumped, rev)
select $1, n, n, true, 'epoch'::timestamptz + n * interval '1 minute', now(),
  'epoch'::timestamptz + (n * 7919 % 1000003) * interval '1 minute', nextval('post_rev')
from generate_series($2::bigint, $3::bigint) n`;

/** Nums and times are spread evenly. */
const HALF_WAY = {
  created: { num: THREADS / 2, at: THREADS / 2 },
  modified: { num: 0, at: (THREADS / 2) * 60_000_000 },
} as const satisfies Record<ThreadOrder, ThreadPlace>;

/** @throws unless a page reads only its own threads */
async function assertWork(pool: pg.Pool, board: number, order: ThreadOrder, { at, num }: ThreadPlace): Promise<void> {
  const statements = order === 'modified' ? THREADS_BY_MODIFIED : THREADS_BY_CREATED;
  const from = order === 'modified' ? [at, num] : [num];
  for (const direction of ['forward', 'backward'] as const) {
    const { rows, blocks } = await planWork(pool, statements[direction], [board, LIST.limit + 1, ...from]);
    if (rows > LIST.limit + 1) throw new Error(`${order} ${direction} reads ${rows} rows in ${blocks} blocks`);
  }
}
