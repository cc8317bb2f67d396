/** Stores and deletes ghost posts that readers write here. They are nobody's moderators: functions of the database's owner write. */
import type { PostNumber } from '../../../mappings/post.ts';
import { TASK_CHANNEL } from '../../../mappings/task.ts';
import type { PostLock } from '../../../store/post-lock.ts';
import { NOTIFY_INDEXER } from '../../../store/thread-mark.ts';

/** The function's comment names the indexes. $1 board, $2 thread, $3 name, $4 tripcode, $5 email, $6 subject, $7 comment, $8 address, $9 hash, $10 hold, $11 proof, $12 its end. */
const ADD_GHOST_POST = `
  select outcome, new_num, new_subnum, ${NOTIFY_INDEXER} as told from add_ghost_post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;

/** $1 board, $2 num, $3 subnum, $4 hash. */
const DELETE_GHOST_POST = `
  select delete_ghost_post($1, $2, $3, $4) as is_deleted, ${NOTIFY_INDEXER} as told, pg_notify('${TASK_CHANNEL}', '') as told_tasks`;

export interface NewGhost {
  readonly thread: number;
  readonly name: string;
  readonly tripcode: string | null;
  readonly email: string | null;
  readonly subject: string | null;
  /** HTML as 4chan writes it. */
  readonly comment: string;
  /** Of the writer; kept for 30 days in a table of its own. */
  readonly address: string;
  /** argon2id, of the password that deletes the post. */
  readonly passwordHash: string;
  /** Whether staff look at it before readers do, even if the board does not ask for that. */
  readonly isHeld: boolean;
  /** The proof of work that the post came with; it is taken once. */
  readonly proof: { readonly id: Uint8Array; readonly expiresAt: Date } | null;
}

export interface WrittenGhost {
  /** missing: no such thread, or no ghost posts in it. known: the same comment was just written there. used: the proof of work was used before. held: hidden until staff look at it. */
  readonly outcome: 'missing' | 'known' | 'used' | 'held' | 'added';
  /** null if nothing was stored. */
  readonly post: PostNumber | null;
}

/** `lock` must cover the thread. */
export async function writeGhost({ client, boardId }: PostLock, ghost: NewGhost): Promise<WrittenGhost> {
  const { thread, name, tripcode, email, subject, comment, address, passwordHash, isHeld, proof } = ghost;
  const ofPost = [boardId, thread, name, tripcode, email, subject, comment, address, passwordHash, isHeld];
  const values = [...ofPost, proof === null ? null : Buffer.from(proof.id), proof?.expiresAt ?? null];
  const { rows } = await client.query<{
    outcome: WrittenGhost['outcome'];
    new_num: string | null;
    new_subnum: number | null;
  }>(ADD_GHOST_POST, values);
  const [row] = rows;
  if (row === undefined) throw new Error('add_ghost_post returns one row');
  const { outcome, new_num: num, new_subnum: subnum } = row;
  return { outcome, post: num === null || subnum === null ? null : { num: Number(num), subnum } };
}

/** Deletes the content for good, if `hash` is that of the post's password. `lock` must cover the thread. */
export async function deleteGhost(
  { client, boardId }: PostLock,
  { num, subnum }: PostNumber,
  hash: string,
): Promise<boolean> {
  const { rows } = await client.query<{ is_deleted: boolean }>(DELETE_GHOST_POST, [boardId, num, subnum, hash]);
  return rows[0]?.is_deleted === true;
}
