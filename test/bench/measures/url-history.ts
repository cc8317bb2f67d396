/** Memory and time of a forum's history of many addresses. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { createUrlHistory } from '../../../scraper/forums/url-history.ts';
import { upsertBoard } from '../../../store/boards/boards.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import type { World } from '../../support/world.ts';
import { quantilesOf, timed, toMeasure, type Measure } from '../measure.ts';
import { loginUrl } from '../../support/logins.ts';

const ROUNDS = 5;
const QUESTIONS = 400;
const BASE = 'http://127.0.0.1:1';
const urlOf = (place: number) => `${BASE}/_/api/chan/thread/?board=history&num=${place}`;

export async function measureUrlHistory(world: World, urls: number, say: (line: string) => void): Promise<Measure[]> {
  const nowhere = { title: 'History', worksafe: true, source: 'foolfuuka', url: BASE, mediaUrl: BASE } as const;
  const board = { ...(await upsertBoard(world.pool, { name: 'history', ...nowhere })), fence: 1 };
  await world.pool.query(
    `insert into harvest_leases (board_id, worker, lease_until, fence) values ($1, 'bench', 'infinity', 1)`,
    [board.id],
  );
  say(`remembering ${urls} addresses`);
  await fill(world, board.id, urls);
  const pool = createPostgresPool({ url: loginUrl(world.databaseUrl, 'scraper'), maxConnections: 1 });
  try {
    const history = createUrlHistory(pool, board);
    await pool.query('select 1');
    const before = await held();
    const loadMs = await timed(() => history.seen(urlOf(0), 0));
    const bytes = (await held()) - before;
    say(`read into memory in ${Math.round(loadMs)} ms`);
    const rounds: [number, number][] = [];
    const all: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const took: number[] = [];
      for (let question = 0; question < QUESTIONS; question++) {
        // Every other address is unknown to the history.
        const place = Math.floor(((question + round / ROUNDS) / QUESTIONS) * urls) + 1 + (question % 2) * urls;
        let seen = false;
        took.push(await timed(async () => (seen = await history.seen(urlOf(place), place))));
        if (seen !== place <= urls) throw new Error(`${place} of ${urls}: seen is ${seen}`);
      }
      all.push(...took);
      rounds.push([quantilesOf(took)[1], 1]);
    }
    const ours = quantilesOf(all);
    const time = toMeasure(
      `url history of ${urls}: lookup, p95`,
      rounds,
      { at: 'most', ratio: 1 },
      'ms',
      'a millisecond',
    );
    return [
      { ...time, quantiles: { ours, theirs: [1, 1, 1] } },
      toMeasure(
        `url history of ${urls}: memory`,
        [[bytes / 1e6, (urls * 8) / 1e6]],
        { at: 'most', ratio: 1.2 },
        'MB',
        '8 bytes per address',
      ),
    ];
  } finally {
    await pool.end();
  }
}

async function fill(world: World, boardId: number, urls: number): Promise<void> {
  // No time-out: ten million rows take minutes.
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  try {
    await client.query('set synchronous_commit = off');
    const { rows } = await client.query<{ id: number }>(
      'insert into forums (board_id, base_url) values ($1, $2) returning id',
      [boardId, `${BASE}/history`],
    );
    await client.query(
      `insert into url_history (forum_id, hash, url, place)
       select $1, ('x' || substr(encode(sha256(convert_to(url, 'UTF8')), 'hex'), 1, 16))::bit(64)::bigint, url, place
       from (select $2::text || place as url, place from generate_series(1, $3::bigint) as place) made`,
      [rows[0]?.id, urlOf(0).slice(0, -1), urls],
    );
    await client.query('analyze url_history');
  } finally {
    await client.end();
  }
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Collects several times, because the memory of freed buffers is released in the background after a collection. */
async function held(): Promise<number> {
  for (let times = 0; times < 3; times++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
