/**
 * Filters over stored posts, in batches of bounded size: trials, which change nothing, the application of enabled filters to older
 * posts, and its undoing.
 */
import type pg from 'pg';
import type { Board } from '../../mappings/board.ts';
import type { AppliedFilter, TriedFilter, UndoneFilter } from '../../mappings/contract/filters.ts';
import type { PostSample } from '../../mappings/contract/post-sample.ts';
import { filteredText, MAX_HTML, type FilteredPost } from '../../mappings/post-filter.ts';
import { numbersOf, type PostNumber } from '../../mappings/post.ts';
import { listBoards } from '../../store/boards/boards.ts';
import type { BoardFilters } from '../../store/filters.ts';
import { asAccount } from '../admin/as-account.ts';
import { RefusedError } from '../shared/errors.ts';
import type { ModerationServices } from '../moderation/moderate-across-boards.ts';
import { moderate } from '../moderation/moderate.ts';
import { compiledFilter, disableFilter, filterToChange, type StoredFilter } from './filters.ts';
import * as sql from './sql.ts';

/** Limits of one batch: posts that are read, milliseconds that reading may take, and posts that change. */
const MAX_READ = 20_000;
const MAX_MS = 2_000;
const MAX_CHANGED = 500;
const PAGE = 250;
const MAX_SAMPLES = 20;
const MAX_EXCERPT = 300;

export interface Operator {
  /** null: the pool's role must have the right, as the role of the command line has. */
  readonly secret: string | null;
  /** Name of the account, or `cli`. */
  readonly actor: string;
}

interface ReadPost extends FilteredPost, PostNumber {
  readonly board: Board;
  readonly thread: number;
  readonly timePosted: Date;
}

interface PostRow extends FilteredPost {
  readonly num: string;
  readonly subnum: number;
  readonly thread: string;
  readonly time_posted: Date;
  /** Name and MD5, in hexadecimal, of the files after the first. */
  readonly others: readonly (readonly [name: string | null, md5: string | null])[] | null;
}

/**
 * Continues reading from `cursor`. Returns the figures of the whole trial so far.
 * @throws NotFoundError `filter_unknown`; RefusedError 400, 403
 */
export async function tryFilter(
  { pool }: Pick<ModerationServices, 'pool'>,
  { secret }: Operator,
  id: number,
  cursor: string | null,
): Promise<TriedFilter> {
  const found = await findFilter(pool, secret, id);
  const { read, matched, next } = await readBatch(pool, secret, found, cursor, MAX_READ);
  return asAccount(pool, secret, async (client) => {
    const values = [id, read, matched.length, cursor === null];
    const { rows } = await client.query<{ posts: number; matches: number }>(sql.ADD_TRIAL, values);
    const { posts, matches } = rows[0] ?? { posts: read, matches: matched.length };
    return { posts, matches, samples: matched.slice(0, MAX_SAMPLES).map(sampleOf), next };
  });
}

interface FoundFilter {
  readonly filter: StoredFilter;
  readonly filters: BoardFilters;
  readonly boards: readonly Board[];
}

/** The filter with the boards that it reads, in the order of a trial. */
async function findFilter(pool: pg.Pool, secret: string | null, id: number): Promise<FoundFilter> {
  return asAccount(pool, secret, async (client) => {
    const filter = await filterToChange(client, secret, id);
    const boards = (await listBoards(client))
      .filter((board) => filter.boardId === null || board.id === filter.boardId)
      .sort((a, b) => a.id - b.id);
    return { filter, filters: await compiledFilter(client, filter), boards };
  });
}

/** Hides the next matching posts, of an enabled filter. @throws RefusedError 409 `filter_disabled` */
export async function applyFilter(
  context: ModerationServices,
  operator: Operator,
  id: number,
  cursor: string | null,
): Promise<AppliedFilter> {
  const found = await findFilter(context.pool, operator.secret, id);
  const { filter } = found;
  if (filter.enabled_at === null) throw new RefusedError(409, 'filter_disabled', 'Enable the filter first.');
  const { matched, next } = await readBatch(context.pool, operator.secret, found, cursor, MAX_CHANGED);
  let posts = 0;
  for (const [board, some] of Map.groupBy(matched, (post) => post.board)) {
    const action = filter.action === 'hold' ? 'hold' : 'hide';
    const onChanged = async (client: pg.PoolClient, changes: readonly PostNumber[]) => {
      if (changes.length === 0) return;
      await client.query(sql.NOTE_FILTERED, [board.id, ...numbersOf(changes), id, action]);
      if (action === 'hold') await client.query(sql.HOLD_POSTS, [board.id, ...numbersOf(changes)]);
    };
    posts += await change(context, operator, { action: 'hide', board, posts: some, id, onChanged });
  }
  return { posts, next };
}

