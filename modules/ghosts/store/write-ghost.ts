/** Stores and deletes ghost posts. Functions of the database owner write, because the server's role may not write posts. */
import type { PostNumber } from '../../../mappings/post.ts';
import { TASK_CHANNEL } from '../../../mappings/task.ts';
import type { PostLock } from '../../../store/post-lock.ts';
import { NOTIFY_INDEXER } from '../../../mappings/postgres/thread-marks.ts';

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
  /** HTML in the format of 4chan. */
  readonly comment: string;
  /** The address of the writer, which a separate table keeps for 30 days. */
  readonly address: string;
  /** The argon2id hash of the password that deletes the post. */
  readonly passwordHash: string;
  /** Whether the post is hidden until staff have reviewed it, even if the board does not require that. */
  readonly isHeld: boolean;
  /** The proof of work of the post. It can be used once. */
  readonly proof: { readonly id: Uint8Array; readonly expiresAt: Date } | null;
}

export interface WrittenGhost {
  /**
   * missing  there is no such thread, or it does not accept ghost posts
   * known    the thread already has the same comment
   * used     the proof of work was used before
   * held     stored, but hidden until staff have reviewed it
   */
  readonly outcome: 'missing' | 'known' | 'used' | 'held' | 'added';
  /** null if the post was not stored. */
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

/** Deletes the content for good if `hash` is the hash of the post's password. `lock` must cover the thread. */
export async function deleteGhost(
  { client, boardId }: PostLock,
  { num, subnum }: PostNumber,
  hash: string,
): Promise<boolean> {
  const { rows } = await client.query<{ is_deleted: boolean }>(DELETE_GHOST_POST, [boardId, num, subnum, hash]);
  return rows[0]?.is_deleted === true;
}
