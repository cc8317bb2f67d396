/** Deletes ghost posts by password, for readers. */
import { inTransaction } from '../../../platform/postgres.ts';
import { lockThread } from '../../../store/post-lock.ts';
import { deleteGhost } from '../store/write-ghost.ts';
import { hashWithSalt } from '../../../server/admin/accounts/passwords.ts';
import { senderAddress } from '../../../server/bans/ban-check.ts';
import type { PasswordDeletion } from '../../../server/module.ts';
import { NotFoundError, RefusedError } from '../../../server/shared/errors.ts';
import { HASH_COST, type GhostContext } from './add-ghost.ts';

/** Index: posts_pkey. $1 board, $2 num, $3 subnum. */
const FIND_GHOST = `
  select thread, time_posted, find_ghost_salt(board_id, num, subnum) as salt from posts
   where board_id = $1 and num = $2 and subnum = $3 and not hidden`;

/** The function's comment names the indexes. $1 board, $2 num, $3 subnum, $4 hash, $5 address. */
const CHECK_PASSWORD = `select is_right as "isRight", is_writer as "isWriter" from check_ghost_password($1, $2, $3, $4, $5)`;

interface FoundGhost {
  readonly thread: string;
  readonly time_posted: Date;
  readonly salt: string | null;
}

/**
 * Deletes the content of a ghost post for good.
 * @throws NotFoundError `post_unknown`, RefusedError 403 `password_wrong`, 429 `password_wait`, `writers_busy`, `rate_limited`
 */
export async function deleteByPassword(context: GhostContext, given: PasswordDeletion): Promise<void> {
  return context.writers.run(given.address, given.writer.signal, async () => deleteInTurn(context, given));
}

async function deleteInTurn(context: GhostContext, given: PasswordDeletion): Promise<void> {
  const { pool, guesses } = context;
  const { board, post, password, address, writer } = given;
  const sender = senderAddress(address);
  const key = [board.id, post.num, post.subnum];
  const { rows } = await pool.query<FoundGhost>(FIND_GHOST, key);
  const [found] = rows;
  if (found === undefined) {
    throw new NotFoundError('post_unknown', `There is no post ${post.num} on /${board.name}/ in the archive.`);
  }
  let hash = '';
  // Checked before the lock of the thread, so that wrong passwords do not hold up its writers.
  const verify = async () => {
    await writer.payer.chargeQuery('password', HASH_COST);
    hash = await hashWithSalt(found.salt, password, 'readers');
    type Check = { readonly isRight: boolean; readonly isWriter: boolean };
    const { rows: checks } = await pool.query<Check>(CHECK_PASSWORD, [...key, hash, sender]);
    return checks[0] ?? { isRight: false, isWriter: false };
  };
  const outcome = await guesses.count({ board: board.id, post, address }, verify);
  if (outcome === 'wrong' || !(await removeGhost(context, given, found, hash))) {
    throw new RefusedError(403, 'password_wrong', 'You did not provide the correct deletion password.');
  }
}

async function removeGhost(
  { pool, postgres, removals, clock }: GhostContext,
  { board, post }: PasswordDeletion,
  found: FoundGhost,
  hash: string,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const lock = await lockThread(client, board.id, Number(found.thread));
    if (!(await deleteGhost(lock, post, hash))) return false;
    const removed = {
      ...post,
      thread: Number(found.thread),
      opener: false,
      time_posted: found.time_posted.toISOString(),
    };
    await removals.append({
      action: 'purge',
      at: clock().toISOString(),
      board: board.name,
      posts: [removed],
      threads: [],
    });
    await postgres.snapshot?.addHidden([{ board: board.name, ...post }]);
    return true;
  });
}
