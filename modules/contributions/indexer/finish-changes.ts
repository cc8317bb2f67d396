import type pg from 'pg';
import { applyChange } from '../store/apply-change.ts';
import { SELECT_UNAPPLIED } from './sql.ts';

const BATCH = 500;

/** Applies granted changes and reverts reverted ones, oldest first. Returns the number of handled changes. */
export async function finishChanges({
  pool,
  now,
}: {
  readonly pool: pg.Pool;
  readonly now: () => Date;
}): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(SELECT_UNAPPLIED, [BATCH]);
  let done = 0;
  for (const { id } of rows) if (await applyChange(pool, id, now)) done++;
  return done;
}
