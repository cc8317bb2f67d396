/** Admins add, rename and remove boards. Triggers write each to the audit log. */
import type pg from 'pg';
import type { AddBoard, BoardRemoval, ManagedBoard, RenameBoard } from '../../../mappings/contract/board-management.ts';
import { addNewBoard, boardProblems, changeBoard, type BoardInput } from '../../../store/boards/boards.ts';
import { readBoardContents, removeBoard } from '../../../store/boards/remove.ts';
import { boardNamed } from '../../boards/board-named.ts';
import { DATABASE_REFUSALS } from '../../shared/database-refusals.ts';
import { FieldsRefusedError, NotFoundError, RefusedError } from '../../shared/errors.ts';
import { asAccount, asAdmin, assertAdmin } from '../as-account.ts';
import { notifyScrapers, type SettingsContext } from './settings.ts';

/** A larger board takes minutes to remove and is left to the command line. */
const MOST_POSTS = 200_000;

/** @throws RefusedError 400 `board_invalid`, 409 `board_known`, `board_busy`; 401, 403 */
export async function addBoard(context: SettingsContext, secret: string, added: AddBoard): Promise<ManagedBoard> {
  const input = validInput(inputOf(added));
  const { name } = input;
  const isNew = await asAdmin(context.pool, secret, async (client) => addNewBoard(client, input)).catch(refuse);
  if (!isNew) throw new RefusedError(409, 'board_known', `There is a board /${name}/ already.`);
  await notifyScrapers(context);
  return readManaged(context.pool, name);
}

export function inputOf(added: AddBoard): BoardInput {
  const { name, title, source, url, worksafe = true } = added;
  return {
    name,
    title: title.trim(),
    source,
    url,
    worksafe,
    mediaUrl: added.media_url ?? url,
    ...(added.source_name !== undefined && { sourceName: added.source_name }),
  };
}

/** @throws FieldsRefusedError 400 `board_invalid` */
export function validInput(input: BoardInput): BoardInput {
  const problems = boardProblems(input).map(({ field, problem }) => ({ field, detail: problem }));
  if (problems.length > 0) throw new FieldsRefusedError('board_invalid', problems);
  return input;
}

/** The board name stays, since addresses, exports and the removal log use it. @throws NotFoundError, RefusedError 401, 403 */
export async function renameBoard(
  { pool }: SettingsContext,
  secret: string,
  name: string,
  changes: RenameBoard,
): Promise<ManagedBoard> {
  const board = await boardNamed(pool, name);
  const { title = board.title, worksafe = board.worksafe } = changes;
  if (title.trim() === '') throw new RefusedError(400, 'board_invalid', 'A board needs a title.');
  await asAccount(pool, secret, async (client) => {
    await assertAdmin(client, board);
    await changeBoard(client, board.id, { title: title.trim(), worksafe });
  });
  return readManaged(pool, name);
}

async function readManaged(pool: pg.Pool, wanted: string): Promise<ManagedBoard> {
  const { name, title, worksafe, isUnlisted = false } = await boardNamed(pool, wanted);
  return { name, title, worksafe, unlisted: isUnlisted };
}

/** @throws NotFoundError `board_unknown`, RefusedError 401, 403 */
export async function planRemoval({ pool }: SettingsContext, secret: string, board: string): Promise<BoardRemoval> {
  return asAdmin(pool, secret, async (client) => readPlan(client, board));
}

async function readPlan(client: pg.PoolClient, board: string): Promise<BoardRemoval> {
  // PostgreSQL refuses a NUL in any text, and no board has one in its name.
  const contents = board.includes('\0') ? null : await readBoardContents(client, board, MOST_POSTS + 1);
  if (contents === null) throw new NotFoundError('board_unknown', 'There is no such board in the archive.');
  const { reported, added, ...counts } = contents;
  return {
    board,
    ...counts,
    reported_posts: reported,
    added: added.map((count) => ({ ...count })),
    removable: counts.posts <= MOST_POSTS,
  };
}

/**
 * Removes the board and returns what was removed.
 * @throws NotFoundError `board_unknown`; RefusedError 400 `confirmation_wrong`, 409 `board_large`, `board_busy`; 401, 403
 */
export async function removeManaged(
  context: SettingsContext,
  secret: string,
  name: string,
  confirm: string,
): Promise<BoardRemoval> {
  if (confirm !== name)
    throw new RefusedError(400, 'confirmation_wrong', 'Nothing changed: type the name of the board.');
  const removed = await asAdmin(context.pool, secret, async (client) => {
    const plan = await readPlan(client, name);
    if (!plan.removable)
      throw new RefusedError(
        409,
        'board_large',
        `Only the command line removes this board: sagasu board remove ${name}`,
      );
    await removeBoard(client, name);
    return plan;
  }).catch(refuse);
  await notifyScrapers(context);
  return removed;
}

const BUSY: readonly unknown[] = [DATABASE_REFUSALS.object_in_use.state, DATABASE_REFUSALS.lock_not_available.state];

/** @throws */
function refuse(error: unknown): never {
  const { code } = error as { readonly code?: unknown };
  if (BUSY.includes(code))
    throw new RefusedError(409, 'board_busy', 'Something else is using this board. Try again in some seconds.');
  throw error;
}