/** Disables the filter and shows the posts again that it has hidden, except those that staff have decided on. */
export async function undoFilter(context: ModerationServices, operator: Operator, id: number): Promise<UndoneFilter> {
  const { pool } = context;
  await disableFilter(pool, operator.secret, id);
  const rows = await asAccount(pool, operator.secret, async (client) => {
    await client.query(sql.FORGET_FILTERED, [id]);
    type Filtered = { readonly board_id: number; readonly num: string; readonly subnum: number };
    return (await client.query<Filtered>(sql.SELECT_FILTERED, [id, MAX_CHANGED])).rows;
  });
  const boards = new Map((await listBoards(pool)).map((board) => [board.id, board]));
  let posts = 0;
  for (const [boardId, some] of Map.groupBy(rows, ({ board_id: of }) => of)) {
    const board = boards.get(boardId);
    if (board === undefined) continue;
    const numbers = some.map(({ num, subnum }) => ({ num: Number(num), subnum }));
    posts += await change(context, operator, { action: 'show', board, posts: numbers, id });
  }
  const left = await asAccount(pool, operator.secret, async (client) =>
    client.query<{ posts: number }>(sql.COUNT_FILTERED, [id]),
  );
  return { posts, left: left.rows[0]?.posts ?? 0 };
}

interface Change {
  readonly action: 'hide' | 'show';
  readonly board: Board;
  readonly posts: readonly PostNumber[];
  readonly id: number;
  readonly onChanged?: (client: pg.PoolClient, changes: readonly PostNumber[]) => Promise<void>;
}

async function change(
  { pool, postgres, clock, removals }: ModerationServices,
  { secret, actor }: Operator,
  { action, board, posts, id, onChanged }: Change,
): Promise<number> {
  const request = {
    action,
    board,
    actor,
    threads: false,
    now: clock(),
    reason: `filter ${id}`,
    posts: posts.map(({ num, subnum }) => ({ num, subnum })),
    ...(onChanged !== undefined && { onChanged }),
    ...(secret !== null && { secret }),
  };
  return (await moderate(pool, request, postgres.snapshot, removals)).posts.length;
}

interface Batch {
  readonly read: number;
  readonly matched: readonly ReadPost[];
  readonly next: string | null;
}

/**
 * Reads until a limit is reached; `next` is then the key of the last post. Reads board by board, from the newest post to the oldest. No
 * connection is held while posts are judged, which may take long.
 */
async function readBatch(
  pool: pg.Pool,
  secret: string | null,
  { filters, boards }: FoundFilter,
  cursor: string | null,
  most: number,
): Promise<Batch> {
  const end = performance.now() + MAX_MS;
  const [fromBoard = 0, fromNum = 0, fromSubnum = 0] = cursor?.split('.').map(Number) ?? [];
  const matched: ReadPost[] = [];
  let read = 0;
  for (const board of boards.filter(({ id }) => id >= fromBoard)) {
    let below = board.id === fromBoard ? [fromNum, fromSubnum] : [Number.MAX_SAFE_INTEGER, 0];
    for (;;) {
      const values = [board.id, ...below, PAGE, MAX_HTML];
      const { rows } = await asAccount(pool, secret, async (client) => client.query<PostRow>(sql.SELECT_POSTS, values));
      const judged = await judgeWhole(filters, rows, end);
      for (const { row, isMatch } of judged) {
        read += 1;
        below = [Number(row.num), row.subnum];
        if (isMatch) matched.push(toReadPost(board, row));
        if (matched.length === most) break;
      }
      const isWhole = judged.length === rows.length && matched.length < most;
      if (isWhole && rows.length < PAGE) break;
      if (!isWhole || read >= MAX_READ || performance.now() > end)
        return { read, matched, next: [board.id, ...below].join('.') };
    }
  }
  return { read, matched, next: null };
}

/** Judges posts with each of their files; those that are left at `end` are left out. */
async function judgeWhole(
  filters: FoundFilter['filters'],
  rows: readonly PostRow[],
  end: number,
): Promise<readonly { readonly row: PostRow; readonly isMatch: boolean }[]> {
  const forms = rows.map((row): readonly FilteredPost[] => [
    row,
    ...(row.others ?? []).map(([mediaName, md5]) => {
      return { ...row, mediaName, mediaHash: md5 === null ? null : Buffer.from(md5, 'hex') };
    }),
  ]);
  const verdicts = await filters.judge(forms.flat(), end);
  let first = 0;
  return rows.flatMap((row, at) => {
    const own = verdicts.slice(first, (first += forms[at]?.length ?? 0));
    return own.length < (forms[at]?.length ?? 0) ? [] : [{ row, isMatch: own.some((verdict) => verdict !== null) }];
  });
}

function toReadPost(board: Board, { time_posted: timePosted, others: _others, ...row }: PostRow): ReadPost {
  return { ...row, board, timePosted, num: Number(row.num), thread: Number(row.thread) };
}

function sampleOf({ board, num, subnum, thread, timePosted, name, subject, comment }: ReadPost): PostSample {
  const excerpt = filteredText(comment).slice(0, MAX_EXCERPT).toWellFormed();
  return { board: board.name, num, subnum, thread, posted_at: timePosted.toISOString(), name, subject, excerpt };
}
