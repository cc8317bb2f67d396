/**
 * Bulk actions: one action on all posts that a search finds, or that came from one address. The posts are chosen and counted first, and
 * change in steps once somebody has confirmed the count. Undoing shows all hidden posts again.
 */
import type pg from 'pg';
import type { Board } from '../../../mappings/board.ts';
import type {
  BulkAction,
  BulkActionList,
  BulkActionStep,
  ChooseBulkAction,
  ChosenBulkAction,
} from '../../../mappings/contract/bulk-actions.ts';
import type { PostSample } from '../../../mappings/contract/post-sample.ts';
import { numbersOf, type PostNumber } from '../../../mappings/post.ts';
import { filteredText } from '../../../mappings/post-filter.ts';
import { listBoards } from '../../../store/boards/boards.ts';
import { asAccount, assertModerator, assertModeratorOfAny } from '../../admin/as-account.ts';
import { NotFoundError, RefusedError } from '../../shared/errors.ts';
import type { ModerationServices } from '../moderate-across-boards.ts';
import { moderate } from '../moderate.ts';
import { changeFiles } from './change-files.ts';
import { postsFromNetwork, postsOfSearch, withFileAmong, type ChosenPost, type FindPosts } from './choose-posts.ts';
import * as sql from './sql.ts';

/** Posts that change with each step. */
const STEP = 500;
const MAX_SAMPLES = 20;
const MAX_EXCERPT = 300;

export interface Operator {
  /** null: the pool's role must have the right, as the role of the command line has. */
  readonly secret: string | null;
  /** Name of the account, or `cli`. */
  readonly actor: string;
}

type Times = 'created_at' | 'confirmed_at' | 'undone_at';

interface ActionRow extends Omit<BulkAction, 'id' | Times> {
  readonly id: string;
  readonly created_at: Date;
  readonly confirmed_at: Date | null;
  readonly undone_at: Date | null;
}

function toAction(row: ActionRow): BulkAction {
  return {
    ...row,
    id: Number(row.id),
    created_at: row.created_at.toISOString(),
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
    undone_at: row.undone_at?.toISOString() ?? null,
  };
}

