/** The quarantine: documents that Elasticsearch refuses. The indexer fills it; admins list it and request another try. */
import type pg from 'pg';
import type { Quarantine, RetryQuarantine } from '../../mappings/contract/admin.ts';
import { DIRTY_CHANNEL } from '../../mappings/queues.ts';
import { CursorError } from '../search/execute/cursor.ts';
import { asAdmin } from './as-account.ts';

export interface QuarantineQuery {
  /** Board name; null for all boards. */
  readonly board: string | null;
  readonly limit: number;
  /** `next` of the previous page; null for the first page. */
  readonly cursor: string | null;
}

/** Reads all of a small table. $1 board or null. */
const COUNT_QUARANTINE = `
  select count(*)::int as total from quarantine q join boards b on b.id = q.board_id where $1::text is null or b.name = $1`;

/**
 * Oldest first. Reads all of a small table. $1 board or null, $2 limit, $3–$7 the sort values of the previous page's
 * last row (time in microseconds), or null.
 */
const LIST_QUARANTINE = `
  select b.name as board, q.board_id, q.thread, q.num, q.subnum, q.index_name, q.reason, q.since,
         (extract(epoch from q.since) * 1000000)::bigint as since_us
    from quarantine q
    join boards b on b.id = q.board_id
   where ($1::text is null or b.name = $1)
     and ($3::bigint is null
          or (q.since, q.board_id, q.num, q.subnum, q.index_name)
             > (timestamptz 'epoch' + $3 * interval '1 microsecond', $4::int, $5::bigint, $6::int, $7::text))
   order by q.since, q.board_id, q.num, q.subnum, q.index_name
   limit $2`;

interface QuarantineRow {
  readonly board: string;
  readonly board_id: number;
  readonly thread: string;
  readonly num: string;
  readonly subnum: number;
  readonly index_name: string;
  readonly reason: string;
  readonly since: Date;
  readonly since_us: string;
}

/**
 * One page, longest refused first, and the number of documents on all pages.
 * @throws CursorError
 */
export async function listQuarantine(
  pool: pg.Pool,
  secret: string,
  { board, limit, cursor }: QuarantineQuery,
): Promise<Quarantine> {
  const after = cursor === null ? [null, null, null, null, null] : decodeCursor(cursor);
  const { found, counted } = await asAdmin(pool, secret, async (client) => ({
    // An extra row shows that there is a next page.
    found: await client.query<QuarantineRow>(LIST_QUARANTINE, [board, limit + 1, ...after]),
    counted: await client.query<{ total: number }>(COUNT_QUARANTINE, [board]),
  }));
  const rows = found.rows.slice(0, limit);
  const documents = rows.map((row) => ({
    board: row.board,
    thread: Number(row.thread),
    num: Number(row.num),
    subnum: row.subnum,
    index: row.index_name,
    reason: row.reason,
    since: row.since.toISOString(),
  }));
  const last = found.rows.length > limit ? rows.at(-1) : undefined;
  return { documents, total: counted.rows[0]?.total ?? 0, next: last === undefined ? null : encodeCursor(last) };
}

/** Sort values of a row: microseconds since 1970, board id, num, subnum, index name. */
type Position = readonly [since: number, boardId: number, num: number, subnum: number, index: string];

/** Not signed: admins may read the whole list. */
function encodeCursor(row: QuarantineRow): string {
  const position: Position = [Number(row.since_us), row.board_id, Number(row.num), row.subnum, row.index_name];
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

const MAX_INT = 2 ** 31 - 1;

/** @throws CursorError */
function decodeCursor(cursor: string): Position {
  const [since, boardId, num, subnum, index, ...more] = parseArray(Buffer.from(cursor, 'base64url').toString());
  const isPosition =
    isCount(since, Number.MAX_SAFE_INTEGER) &&
    isCount(boardId, MAX_INT) &&
    isCount(num, Number.MAX_SAFE_INTEGER) &&
    isCount(subnum, MAX_INT) &&
    typeof index === 'string' &&
    !index.includes('\0') &&
    more.length === 0;
  if (!isPosition) throw new CursorError();
  return [since, boardId, num, subnum, index];
}

function parseArray(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? (value as readonly unknown[]) : [];
  } catch {
    return [];
  }
}

function isCount(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= max;
}

/**
 * Marks the threads of refused documents as dirty from their lowest refused rev on. The indexer then retries each document and deletes
 * the rows of those that Elasticsearch accepts. Deletes rows of indices that no longer exist. Marks in the order of dirty's primary
 * key, like every statement that marks several threads, to avoid deadlocks. Reads all rows of a small table. $1 board or null, $2 num
 * or null.
 */
const RETRY_QUARANTINE = `
  with wanted as (
    select q.*, i.name is not null as has_index
      from quarantine q
      join boards b on b.id = q.board_id
      left join indices i on i.name = q.index_name and i.board_id = q.board_id and i.state <> 'retired'
     where ($1::text is null or b.name = $1) and ($2::bigint is null or q.num = $2)),
  gone as (
    delete from quarantine q using wanted w
     where not w.has_index and q.board_id = w.board_id and q.num = w.num and q.subnum = w.subnum
       and q.index_name = w.index_name),
  marked as (
    insert into dirty (board_id, thread, gen, min_rev, since)
    select board_id, thread, nextval('dirty_gen'), min(rev), now()
      from wanted where has_index group by board_id, thread order by board_id, thread
    on conflict (board_id, thread) do update
       set gen = nextval('dirty_gen'), min_rev = least(dirty.min_rev, excluded.min_rev))
  select count(*)::int as documents from wanted where has_index`;

/** Sent when the transaction commits. $1 channel. */
const NOTIFY_INDEXER = `select pg_notify($1, '')`;

/** Requests another try of the refused documents on boards that the account moderates, and returns their number. */
export async function retryQuarantine(pool: pg.Pool, secret: string, { board, num }: RetryQuarantine): Promise<number> {
  return asAdmin(pool, secret, async (client) => {
    const { rows } = await client.query<{ documents: number }>(RETRY_QUARANTINE, [board ?? null, num ?? null]);
    await client.query(NOTIFY_INDEXER, [DIRTY_CHANNEL]);
    return rows[0]?.documents ?? 0;
  });
}
