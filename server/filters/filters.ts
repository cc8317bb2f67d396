/** Admins define filters here. filter-batches.ts applies them to stored posts, store/filters.ts to posts as they arrive. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Board } from '../../mappings/board.ts';
import type { AddFilter, Filter } from '../../mappings/contract/filters.ts';
import { parseMd5 } from '../../mappings/md5.ts';
import type { PostFilter } from '../../mappings/post-filter.ts';
import { BoardFilters } from '../../store/filters.ts';
import { checkInThread } from '../../store/matching/matching-thread.ts';
import type { UncheckedFilter } from '../../store/matching/messages.ts';
import { lockFilters } from '../../store/post-lock.ts';
import {
  asAccount,
  assertAdmin,
  assertAdminOfAll,
  assertAdminOfAny,
  assertModeratorOfAny,
} from '../admin/as-account.ts';
import { boardNamed } from '../boards/board-named.ts';
import { NotFoundError, RefusedError } from '../shared/errors.ts';
import * as sql from './sql.ts';

type Times = 'created_at' | 'tried_at' | 'enabled_at';
type Counts = 'id' | 'tried_posts' | 'tried_matches';

interface FilterRow extends Omit<Filter, Times | Counts | 'problem'>, Record<Counts, string> {
  readonly board_id: number | null;
  readonly created_at: Date;
  readonly tried_at: Date | null;
  readonly enabled_at: Date | null;
}

export interface StoredFilter extends Omit<Filter, 'problem'> {
  readonly boardId: number | null;
}

/**
 * Filters of the account's boards and of every board. `secret` null: the pool's role must have the right, as the role of the command
 * line has.
 */
export async function listFilters(pool: pg.Pool, secret: string | null): Promise<readonly Filter[]> {
  const rows = await asAccount(pool, secret, async (client) => {
    if (secret !== null) await assertModeratorOfAny(client);
    return (await client.query<FilterRow>(sql.LIST_FILTERS, [null])).rows;
  });
  const filters = rows.map((row) => toFilter(row));
  const checked = await checkInThread(filters);
  return filters.map((filter, at) => ({ ...filter, problem: checked[at]?.problem ?? null }));
}

function toFilter({ board_id: _boardId, ...row }: FilterRow): Omit<Filter, 'problem'> {
  return {
    ...row,
    id: Number(row.id),
    tried_posts: Number(row.tried_posts),
    tried_matches: Number(row.tried_matches),
    created_at: row.created_at.toISOString(),
    tried_at: row.tried_at?.toISOString() ?? null,
    enabled_at: row.enabled_at?.toISOString() ?? null,
  };
}

/** The filter, for an admin of its board. @throws NotFoundError `filter_unknown`, RefusedError 403 `role_required` */
export async function filterToChange(client: pg.PoolClient, secret: string | null, id: number): Promise<StoredFilter> {
  if (secret !== null) await assertAdminOfAny(client);
  const { rows } = await client.query<FilterRow>(sql.LIST_FILTERS, [id]);
  const [row] = rows;
  if (row === undefined) throw new NotFoundError('filter_unknown', `There is no filter ${id} that you may change.`);
  const filter = { ...toFilter(row), boardId: row.board_id };
  if (secret !== null) await assertMaySet(client, filter);
  return filter;
}

async function assertMaySet(
  client: pg.PoolClient,
  { boardId, board }: Pick<StoredFilter, 'boardId' | 'board'>,
): Promise<void> {
  await (boardId === null || board === null
    ? assertAdminOfAll(client)
    : assertAdmin(client, { id: boardId, name: board }));
}

/** Adds a filter, which is disabled at first. Returns its id. @throws RefusedError 400 `filter_invalid`; 403 */
export async function addFilter(pool: pg.Pool, secret: string | null, request: AddFilter): Promise<number> {
  const { kind, pattern = '', action, note = '' } = request;
  const hasText = kind === 'phrase' || kind === 'regexp';
  const fields = [...new Set(request.fields ?? (hasText ? (['subject', 'comment'] as const) : []))];
  const files = filesOf(request);
  await checkFilter({ id: 0, kind, pattern, fields, action });
  const kept = kind === 'files' ? digestOf(files) : pattern.toWellFormed();
  const board: Board | null = request.board === undefined ? null : await boardNamed(pool, request.board);
  const text = note.toWellFormed().trim();
  return asAccount(pool, secret, async (client) => {
    if (secret !== null) await assertMaySet(client, { boardId: board?.id ?? null, board: board?.name ?? null });
    const values = [board?.id ?? null, kind, kept, fields, action, text === '' ? null : text];
    const { rows } = await client.query<{ id: string }>(sql.ADD_FILTER, values);
    const id = Number(rows[0]?.id);
    if (files.length > 0) await client.query(sql.ADD_FILES, [id, files]);
    return id;
  });
}

/** The list of MD5s, each once and in order. @throws RefusedError 400 `filter_invalid` */
function filesOf({ kind, files }: AddFilter): readonly Buffer[] {
  if (kind !== 'files') {
    if (files !== undefined) throw invalid('only a filter of the kind files has a list of files');
    return [];
  }
  if (files === undefined || files.length === 0) throw invalid('list the MD5s of the files');
  const hashes = new Map<string, Buffer>();
  for (const text of files) {
    const md5 = parseMd5(text);
    if (md5 === null) throw invalid(`${text} is no MD5`);
    hashes.set(md5.toString('hex'), md5);
  }
  return [...hashes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, md5]) => md5);
}

