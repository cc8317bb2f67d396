import type pg from 'pg';
import type { MediaKind } from '../../mappings/media-address.ts';
import type { Board } from '../../mappings/board.ts';
import { prepared } from '../../platform/postgres.ts';
import type { ThreadObservation } from '../source.ts';
import { WANT_MEDIA } from './sql.ts';

const KINDS: Readonly<Record<Board['source'], readonly MediaKind[]>> = {
  '4chan': ['file', 'thumb', 'replay'],
  vichan: ['file', 'thumb'],
  foolfuuka: ['file', 'thumb'],
  pipermail: [],
};

/**
 * Notes what is to be fetched for the posts of a thread that have changed, in the transaction that writes them: who dies
 * afterwards has lost nothing. Whether the board wants it is asked when it is fetched, so a setting counts at once.
 */
export async function wantMedia(
  client: pg.PoolClient,
  board: Pick<Board, 'id' | 'source'>,
  thread: ThreadObservation,
  minRev: string,
  now: Date,
): Promise<void> {
  const kinds = KINDS[board.source];
  if (kinds.length === 0 || thread.posts.every(({ fields }) => fields.mediaTime === null)) return;
  await client.query(prepared(WANT_MEDIA, [board.id, thread.num, minRev, now, kinds]));
}
