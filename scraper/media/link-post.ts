/**
 * Records in a post's row which stored file belongs to it: under the thread's lock, with a new rev and the mark for the
 * indexer.
 */
import type pg from 'pg';
import type { MediaKind } from '../../mappings/source-kind.ts';
import type { MediaJob } from '../../mappings/queues.ts';
import { setFileHash } from '../../store/change-posts.ts';
import { lockThread } from '../../store/post-lock.ts';
import { POST_NAMES_FILE, LINK_REPLAY, DELETE_WANTED } from './sql.ts';

/** A post with a wanted file, as it was when it was read. */
export interface MediaTarget extends MediaJob {
  readonly thread: number;
  /** 0 for the post's first file. */
  readonly place: number;
  readonly md5: Uint8Array | null;
}

/** Returns false if the post was purged or now has another file; then nothing is written. */
export async function linkPost(
  client: pg.PoolClient,
  post: MediaTarget,
  kind: MediaKind,
  sha256: Uint8Array,
  now: Date,
): Promise<boolean> {
  const { boardId, num, subnum, place, thread, md5 } = post;
  const lock = await lockThread(client, boardId, thread);
  const { rows: found } = await client.query<{ named: boolean }>(POST_NAMES_FILE, [boardId, num, subnum, md5, place]);
  if (found[0]?.named !== true) return false;
  if (kind === 'replay') await client.query(LINK_REPLAY, [boardId, num, subnum, sha256]);
  else await setFileHash(lock, { num, subnum, place, md5 }, kind, sha256, now);
  await client.query(DELETE_WANTED, [boardId, num, subnum, kind, place]);
  return true;
}
