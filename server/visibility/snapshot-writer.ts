import type { Pool } from 'pg';
import { listBoards } from '../../store/boards/boards.ts';
import { loadBoardViews, loadLiveSlices } from '../boards/load.ts';
import { listIdentities } from '../identities/identities.ts';
import type { FallbackSnapshot } from './fallback-snapshot.ts';
import { loadAllPendingHides } from './pending-hides.ts';

/**
 * Writes the fallback snapshot unless it is current. `newest`: id of the newest moderation in audit_log, read before this
 * call, so that the loaded state includes at least that moderation.
 */
export async function refreshSnapshot(pool: Pool, snapshot: FallbackSnapshot, newest: number): Promise<void> {
  if (await snapshot.isCurrent(newest)) return;
  const [hidden, boards, identities, liveSlices] = await Promise.all([
    loadAllPendingHides(pool),
    listBoards(pool),
    listIdentities(pool),
    loadLiveSlices(pool),
  ]);
  // Nobody writes while PostgreSQL is away.
  const views = await loadBoardViews(pool, boards, false);
  await snapshot.write({ newest, hidden, boards, views, liveSlices, identities });
}