/** The actions of which the account moderates every post, newest first. */
export async function listBulkActions(
  pool: pg.Pool,
  secret: string | null,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<BulkActionList> {
  const rows = await asAccount(pool, secret, async (client) => {
    if (secret !== null) await assertModeratorOfAny(client);
    return (await client.query<ActionRow>(sql.LIST, [before, limit + 1])).rows;
  });
  const actions = rows.slice(0, limit).map((row) => toAction(row));
  return { actions, next: rows.length > limit ? (actions.at(-1)?.id ?? null) : null };
}

/** @throws NotFoundError `bulk_action_unknown` */
export async function readBulkAction(pool: pg.Pool, secret: string | null, id: number): Promise<ChosenBulkAction> {
  return asAccount(pool, secret, async (client) => {
    if (secret !== null) await assertModeratorOfAny(client);
    return { action: await actionOf(client, id), samples: await samplesOf(client, id) };
  });
}

async function actionOf(client: pg.ClientBase, id: number): Promise<BulkAction> {
  const { rows } = await client.query<ActionRow>(sql.FIND, [id]);
  const [row] = rows;
  if (row === undefined)
    throw new NotFoundError('bulk_action_unknown', `There is no bulk action ${id} on boards that you moderate.`);
  return toAction(row);
}

interface SampleRow extends Pick<PostSample, 'board' | 'subnum' | 'name' | 'subject'> {
  readonly num: string;
  readonly thread: string;
  readonly time_posted: Date;
  readonly comment: string | null;
}

async function samplesOf(client: pg.ClientBase, id: number): Promise<PostSample[]> {
  const { rows } = await client.query<SampleRow>(sql.SAMPLE, [id, MAX_SAMPLES]);
  return rows.map(({ time_posted: posted, comment, ...row }) => ({
    ...row,
    num: Number(row.num),
    thread: Number(row.thread),
    posted_at: posted.toISOString(),
    excerpt: filteredText(comment).slice(0, MAX_EXCERPT).toWellFormed(),
  }));
}

/**
 * Chooses the posts and changes nothing. Posts on boards that the account does not moderate are counted and left out.
 * @throws RefusedError 400 `request_invalid`; 409 `bulk_action_empty`, `bulk_action_large`; errors of the search or of
 * `postsFromNetwork`
 */
export async function chooseBulkAction(
  pool: pg.Pool,
  { secret }: Operator,
  find: FindPosts,
  request: ChooseBulkAction,
): Promise<ChosenBulkAction> {
  const { action, q, network, post, reason = '' } = request;
  if ([q, network, post].filter((one) => one !== undefined).length !== 1)
    throw new RefusedError(400, 'request_invalid', 'Name one of a search, a network and a post.');
  const boards = await listBoards(pool);
  await asAccount(pool, secret, async (client) => {
    if (secret !== null) await assertModeratorOfAny(client);
  });
  const found = q === undefined ? null : await postsOfSearch(find, boards, q);
  return asAccount(pool, secret, async (client) => {
    const posts = found ?? (await postsFromNetwork(client, boards, request));
    const own = secret === null ? new Set(boards.map(({ id }) => id)) : await moderatedBoards(client);
    const moderated = posts.filter(({ boardId }) => own.has(boardId));
    const elsewhere = posts.length - moderated.length;
    const chosen = isAboutFiles(action) ? await withFileAmong(client, moderated) : moderated;
    if (chosen.length === 0 && moderated.length > 0)
      throw new RefusedError(409, 'bulk_action_empty', 'None of the posts found has a file.');
    if (chosen.length === 0) throw nothingFound(elsewhere);
    const text = reason.toWellFormed().trim();
    const of = [...new Set(chosen.map(({ boardId }) => boardId))];
    const values = [action, q?.toWellFormed() ?? null, text === '' ? null : text, of, chosen.length, elsewhere];
    await client.query(sql.FORGET_UNCONFIRMED);
    const { rows } = await client.query<{ id: string }>(sql.ADD, values);
    const id = Number(rows[0]?.id);
    await client.query(sql.ADD_POSTS, [id, chosen.map(({ boardId }) => boardId), ...numbersOf(chosen)]);
    return { action: await actionOf(client, id), samples: await samplesOf(client, id) };
  });
}

async function moderatedBoards(client: pg.ClientBase): Promise<ReadonlySet<number>> {
  const { rows } = await client.query<{ boards: number[] }>(sql.MODERATED_BOARDS);
  return new Set(rows[0]?.boards);
}

const NO_UNDO: Readonly<Record<Exclude<BulkAction['action'], 'hide'>, string>> = {
  purge: 'What was purged is gone: it cannot be shown again.',
  delete_file: 'Files that were deleted are gone.',
  ban_file: 'Bans of files are lifted one by one, among the banned files.',
};

function isAboutFiles(action: BulkAction['action']): action is 'delete_file' | 'ban_file' {
  return action === 'delete_file' || action === 'ban_file';
}

function nothingFound(elsewhere: number): RefusedError {
  const message =
    elsewhere === 0 ? 'Nothing was found.' : `All ${elsewhere} posts are on boards that you do not moderate.`;
  return new RefusedError(409, 'bulk_action_empty', message);
}

/**
 * Changes the next posts. `posts`: the number of posts that somebody has confirmed.
 * @throws NotFoundError `bulk_action_unknown`; RefusedError 409 `bulk_action_differs`, `bulk_action_undone`
 */
export async function runBulkAction(
  context: ModerationServices,
  operator: Operator,
  id: number,
  posts: number,
): Promise<BulkActionStep> {
  const { pool } = context;
  const { action, chosen, board } = await asAccount(pool, operator.secret, async (client) => {
    if (operator.secret !== null) await assertModeratorOfAny(client);
    await client.query(sql.LOCK, [id]);
    const found = await actionOf(client, id);
    if (found.posts !== posts)
      throw new RefusedError(409, 'bulk_action_differs', `This action is on ${found.posts} posts, not ${posts}.`);
    if (found.undone_at !== null) throw new RefusedError(409, 'bulk_action_undone', 'This action was undone.');
    await client.query(sql.CONFIRM, [id]);
    return { action: found, ...(await nextPosts(client, operator, id, false)) };
  });
  if (board === null) return { posts: 0, left: 0 };
  const reason = `bulk action ${id}${action.reason === null ? '' : `: ${action.reason}`}`;
  const onChanged = async (client: pg.PoolClient, changes: readonly PostNumber[]) => {
    await client.query(sql.NOTE_DONE, [id, board.id, ...numbersOf(changes)]);
    await client.query(sql.FORGET_UNCHANGED, [id, board.id, ...numbersOf(chosen)]);
  };
  const { action: kind } = action;
  const changed = isAboutFiles(kind)
    ? await changeFiles(context, { id, action: kind, board, posts: chosen, reason, secret: operator.secret })
    : await change(context, operator, { action: kind, board, posts: chosen, reason }, onChanged);
  return { posts: changed, left: (await leftOf(pool, operator, id)).left };
}

/**
 * Shows the next posts again that the action has hidden, except those that staff have decided on since.
 * @throws NotFoundError `bulk_action_unknown`; RefusedError 409 `bulk_action_purged`
 */
export async function undoBulkAction(
  context: ModerationServices,
  operator: Operator,
  id: number,
): Promise<BulkActionStep> {
  const { pool } = context;
  const { chosen, board } = await asAccount(pool, operator.secret, async (client) => {
    if (operator.secret !== null) await assertModeratorOfAny(client);
    await client.query(sql.LOCK, [id]);
    const { action } = await actionOf(client, id);
    if (action !== 'hide') throw new RefusedError(409, 'bulk_action_purged', NO_UNDO[action]);
    await client.query(sql.NOTE_UNDONE, [id]);
    await client.query(sql.FORGET_DECIDED, [id]);
    return nextPosts(client, operator, id, true);
  });
  if (board === null) return { posts: 0, left: 0 };
  const shown = await change(context, operator, {
    action: 'show',
    board,
    posts: chosen,
    reason: `bulk action ${id}, undone`,
  });
  return { posts: shown, left: (await leftOf(pool, operator, id)).done };
}

interface NextPosts {
  readonly board: Board | null;
  readonly chosen: readonly ChosenPost[];
}

/** The next posts of one board. */
async function nextPosts(client: pg.PoolClient, { secret }: Operator, id: number, isDone: boolean): Promise<NextPosts> {
  type Row = { readonly board_id: number; readonly num: string; readonly subnum: number };
  const { rows } = await client.query<Row>(sql.SELECT_POSTS, [id, isDone, STEP]);
  const boards = await listBoards(client);
  const board = boards.find((one) => one.id === rows[0]?.board_id) ?? null;
  if (board === null) return { board: null, chosen: [] };
  if (secret !== null) await assertModerator(client, board);
  const chosen = rows
    .filter((row) => row.board_id === board.id)
    .map(({ board_id: boardId, num, subnum }) => ({ boardId, num: Number(num), subnum }));
  return { board, chosen };
}

async function leftOf(pool: pg.Pool, { secret }: Operator, id: number): Promise<BulkAction> {
  return asAccount(pool, secret, async (client) => actionOf(client, id));
}

interface Change {
  readonly action: 'hide' | 'show' | 'purge';
  readonly board: Board;
  readonly posts: readonly ChosenPost[];
  readonly reason: string;
}

async function change(
  { pool, postgres, clock, removals }: ModerationServices,
  { secret, actor }: Operator,
  { posts, ...moderation }: Change,
  onChanged?: (client: pg.PoolClient, changes: readonly PostNumber[]) => Promise<void>,
): Promise<number> {
  const request = {
    ...moderation,
    actor,
    threads: false,
    now: clock(),
    posts: posts.map(({ num, subnum }) => ({ num, subnum })),
    ...(onChanged !== undefined && { onChanged }),
    ...(secret !== null && { secret }),
  };
  return (await moderate(pool, request, postgres.snapshot, removals)).posts.length;
}
