import type pg from 'pg';
import type { PostState } from '../../mappings/checksum.ts';
import { toPost, type PostRow } from '../../mappings/postgres/post-row.ts';
import { reindexPosts } from '../../store/change-posts.ts';
import { lockThread } from '../../store/post-lock.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { StoreMonitor } from '../runtime/store-monitor.ts';
import { toPostOfRecord, type PostRecordRow } from '../../mappings/postgres/post-record.ts';
import { fromPostgres } from '../runtime/store-errors.ts';
import type { IndexPlace, PlaceOfPost } from './classify.ts';
import { withAddedValues, type AddedRow } from '../document-values.ts';
import type { RangeSums } from './verification.ts';
import { LOCK_SHARED } from '../index-set/sql.ts';
import * as sql from './sql.ts';
import { numbersOf, type Post } from '../../mappings/post.ts';

export interface SetMember {
  readonly name: string;
  readonly slice: number;
  readonly state: 'building' | 'live' | 'standby';
  readonly mappingVersion: number;
  readonly hasDocuments: boolean;
  readonly isShared: boolean;
  readonly verifiedUuid: string | null;
  readonly verifiedSeqNo: number | null;
}

/** The names of the boards that are live in each shared index, by the index's name. */
export type LiveShared = ReadonlyMap<string, readonly string[]>;

export interface RowRev extends PlaceOfPost {
  readonly rev: number;
  readonly state: PostState;
}

/** The state of one document's row at one moment. */
export interface RowState extends PlaceOfPost {
  /** null when there is no row. */
  readonly rev: number | null;
  /** Elasticsearch may not have the current state of this row yet. */
  readonly isDirty: boolean;
}

export interface FullRowState extends RowState {
  readonly post: Post | null;
  readonly isQuarantined: boolean;
}

/** A thread whose rows got new revs; `rev` is the highest of them. */
export interface RenewedThread {
  readonly thread: number;
  readonly rev: number;
}

/** Reads rows for a verification. Every call throws UnavailableError when PostgreSQL is unavailable. */
export class PostgresRows {
  readonly #pool: pg.Pool;
  readonly #monitor: StoreMonitor;

  constructor(pool: pg.Pool, monitor: StoreMonitor) {
    this.#pool = pool;
    this.#monitor = monitor;
  }

  async set(boardId: number): Promise<readonly SetMember[]> {
    return this.#call(() => readSet(this.#pool, boardId));
  }

  async epoch(): Promise<number> {
    const [row] = await this.#query<{ epoch: string }>(sql.READ_EPOCH, []);
    return Number(row?.epoch);
  }

  /** The highest rev that was drawn; 0 if none was. */
  async newestRev(): Promise<number> {
    const [row] = await this.#query<{ rev: string | null }>(sql.READ_NEWEST_REV, []);
    return Number(row?.rev ?? 0);
  }

