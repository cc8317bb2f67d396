/** Deletes and bans the files of posts. */
import type pg from 'pg';
import type { Board } from '../../mappings/board.ts';
import { nameOf, type PostNumber } from '../../mappings/post.ts';
import { assertModerator } from '../admin/as-account.ts';
import { NotFoundError, RefusedError } from '../shared/errors.ts';
import type { RemovalLog } from '../../platform/removal-log.ts';
import { inModeration, type RemovalSink } from './in-moderation.ts';

export interface FileModeration {
  readonly action: 'delete' | 'ban';
  readonly board: Pick<Board, 'id' | 'name'>;
  /** `place`: 0 or absent for the post's first file. */
  readonly post: PostNumber & { readonly place?: number };
  readonly reason: string | null;
  readonly secret: string;
}

/** The function's comment names the indexes. $1 board, $2 num, $3 subnum, $4 place, $5 whether to ban, $6 reason. */
const MODERATE_FILE = 'select moderate_file($1, $2, $3, $4, $5, $6) as outcome';

/** Index: posts_pkey, post_files_pkey. $1 board, $2 num, $3 subnum, $4 place. */
const READ_HASHES = `
select encode(hash, 'hex') as hash from files_of_posts p cross join unnest(array[p.media_hash_src, p.media_hash]) as hash
where p.board_id = $1 and p.num = $2 and p.subnum = $3 and p.place = $4 and hash is not null`;

type Outcome = 'done' | 'without' | 'elsewhere';

/** Index: posts_pkey, post_files_pkey. $1 board, $2 num, $3 subnum, $4 place. */
const READ_FILE = `
select array_remove(array[encode(media_hash_src, 'hex'), encode(media_hash_thb, 'hex'), encode(media_hash, 'hex')], null) as hashes, now() as at
from files_of_posts where board_id = $1 and num = $2 and subnum = $3 and place = $4`;

/** Writes to `log` before the commit. elsewhere: the file is also shown on a board that the account does not moderate. */
async function moderateFileIn(
  client: pg.ClientBase,
  { action, board, post, reason }: Omit<FileModeration, 'secret'>,
  log: RemovalSink,
): Promise<Outcome> {
  const values = [board.id, post.num, post.subnum, post.place ?? 0, action === 'ban', reason];
  const { rows } = await client.query<{ outcome: Outcome }>(MODERATE_FILE, values);
  if (rows[0]?.outcome === 'done') await recordRemoval(client, { action, board, post }, log);
  return rows[0]?.outcome ?? 'without';
}

/** Records the removal in the log outside the database, so that the file stays deleted or banned after a restore. */
async function recordRemoval(
  client: pg.ClientBase,
  { action, board, post }: Pick<FileModeration, 'action' | 'board' | 'post'>,
  log: RemovalSink,
): Promise<void> {
  const { num, subnum, place = 0 } = post;
  const values = [board.id, num, subnum, place];
  if (action === 'ban') {
    const { rows: hashes } = await client.query<{ hash: string }>(READ_HASHES, values);
    const at = new Date().toISOString();
    await log.append(...hashes.map(({ hash }) => ({ action, at, hash })));
    return;
  }
  const { rows: files } = await client.query<{ hashes: string[]; at: Date }>(READ_FILE, values);
  await log.append(
    ...files.map(({ hashes, at }) => ({
      action: 'delete_file' as const,
      at: at.toISOString(),
      board: board.name,
      num,
      subnum,
      ...(place > 0 && { place }),
      post: nameOf(post),
      hashes,
    })),
  );
}

/** Index: posts_pkey. $1 board, $2 num, $3 subnum. */
const READ_LAST_PLACE =
  'select coalesce(extra_files, 0) as place from posts where board_id = $1 and num = $2 and subnum = $3';

/** Moderates every file of the post. Returns the outcome of each. */
export async function moderateFilesIn(
  client: pg.ClientBase,
  moderation: Omit<FileModeration, 'secret'>,
  log: RemovalSink,
): Promise<readonly Outcome[]> {
  const { board, post } = moderation;
  const { rows } = await client.query<{ place: number }>(READ_LAST_PLACE, [board.id, post.num, post.subnum]);
  const outcomes: Outcome[] = [];
  for (let place = 0; place <= (rows[0]?.place ?? 0); place++)
    outcomes.push(await moderateFileIn(client, { ...moderation, post: { ...post, place } }, log));
  return outcomes;
}

/** @throws NotFoundError `file_unknown`, RefusedError 403 `role_required` */
export async function moderateFile(
  pool: pg.Pool,
  { secret, ...moderation }: FileModeration,
  log: RemovalLog,
): Promise<void> {
  await inModeration(pool, secret, { copy: null, log }, async (client, outside) =>
    moderateOneFileIn(client, moderation, outside),
  );
}

/** In a transaction of `inModeration`. @throws errors of `moderateFile` */
export async function moderateOneFileIn(
  client: pg.ClientBase,
  moderation: Omit<FileModeration, 'secret'>,
  outside: RemovalSink,
): Promise<void> {
  const { board, post } = moderation;
  await assertModerator(client, board);
  const outcome = await moderateFileIn(client, moderation, outside);
  if (outcome === 'elsewhere') throw shownElsewhere();
  if (outcome !== 'done') throw withoutFile(board, post);
}

/**
 * Moderates all files of the post or none, in a transaction of `inModeration`.
 * @throws NotFoundError `file_unknown`, RefusedError 403 `role_required`
 */
export async function moderateAllFilesIn(
  client: pg.ClientBase,
  moderation: Omit<FileModeration, 'secret'>,
  outside: RemovalSink,
): Promise<void> {
  const { board, post } = moderation;
  await assertModerator(client, board);
  const outcomes = await moderateFilesIn(client, moderation, outside);
  if (outcomes.includes('elsewhere')) throw shownElsewhere();
  if (!outcomes.includes('done')) throw withoutFile(board, post);
}

function shownElsewhere(): RefusedError {
  return new RefusedError(403, 'role_required', 'Only moderators of every board that shows the file may do this.');
}

function withoutFile(board: Pick<Board, 'name'>, post: PostNumber): NotFoundError {
  return new NotFoundError('file_unknown', `Post ${nameOf(post)} on /${board.name}/ has no file in the archive.`);
}
