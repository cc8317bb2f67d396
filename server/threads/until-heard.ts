import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { THREADS_CHANNEL } from '../../mappings/postgres/thread-mark.ts';
import { HEARING_LOCKS, TRUSTED_MS } from './hearing.ts';
import { COUNT_DEAF, SAY } from './sql.ts';

const LOOK_EVERY_MS = 5;
/** For clocks that go at different speeds. */
const SPARE_MS = 100;
const MOST_QUESTIONS = 2 ** 31 - 1;

/**
 * Until no server shows a thread as it was before what is committed now: each that hears has said so, or relies no longer
 * on what it heard. It never throws, since what was done is done.
 */
export async function untilHeard(pool: Pool): Promise<void> {
  const until = performance.now() + TRUSTED_MS + SPARE_MS;
  const left = () => Math.max(0, until - performance.now());
  const ask = async () => {
    const question = randomInt(1, MOST_QUESTIONS);
    const deaf = async () => {
      const { rows } = await pool.query<{ count: number }>(COUNT_DEAF, [HEARING_LOCKS, question]);
      return rows[0]?.count ?? 0;
    };
    if ((await deaf()) === 0) return;
    await pool.query(SAY, [THREADS_CHANNEL, `?${question}`]);
    while (left() > 0 && (await deaf()) > 0) await sleep(LOOK_EVERY_MS);
  };
  await ask().catch(async () => sleep(left()));
}
