import type { Pool } from 'pg';
import { listBoards } from '../../store/boards/boards.ts';
import { loadBoardViews, loadLiveSlices, type LiveSlice } from '../boards/load.ts';
import { listIdentities } from '../identities/identities.ts';
import type { FallbackSnapshot } from './fallback-snapshot.ts';
import { loadAllPendingHides } from './pending-hides.ts';

/**
 * Writes the fallback snapshot unless it is current. `newest`: id of the newest moderation in audit_log, read before this call, so that
 * the loaded state includes at least that moderation.
 */
export async function refreshSnapshot(pool: Pool, snapshot: FallbackSnapshot, newest: number): Promise<void> {
  await refreshBanned(pool, snapshot);
  if (await snapshot.isCurrent(newest)) return;
  const [hidden, boards, identities, liveSlices] = await Promise.all([
    loadAllPendingHides(pool),
    listBoards(pool),
    listIdentities(pool),
    loadLiveSlices(pool),
  ]);
  // Without a contact: readers cannot write while PostgreSQL is unavailable.
  const views = await loadBoardViews(pool, boards, false);
  await snapshot.write({ newest, hidden, boards, views, liveSlices: liveSlices.map(withoutReach), identities });
}

/** A snapshot may be older than the reach, which grows with new posts. */
function withoutReach({ reach: _reach, ...slice }: LiveSlice): Omit<LiveSlice, 'reach'> {
  return slice;
}

/** Reads the only row. Every ban increases the version. */
const SELECT_VERSION = 'select version::text from file_changes';
/** Reads all rows of banned_media. */
const SELECT_BANNED = `select encode(hash, 'hex') as hash from banned_media`;

async function refreshBanned(pool: Pool, snapshot: FallbackSnapshot): Promise<void> {
  // The version is read first: a later ban is then read again at the next version.
  const { rows } = await pool.query<{ version: string }>(SELECT_VERSION);
  const version = rows[0]?.version ?? '0';
  if (await snapshot.hasBanned(version)) return;
  const banned = await pool.query<{ hash: string }>(SELECT_BANNED);
  await snapshot.writeBanned({ version, hashes: banned.rows.map(({ hash }) => hash) });
}