  /** The lowest and highest num of the rows from `from` up to, but excluding, `to`; null without rows. */
  async bounds(boardId: number, from: number, to: number): Promise<readonly [number, number] | null> {
    const [row] = await this.#query<{ first: string | null; last: string | null }>(sql.READ_BOUNDS, [
      boardId,
      from,
      to,
    ]);
    return row?.first == null || row.last == null ? null : [Number(row.first), Number(row.last)];
  }

  /** Sums by range number, of the rows with nums from `from` up to, but excluding, `to`. */
  async sums(boardId: number, from: number, to: number): Promise<ReadonlyMap<number, RangeSums>> {
    const rows = await this.#query<{ range: string; documents: string; h1: string; h2: string }>(sql.READ_SUMS, [
      boardId,
      from,
      to,
    ]);
    return new Map(
      rows.map((row) => [
        Number(row.range),
        { documents: Number(row.documents), h1: Number(row.h1), h2: Number(row.h2) },
      ]),
    );
  }

  /** Revs and states of the rows with nums from `from` up to, but excluding, `to`. */
  async revs(boardId: number, from: number, to: number): Promise<readonly RowRev[]> {
    const rows = await this.#query<{ num: string; subnum: number; rev: string; hidden: boolean; purged: boolean }>(
      sql.READ_REVS,
      [boardId, from, to],
    );
    return rows.map((row) => ({
      num: Number(row.num),
      subnum: row.subnum,
      rev: Number(row.rev),
      state: row.purged ? 'purged' : row.hidden ? 'hidden' : 'visible',
    }));
  }

  /** Reads rows by key. Rows that do not exist are left out. */
  async rows(boardId: number, places: readonly PlaceOfPost[]): Promise<readonly Post[]> {
    if (places.length === 0) return [];
    const rows = await this.#query<PostRecordRow & AddedRow>(sql.READ_ROWS, [boardId, ...numbersOf(places)]);
    return rows.map((row) => withAddedValues(toPostOfRecord(row), row));
  }

  /** Reads the rows with nums from `from` up to, but excluding, `to`; null when there are more than `limit`. */
  async between(boardId: number, from: number, to: number, limit: number): Promise<readonly Post[] | null> {
    const rows = await this.#query<PostRecordRow & AddedRow>(sql.READ_ROWS_BETWEEN, [boardId, from, to, limit + 1]);
    return rows.length > limit ? null : rows.map((row) => withAddedValues(toPostOfRecord(row), row));
  }

  /** Reads row states, in the order of `places`; null when the index has left the set. */
  async rowStates(index: IndexPlace, places: readonly PlaceOfPost[]): Promise<readonly RowState[] | null> {
    if (places.length === 0) return (await this.#isInSet(index)) ? [] : null;
    const rows = await this.#query<{
      num: string;
      subnum: number;
      rev: string | null;
      min_rev: string | null;
      index_state: string | null;
    }>(sql.READ_ROW_STATES, [index.boardId, index.name, ...numbersOf(places)]);
    if (!isMember(rows[0]?.index_state)) return null;
    return rows.map((row) => ({
      num: Number(row.num),
      subnum: row.subnum,
      rev: row.rev === null ? null : Number(row.rev),
      isDirty: coversRev(row.min_rev, row.rev),
    }));
  }

  /** Reads row states with the rows and the epoch of the same moment; null when the index has left the set. */
  async fullRowStates(
    index: IndexPlace,
    places: readonly PlaceOfPost[],
  ): Promise<{ readonly epoch: number; readonly rows: readonly FullRowState[] } | null> {
    if (places.length === 0) return (await this.#isInSet(index)) ? { epoch: await this.epoch(), rows: [] } : null;
    const rows = await this.#query<
      Omit<PostRow, 'rev'> &
        AddedRow & {
          rev: string | null;
          wanted_num: string;
          wanted_subnum: number;
          min_rev: string | null;
          quarantined_rev: string | null;
          index_state: string | null;
          epoch: string;
        }
    >(sql.READ_ROW_STATES_IN_FULL, [index.boardId, index.name, ...numbersOf(places)]);
    const [first] = rows;
    if (first === undefined || !isMember(first.index_state)) return null;
    return {
      epoch: Number(first.epoch),
      rows: rows.map((row) => ({
        num: Number(row.wanted_num),
        subnum: row.wanted_subnum,
        rev: row.rev === null ? null : Number(row.rev),
        isDirty: coversRev(row.min_rev, row.rev),
        post: row.rev === null ? null : withAddedValues(toPost({ ...row, rev: row.rev }), row),
        isQuarantined: row.rev !== null && row.quarantined_rev === row.rev,
      })),
    };
  }

  /** Gives these rows new revs and makes their threads dirty, thread by thread, as every writer does. */
  async renew(
    boardId: number,
    posts: readonly Pick<Post, 'thread' | 'num' | 'subnum'>[],
  ): Promise<readonly RenewedThread[]> {
    const renewed: RenewedThread[] = [];
    for (const [thread, places] of Map.groupBy(posts, (post) => post.thread)) {
      const rev = await this.#call(() =>
        inTransaction(this.#pool, async (client) => reindexPosts(await lockThread(client, boardId, thread), places)),
      );
      if (rev !== null) renewed.push({ thread, rev });
    }
    return renewed;
  }

  /** Counts the renewed threads whose new revs are not indexed yet. */
  async countWaiting(boardId: number, renewed: readonly RenewedThread[]): Promise<number> {
    const [row] = await this.#query<{ waiting: string }>(sql.COUNT_WAITING, [
      boardId,
      renewed.map(({ thread }) => thread),
      renewed.map(({ rev }) => rev),
    ]);
    return Number(row?.waiting ?? 0);
  }

  /** Counts the board's dirty threads that no rebuild covers, up to this gen or all of them for null. `last` is the highest gen among them. */
  async countDirty(boardId: number, upTo: string | null): Promise<{ readonly waiting: number; readonly last: string }> {
    const [row] = await this.#query<{ waiting: string; last_gen: string }>(sql.COUNT_DIRTY, [boardId, upTo]);
    return { waiting: Number(row?.waiting ?? 0), last: row?.last_gen ?? '0' };
  }

  /** Records that every document up to this sequence number was compared in full. */
  async recordVerified({ name, boardId }: IndexPlace, uuid: string, seqNo: number): Promise<void> {
    await this.#query(sql.RECORD_VERIFIED, [name, boardId, uuid, seqNo]);
  }

  /** Runs `work` with the board's set and all shared indices locked. Returns null for a board without a set. */
  async holdSet<T>(
    boardId: number,
    work: (members: readonly SetMember[], boards: ReadonlySet<string>, liveShared: LiveShared) => Promise<T>,
  ): Promise<T | null> {
    return this.#call(() =>
      inTransaction(this.#pool, async (client) => {
        const { rowCount } = await client.query(sql.LOCK_SET, [boardId]);
        if (rowCount === 0) return null;
        // Read by a statement of its own: a statement that waits for the lock sees the previous state of the set.
        const members = await readSet(client, boardId);
        const { rows } = await client.query<{ name: string }>(sql.READ_BOARD_NAMES);
        await client.query(LOCK_SHARED);
        const { rows: shared } = await client.query<{ name: string; boards: string[] }>(sql.READ_LIVE_SHARED);
        const liveShared = new Map(shared.map(({ name: index, boards }) => [index, boards]));
        return work(members, new Set(rows.map(({ name }) => name)), liveShared);
      }),
    );
  }

  async #isInSet(index: IndexPlace): Promise<boolean> {
    const [row] = await this.#query<{ state: string }>(sql.READ_INDEX_STATE, [index.name, index.boardId]);
    return isMember(row?.state);
  }

  async #query<T extends pg.QueryResultRow>(statement: string, values: readonly unknown[]): Promise<readonly T[]> {
    const { rows } = await this.#call(() => this.#pool.query<T>(statement, [...values]));
    return rows;
  }

  async #call<T>(call: () => Promise<T>): Promise<T> {
    return this.#monitor.track(() => fromPostgres(call));
  }
}

async function readSet(client: pg.Pool | pg.PoolClient, boardId: number): Promise<readonly SetMember[]> {
  const { rows } = await client.query<{
    name: string;
    slice: string;
    state: SetMember['state'];
    mapping_version: number;
    has_documents: boolean;
    is_shared: boolean;
    verified_uuid: string | null;
    verified_seq_no: string | null;
  }>(sql.READ_SET, [boardId]);
  return rows.map((row) => ({
    name: row.name,
    slice: Number(row.slice),
    state: row.state,
    mappingVersion: row.mapping_version,
    hasDocuments: row.has_documents,
    isShared: row.is_shared,
    verifiedUuid: row.verified_uuid,
    verifiedSeqNo: row.verified_seq_no === null ? null : Number(row.verified_seq_no),
  }));
}

/**
 * Returns whether a dirty row covers this rev. Every index of the set has the posts below `min_rev`, because a dirty row is raised or
 * deleted only after they were written.
 */
function coversRev(minRev: string | null, rev: string | null): boolean {
  return minRev !== null && rev !== null && Number(rev) >= Number(minRev);
}

function isMember(state: string | null | undefined): boolean {
  return state === 'live' || state === 'standby' || state === 'building';
}
