/** Deletes ghost posts by password, for readers. */
import { inTransaction } from '../../../platform/postgres.ts';
import { lockThread } from '../../../store/post-lock.ts';
import { deleteGhost } from '../store/write-ghost.ts';
import { hashWithSalt } from '../../../server/admin/accounts/passwords.ts';
import { senderAddress } from '../../../server/bans/ban-check.ts';
import type { GivenPassword } from '../../../server/module.ts';
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
export async function deleteByPassword(context: GhostContext, given: GivenPassword): Promise<void> {
  return context.writers.run(given.address, given.writer.signal, async () => {
    const found = await findGhost(context, given);
    const hash = await checkedHash(context, given, found);
    if (hash === null || !(await removeGhost(context, given, found, hash))) {
      throw new RefusedError(403, 'password_wrong', 'You did not provide the correct deletion password.');
    }
  });
}

/** @throws NotFoundError `post_unknown`, RefusedError 429 `password_wait`, `writers_busy`, `rate_limited` */
export async function isPassword(context: GhostContext, given: GivenPassword): Promise<boolean> {
  return context.writers.run(given.address, given.writer.signal, async () => {
    const found = await findGhost(context, given);
    return (await checkedHash(context, given, found)) !== null;
  });
}

async function findGhost({ pool }: GhostContext, { board, post }: GivenPassword): Promise<FoundGhost> {
  const { rows } = await pool.query<FoundGhost>(FIND_GHOST, [board.id, post.num, post.subnum]);
  const [found] = rows;
  if (found !== undefined) return found;
  throw new NotFoundError('post_unknown', `There is no post ${post.num} on /${board.name}/ in the archive.`);
}

/** The hash of a right password; null for a wrong one. It is checked before the lock of the thread, so that wrong passwords do not hold up its writers. */
async function checkedHash(
  { pool, guesses }: GhostContext,
  { board, post, password, address, writer }: GivenPassword,
  { salt }: FoundGhost,
): Promise<string | null> {
  const sender = senderAddress(address);
  let hash = '';
  const verify = async () => {
    await writer.payer.chargeQuery('password', HASH_COST);
    hash = await hashWithSalt(salt, password, 'readers');
    type Check = { readonly isRight: boolean; readonly isWriter: boolean };
    const values = [board.id, post.num, post.subnum, hash, sender];
    const { rows: checks } = await pool.query<Check>(CHECK_PASSWORD, values);
    return checks[0] ?? { isRight: false, isWriter: false };
  };
  return (await guesses.count({ board: board.id, post, address }, verify)) === 'right' ? hash : null;
}

async function removeGhost(
  { pool, postgres, removals, clock }: GhostContext,
  { board, post }: GivenPassword,
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
