/** Rows of threads as they were read last, so that of a thread that changed only the changed posts are read again. */
import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import { prepared } from '../../platform/postgres.ts';
import {
  SELECT_THREAD,
  SELECT_THREAD_POSTS,
  SELECT_THREAD_REVS,
  SELECT_THREAD_SINCE,
  type ArchivedRow,
  type RevRow,
  type SinceRow,
  type ThreadState,
} from './sql.ts';
import { stateOfRows, type ThreadStates } from './states.ts';

export interface ThreadRowsOptions {
  readonly pool: Pool;
  readonly states: ThreadStates;
  /** Bytes of all that is kept, about. */
  readonly maxKept?: number;
}

export interface ReadThread {
  /** Of all its rows, and of these very ones. */
  readonly state: ThreadState;
  /** Those that may be shown, in their order. One that did not change is the same object as before. */
  readonly rows: readonly ArchivedRow[];
}

interface Look extends ReadThread {
  /** What tells of the others that they are there. */
  readonly hidden: readonly RevRow[];
}

interface Kept extends Look {
  readonly name: string;
  readonly bytes: number;
}

const MAX_KEPT = 64_000_000;
/** A row's values, and what is printed of it beside its texts. */
const ROW_BYTES = 4_000;
/** A comment is kept as it came, and printed in three forms. */
const TIMES_KEPT = 5;

export class ThreadRows {
  readonly #pool: Pool;
  readonly #states: ThreadStates;
  readonly #maxKept: number;
  /** Least recently read first. A post that is hidden leaves with the next look, ahead of which nothing is shown. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor({ pool, states, maxKept = MAX_KEPT }: ThreadRowsOptions) {
    this.#pool = pool;
    this.#states = states;
    this.#maxKept = maxKept;
  }

  async read({ id, name }: Board, thread: number): Promise<ReadThread> {
    const key = `${id}/${thread}`;
    const found = this.#kept.get(key);
    // A row holds its board's name.
    const kept = found?.name === name ? found : null;
    const ask = async () => {
      if (kept === null) return this.#readAll(id, thread);
      return (await this.#readSince(id, thread, kept)) ?? this.#readChanged(id, thread, kept);
    };
    const read = await this.#states.learn(id, thread, ask, ({ state }) => state);
    this.#keep(key, name, read);
    return read;
  }

  async #readAll(boardId: number, thread: number): Promise<Look> {
    const { rows } = await this.#pool.query<ArchivedRow>(prepared(SELECT_THREAD, [boardId, thread]));
    return {
      state: stateOfRows(rows),
      rows: rows.filter(({ hidden }) => !hidden),
      hidden: rows.filter(({ hidden }) => hidden).map(revRowOf),
    };
  }

  /** Most changes are rows with higher revs than all before. null where that does not account for what there is now. */
  async #readSince(boardId: number, thread: number, kept: Look): Promise<Look | null> {
    const { rows: found } = await this.#pool.query<SinceRow>(
      prepared(SELECT_THREAD_SINCE, [boardId, thread, kept.state.highest]),
    );
    const changed = new Map(
      found.flatMap((row) => (row.num === null ? [] : [[keyOf(row), archivedRowOf(row)] as const])),
    );
    const fresh = [...changed.values()];
    const stays = (row: RevRow) => !changed.has(keyOf(row));
    const rows = [...kept.rows.filter(stays), ...fresh.filter(({ hidden }) => !hidden)].sort(inOrder);
    const hidden = [...kept.hidden.filter(stays), ...fresh.filter((row) => row.hidden).map(revRowOf)];
    const state = stateOfRows([...rows, ...hidden]);
    return isState(state, found[0]) ? { state, rows, hidden } : null;
  }

  async #readChanged(boardId: number, thread: number, look: Look): Promise<Look> {
    const kept = new Map(look.rows.map((row) => [keyOf(row), row]));
    const { rows: all } = await this.#pool.query<RevRow>(prepared(SELECT_THREAD_REVS, [boardId, thread]));
    const asIs = (row: RevRow) => {
      const before = kept.get(keyOf(row));
      return before?.rev === row.rev ? before : null;
    };
    const changed = all.filter((row) => !row.hidden && asIs(row) === null);
    const fresh = await this.#readPosts(boardId, thread, changed);
    // Of what changed again between the two looks, the later is told; what was hidden then is left out.
    const now: RevRow[] = [];
    const rows: ArchivedRow[] = [];
    for (const row of all) {
      const post = row.hidden ? null : (asIs(row) ?? fresh.get(keyOf(row)) ?? null);
      if (row.hidden || post !== null) now.push(post ?? row);
      if (post !== null) rows.push(post);
    }
    return { state: stateOfRows(now), rows, hidden: now.filter(({ hidden }) => hidden).map(revRowOf) };
  }

  async #readPosts(
    boardId: number,
    thread: number,
    wanted: readonly RevRow[],
  ): Promise<ReadonlyMap<string, ArchivedRow>> {
    if (wanted.length === 0) return new Map();
    const { rows } = await this.#pool.query<ArchivedRow>(
      prepared(SELECT_THREAD_POSTS, [
        boardId,
        thread,
        wanted.map(({ num }) => num),
        wanted.map(({ subnum }) => subnum),
      ]),
    );
    return new Map(rows.map((row) => [keyOf(row), row]));
  }

  #keep(key: string, name: string, look: Look): void {
    const { rows } = look;
    this.#drop(key);
    const bytes = rows.reduce((sum, row) => sum + ROW_BYTES + TIMES_KEPT * (row.comment?.length ?? 0), 0);
    if (rows.length === 0 || bytes > this.#maxKept) return;
    this.#kept.set(key, { ...look, name, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxKept) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }
}

function archivedRowOf(row: SinceRow & ArchivedRow): ArchivedRow {
  const { thread_posts: _p, thread_hidden: _h, thread_highest: _r, thread_sum: _s, thread_modified: _m, ...post } = row;
  return post;
}

function revRowOf({ num, subnum, rev, hidden, time_modified }: RevRow): RevRow {
  return { num, subnum, rev, hidden, time_modified };
}

function inOrder(one: RevRow, other: RevRow): number {
  return Number(one.num) - Number(other.num) || one.subnum - other.subnum;
}

function isState(state: ThreadState, row: SinceRow | undefined): boolean {
  return (
    row !== undefined &&
    state.posts === row.thread_posts &&
    state.hidden === row.thread_hidden &&
    state.highest === row.thread_highest &&
    state.sum === row.thread_sum &&
    state.modified?.getTime() === row.thread_modified?.getTime()
  );
}

function keyOf({ num, subnum }: Pick<RevRow, 'num' | 'subnum'>): string {
  return subnum === 0 ? num : `${num}_${subnum}`;
}
