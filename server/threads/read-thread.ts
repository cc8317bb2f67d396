/**
 * Reads a thread for every API: its state with one small query, then the body that was printed for that state, or else its rows.
 * Because every answer depends on the state in PostgreSQL, a hidden post disappears from all answers when the transaction that hides it
 * commits.
 */
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import { SHOWN_TOGETHER, type PostRow } from '../../mappings/postgres/post-row.ts';
import { inThreadOrder } from '../../mappings/thread-order.ts';
import { prepared } from '../../platform/postgres.ts';
import { etagOfBody, includesEtag } from '../shared/etag.ts';

/** A row with the columns that are shown. */
export interface ArchivedRow extends PostRow {
  readonly doc_id: string;
}

/**
 * Everything about a thread's visible rows that can change an answer. `sum` is needed besides `highest`: if two writers run, the one
 * with the lower revs may commit last, which does not change `highest`. `posts` is needed for rows that are hidden by hand, without a
 * new rev. Revs only go up, so a state never occurs again.
 */
export interface ThreadState {
  readonly posts: number;
  readonly highest: string;
  readonly sum: string;
  /** Version of `file_changes`: bans, lost files and files that come back do not change rows. */
  readonly files: string;
  /** The time of the last change of these rows or files. */
  readonly modified: Date;
}

/** Reads posts_thread (board_id, thread, num, subnum). $1 board, $2 thread. */
export const SELECT_THREAD_STATE = `
  select count(*)::int as posts, max(rev) as highest, sum(rev) as sum,
         (select version from file_changes) as files,
         greatest(max(time_modified), (select changed_at from file_changes)) as modified
  from posts
  where board_id = $1 and thread = $2 and not hidden
  having count(*) > 0`;

/** Reads posts_thread (board_id, thread, num, subnum) in its order. $1 board, $2 thread. */
const SELECT_THREAD = `
  select ${SHOWN_TOGETHER}, (select version from file_changes) as files_version,
    (select changed_at from file_changes) as files_changed_at
  from posts p
  join boards b on b.id = p.board_id
  where p.board_id = $1 and p.thread = $2 and not p.hidden
  order by p.num, p.subnum`;

/** Increase it when any API prints the same rows differently than before: copies of readers are then outdated. */
export const PRINT_VERSION = 9;

const MAX_BYTES = 64_000_000;
/** Approximate size of the key, ETag and bookkeeping of one cached body. */
const ENTRY_BYTES = 500;

/** A thread with at least one visible post. */
export interface ThreadRows {
  readonly state: ThreadState;
  /** Visible rows only, in the order of the thread. */
  readonly rows: readonly ArchivedRow[];
}

/** How one API prints a thread. */
export interface ThreadFormat {
  /** API and parameters that choose among the posts; part of the cache key. */
  readonly name: string;
  /** Everything besides the rows that the body depends on. */
  readonly version: string;
  /** null if this API does not show such a thread. */
  readonly print: (thread: ThreadRows) => string | null;
}

export interface PrintedThread {
  readonly etag: string;
  readonly modified: Date;
  /** null if the client's copy is current. */
  readonly body: Buffer | null;
}

interface CachedBody {
  readonly etag: string;
  readonly body: Buffer;
}

interface ThreadRow extends ArchivedRow {
  readonly files_version: string;
  readonly files_changed_at: Date;
}

interface StateQueries {
  readonly running: Promise<unknown>;
  /** Begins when `running` ends; null until a request waits for it. */
  next: Promise<ThreadState | null> | null;
}

/** null if the board has no such thread, or all its posts are hidden. */
export async function readThreadRows(pool: Pool, boardId: number, thread: number): Promise<ThreadRows | null> {
  const { rows } = await pool.query<ThreadRow>(prepared(SELECT_THREAD, [boardId, thread]));
  return rows.length === 0 ? null : { state: stateOf(rows), rows: inThreadOrder(rows) };
}

export class ThreadReader {
  readonly #pool: Pool;
  readonly #bodies: LRUCache<string, CachedBody>;
  /** By board and thread. */
  readonly #states = new Map<string, StateQueries>();

  constructor(pool: Pool, maxBytes: number = MAX_BYTES) {
    this.#pool = pool;
    this.#bodies = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ body }) => body.length + ENTRY_BYTES });
  }

  /**
   * null if the thread does not exist, or this format does not show it. `ifNoneMatch` is the request header. Only an answer in this
   * format has the ETag of its state, so a client that sends that ETag may get a 304.
   */
  async read(board: Board, num: number, format: ThreadFormat, ifNoneMatch?: string): Promise<PrintedThread | null> {
    const state = await this.#readState(board.id, num);
    if (state === null) return null;
    const { modified } = state;
    const etag = etagOf(board, num, format, state);
    if (includesEtag(ifNoneMatch, etag)) return { etag, modified, body: null };
    const key = `${board.id}/${num} ${format.name}`;
    const cached = this.#bodies.get(key);
    return cached?.etag === etag ? { ...cached, modified } : this.#print(key, board, num, format);
  }

  /**
   * Requests that arrive while a query for the same thread runs share the next query, not the running one: that one may have begun
   * before a change that these requests must see. Without sharing, each 304 would cost a query.
   */
  async #readState(boardId: number, thread: number): Promise<ThreadState | null> {
    const key = `${boardId}/${thread}`;
    const queries = this.#states.get(key);
    if (queries === undefined) return this.#startQuery(key, boardId, thread);
    queries.next ??= queries.running.then(
      async () => this.#startQuery(key, boardId, thread),
      async () => this.#startQuery(key, boardId, thread),
    );
    return queries.next;
  }

  async #startQuery(key: string, boardId: number, thread: number): Promise<ThreadState | null> {
    const running = this.#pool.query<ThreadState>(prepared(SELECT_THREAD_STATE, [boardId, thread]));
    const queries: StateQueries = { running, next: null };
    this.#states.set(key, queries);
    try {
      return (await running).rows[0] ?? null;
    } finally {
      if (queries.next === null) this.#states.delete(key);
    }
  }

  /** The ETag belongs to the printed rows, not to the state that was read before: rows may have changed in between. */
  async #print(key: string, board: Board, num: number, format: ThreadFormat): Promise<PrintedThread | null> {
    const thread = await readThreadRows(this.#pool, board.id, num);
    const text = thread === null ? null : format.print(thread);
    if (thread === null || text === null) return null;
    const printed = { etag: etagOf(board, num, format, thread.state), body: Buffer.from(text) };
    this.#bodies.set(key, printed);
    return { ...printed, modified: thread.state.modified };
  }
}

/** The same as SELECT_THREAD_STATE. */
function stateOf(rows: readonly ThreadRow[]): ThreadState {
  let [highest, sum] = [0n, 0n];
  let modified = rows[0]?.files_changed_at.getTime() ?? 0;
  const files = rows[0]?.files_version ?? '0';
  for (const row of rows) {
    const rev = BigInt(row.rev);
    if (rev > highest) highest = rev;
    sum += rev;
    modified = Math.max(modified, row.time_modified.getTime());
  }
  return {
    posts: rows.length,
    highest: String(highest),
    sum: String(sum),
    files,
    modified: new Date(modified),
  };
}

function etagOf(board: Board, num: number, { name, version }: ThreadFormat, state: ThreadState): string {
  const { posts, highest, sum, files } = state;
  const facts = [PRINT_VERSION, name, version, board.name, num, posts, highest, sum, files];
  return etagOfBody(JSON.stringify(facts));
}
