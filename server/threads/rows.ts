/** Rows of threads as they were read last, so that of a thread that changed only the changed posts are read again. */
import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import { eachRow } from '../../platform/each-row.ts';
import { prepared } from '../../platform/postgres.ts';
import { rowOfRecord } from './row-of-record.ts';
import { SELECT_THREAD, SELECT_THREAD_SINCE, type ArchivedRow, type RevRow, type ThreadState } from './sql.ts';
import { knownAs, stateOfRows, type ThreadStates } from './states.ts';

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

  /** `onFresh` is told of rows that changed as soon as they are there, while others are still on their way. */
  async read({ id, name }: Board, thread: number, onFresh?: (row: ArchivedRow) => void): Promise<ReadThread> {
    const key = `${id}/${thread}`;
    const found = this.#kept.get(key);
    // A row holds its board's name.
    const kept = found?.name === name ? found : null;
    const ask = async () =>
      (kept === null ? null : await this.#readSince(id, thread, kept, onFresh)) ?? this.#readAll(id, thread, kept);
    const read = await this.#states.learn(id, thread, ask, ({ state }) => state);
    this.#keep(key, name, read);
    return read;
  }

  /** Those that are as they were stay the same objects. */
  async #readAll(boardId: number, thread: number, kept: Look | null): Promise<Look> {
    const { rows: all } = await this.#pool.query<ArchivedRow>(prepared(SELECT_THREAD, [boardId, thread]));
    const before = new Map(kept?.rows.map((row) => [keyOf(row), row]));
    const asIs = (row: ArchivedRow) => {
      const was = before.get(keyOf(row));
      return was?.rev === row.rev ? was : row;
    };
    return {
      state: stateOfRows(all),
      rows: all.filter(({ hidden }) => !hidden).map(asIs),
      hidden: all.filter(({ hidden }) => hidden).map(revRowOf),
    };
  }

  /** Most changes are rows with higher revs than all before. null where that does not account for what there is now. */
  async #readSince(
    boardId: number,
    thread: number,
    kept: Kept,
    onFresh?: (row: ArchivedRow) => void,
  ): Promise<Look | null> {
    const fresh: ArchivedRow[] = [];
    let toldState: unknown = null;
    const statement = prepared(SELECT_THREAD_SINCE, [boardId, thread, kept.state.highest]);
    await eachRow(this.#pool, statement, ([state, record, comment]) => {
      toldState = state;
      if (typeof record !== 'string') return;
      const row = rowOfRecord(kept.name, record, comment as string | null);
      fresh.push(row);
      if (!row.hidden) onFresh?.(row);
    });
    const changed = new Set(fresh.map(keyOf));
    const stays = (row: RevRow) => !changed.has(keyOf(row));
    const rows = [...kept.rows.filter(stays), ...fresh.filter(({ hidden }) => !hidden)].sort(inOrder);
    const hidden = [...kept.hidden.filter(stays), ...fresh.filter((row) => row.hidden).map(revRowOf)];
    const state = stateOfRows([...rows, ...hidden]);
    return knownAs(state) === toldState ? { state, rows, hidden } : null;
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

function revRowOf({ num, subnum, rev, hidden, time_modified }: RevRow): RevRow {
  return { num, subnum, rev, hidden, time_modified };
}

function inOrder(one: RevRow, other: RevRow): number {
  return Number(one.num) - Number(other.num) || one.subnum - other.subnum;
}

function keyOf({ num, subnum }: Pick<RevRow, 'num' | 'subnum'>): string {
  return subnum === 0 ? num : `${num}_${subnum}`;
}
