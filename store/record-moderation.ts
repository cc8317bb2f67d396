/** The entry that hiding, showing or purging posts adds to the audit log. */
import type pg from 'pg';
import { nameOf, type PostNumber } from '../mappings/post.ts';

/** Index: audit_log_posts. $1 board, $2 post names. */
const EMPTY_AUDIT_DETAILS = `select empty_audit_details($1, $2)`;

/**
 * Must be the last statement of the transaction, since it holds the log's lock to the end. $1 action, $2 board, $3 target, $4 reason,
 * $5 actor.
 */
const APPEND_AUDIT = `select append_audit($1, $2, $3, $4, $5)`;

export interface Moderation {
  /** An account's name, or `cli`, `import`, `restore`. */
  readonly actor: string;
  readonly reason: string | null;
  readonly now: Date;
}

/**
 * Adds one audit entry for all posts; must be the last statement of the transaction. `thread`: the thread that was moderated as a
 * whole.
 */
export async function recordModeration(
  client: pg.PoolClient,
  boardId: number,
  action: 'hide' | 'show' | 'purge',
  posts: readonly PostNumber[],
  { actor, reason }: Moderation,
  thread?: number,
): Promise<void> {
  const names = posts.map(nameOf);
  if (action === 'purge') await client.query(EMPTY_AUDIT_DETAILS, [boardId, names]);
  const target = { posts: names, ...(thread !== undefined && { thread }) };
  await client.query(APPEND_AUDIT, [action, boardId, target, reason, actor]);
}