function digestOf(files: readonly Buffer[]): string {
  return createHash('sha256').update(Buffer.concat(files)).digest('hex');
}

async function checkFilter(filter: PostFilter): Promise<void> {
  const { kind, pattern, fields, action } = filter;
  if (kind === 'files') {
    if (pattern !== '' || fields.length > 0) throw invalid('a list of files has neither a pattern nor fields');
    return;
  }
  if (kind === 'deleted') {
    if (pattern !== '' || fields.length > 0)
      throw invalid('a filter for deleted posts has neither a pattern nor fields');
    if (action === 'refuse') throw invalid('posts are stored before the source deletes them: hide or hold them');
    return;
  }
  if (pattern.trim() === '') throw invalid('write the phrase or expression');
  if (fields.length === 0) throw invalid('name at least one field');
  await assertCounts(filter);
  const [checked] = await checkInThread([filter]);
  if (checked?.matchesNothing === true) throw invalid('it matches posts without any text');
}

/** @throws RefusedError 400 `filter_invalid`, `filter_costly` for a refused pattern, which an older version may have accepted */
async function assertCounts(filter: UncheckedFilter): Promise<void> {
  const [checked] = await checkInThread([filter]);
  if (checked !== undefined && checked.problem !== null)
    throw invalid(checked.problem, checked.isCostly ? 'filter_costly' : 'filter_invalid');
}

function invalid(problem: string, code = 'filter_invalid'): RefusedError {
  return new RefusedError(400, code, `This is no filter: ${problem}.`);
}

/** Instructions per character of a text, for all enabled expressions of a board: ten of the costliest. */
const MAX_OF_BOARD = 40_000;

/**
 * @throws RefusedError 409 `filter_untried`: an admin must first know which posts the filter would hide; `filters_costly`; 400
 * `filter_invalid`
 */
export async function enableFilter(pool: pg.Pool, secret: string | null, id: number, now: Date): Promise<void> {
  await asAccount(pool, secret, async (client) => {
    await lockFilters(client);
    const filter = await filterToChange(client, secret, id);
    if (filter.tried_at === null) throw new RefusedError(409, 'filter_untried', 'Try the filter on the archive first.');
    if (filter.enabled_at !== null) return;
    await assertCounts(filter);
    await assertAffordable(client, filter);
    await client.query(sql.SET_ENABLED, [id, now]);
  });
}

/** Limits the cost of one post for all filters of a board together. @throws RefusedError 409 `filters_costly` */
async function assertAffordable(client: pg.ClientBase, filter: StoredFilter): Promise<void> {
  const { rows } = await client.query<{ board: string; id: string; pattern: string }>(sql.ACTIVE_EXPRESSIONS, [
    filter.boardId,
  ]);
  const others = rows.map(({ id, pattern }) => ({ ...filter, kind: 'regexp' as const, id: Number(id), pattern }));
  const [own, ...costs] = await checkInThread([filter, ...others]);
  const byBoard = Map.groupBy(rows.keys(), (at) => rows[at]?.board ?? '');
  for (const [board, places] of byBoard) {
    const sum = places.reduce((total, at) => total + (costs[at]?.instructions ?? 0), own?.instructions ?? 0);
    if (sum <= MAX_OF_BOARD) continue;
    throw new RefusedError(
      409,
      'filters_costly',
      `The expressions that count on /${board}/ would take too long together: ${sum} of ${MAX_OF_BOARD} instructions. Disable one of them, or lower its numbers in { }.`,
    );
  }
}

/** Posts that the filter has changed stay changed until it is undone. */
export async function disableFilter(pool: pg.Pool, secret: string | null, id: number): Promise<void> {
  await asAccount(pool, secret, async (client) => {
    await lockFilters(client);
    const { enabled_at: enabled } = await filterToChange(client, secret, id);
    if (enabled !== null) await client.query(sql.SET_ENABLED, [id, null]);
  });
}

/** @throws RefusedError 409 `filter_used` for a filter that is enabled, or has changed posts and is not undone */
export async function removeFilter(pool: pg.Pool, secret: string | null, id: number): Promise<void> {
  await asAccount(pool, secret, async (client) => {
    await lockFilters(client);
    const { enabled_at: enabled, hidden, held, refused } = await filterToChange(client, secret, id);
    if (enabled !== null || hidden + held + refused > 0)
      throw new RefusedError(409, 'filter_used', 'Undo what the filter has done first.');
    await client.query(sql.DELETE_FILTER, [id]);
  });
}

/** The filter as a function of posts. @throws RefusedError 400 `filter_invalid` for a pattern that is no longer valid */
export async function compiledFilter(
  client: pg.ClientBase,
  { id, kind, pattern, fields, action }: StoredFilter,
): Promise<BoardFilters> {
  const filter = { id, kind, pattern, fields, action };
  const key = String(id);
  if (kind !== 'files') {
    await assertCounts(filter);
    return new BoardFilters(key, [filter]);
  }
  const { rows } = await client.query<{ md5: string }>(sql.SELECT_FILES, [id]);
  return new BoardFilters(key, [{ ...filter, files: new Set(rows.map(({ md5 }) => md5)) }]);
}
