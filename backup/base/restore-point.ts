/** Marks a moment in the log, and reads the archive as it was then. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { liftTimeLimits } from '../../platform/postgres.ts';
import { BackupError } from '../backup-error.ts';
import { readState, type ArchiveState } from './archive-state.ts';
import type { BackupPlace } from '../place.ts';
import { findWal } from './wal-folder.ts';

/** Writers of posts wait at most so long. */
const LOCK_LIMIT = '5s';
const ARCHIVE_LIMIT_MS = 5 * 60_000;
const POLL_MS = 250;
const LOCK_NOT_AVAILABLE = '55P03';
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Creates a restore point, and returns the state of the archive at this point. Writers wait for a moment, so that every transaction of
 * posts is either before the point and in the state, or in neither.
 * @throws BackupError
 */
export async function stateAtRestorePoint(
  pool: pg.Pool,
  name: string,
  sampleSize: number,
): Promise<ArchiveState & { readonly segment: string }> {
  const reader = await pool.connect();
  try {
    const segment = await createPoint(pool, reader, name);
    await liftTimeLimits(reader);
    return { ...(await readState(reader, sampleSize)), segment };
  } finally {
    reader.release(true);
  }
}

async function createPoint(pool: pg.Pool, reader: pg.PoolClient, name: string): Promise<string> {
  const writer = await pool.connect();
  try {
    await writer.query('begin');
    await writer.query(`set local lock_timeout = '${LOCK_LIMIT}'`);
    await writer.query('lock table posts in share mode');
    await reader.query('begin isolation level repeatable read read only');
    // The first statement takes the snapshot.
    await reader.query('select');
    const { rows } = await writer.query<{ segment: string }>(
      'select pg_walfile_name(pg_create_restore_point($1)) as segment',
      [name],
    );
    await writer.query('commit');
    await writer.query('select pg_switch_wal()');
    return rows[0]?.segment ?? '';
  } catch (thrown) {
    throw explained(thrown);
  } finally {
    writer.release(true);
  }
}

function explained(thrown: unknown): unknown {
  if (!(thrown instanceof pg.DatabaseError)) return thrown;
  if (thrown.code === LOCK_NOT_AVAILABLE)
    return new BackupError(
      'in_use',
      'a transaction writes posts for longer than 5 s, such as an import: try again later',
      {
        cause: thrown,
      },
    );
  if (thrown.code !== INSUFFICIENT_PRIVILEGE) return thrown;
  return new BackupError(
    'role',
    'this role may not create restore points: connect as the owner, and as a superuser run grant execute on function pg_create_restore_point(text), pg_switch_wal() to OWNER',
    { cause: thrown },
  );
}

/** Waits until a segment is archived. @throws BackupError after five minutes */
export async function untilArchived(
  place: BackupPlace,
  system: string,
  segment: string,
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + ARCHIVE_LIMIT_MS;
  while ((await findWal(place, system, segment)) === null) {
    if (Date.now() > deadline)
      throw new BackupError(
        'wal',
        `PostgreSQL has not archived the segment ${segment} into ${place.name} in five minutes: read the reason in its log`,
      );
    await sleep(POLL_MS, undefined, { signal });
  }
}
