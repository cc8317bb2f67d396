import type pg from 'pg';
import type { PostState } from '../../mappings/checksum.ts';
import type { Post } from '../../mappings/post.ts';
import { toPost, type PostRow } from '../../mappings/postgres/post-row.ts';
import { LOCK_THREAD } from '../../mappings/postgres/thread-mark.ts';
import { DIRTY_CHANNEL } from '../../mappings/queues.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { Outage } from '../runtime/outage.ts';
import { toPostOfRecord, type PostRecordRow } from '../post-of-record.ts';
import { fromPostgres } from '../runtime/store-errors.ts';
import type { IndexPlace, PlaceOfPost } from './judge.ts';
import type { RangeSums } from './ranges.ts';
import * as sql from './sql.ts';

export interface SetMember {
  readonly name: string;
  readonly slice: number;
  readonly state: 'building' | 'live' | 'standby';
  readonly mappingVersion: number;
  readonly verifiedUuid: string | null;
  readonly verifiedSeqNo: number | null;
}

export interface RowRev extends PlaceOfPost {
  readonly rev: number;
  readonly state: PostState;
}

/** What the database says of one document's row in one moment. */
export interface Standing extends PlaceOfPost {
  /** null where there is no row. */
  readonly rev: number | null;
  /** A mark says that Elasticsearch may not have this row as it is. */
  readonly isMarked: boolean;
}

export interface StandingRow extends Standing {
  readonly post: Post | null;
  readonly isQuarantined: boolean;
}

/** A thread whose rows were given new revs, up to this one. */
export interface Mended {
  readonly thread: number;
  readonly rev: number;
}

/** Rows as a verification reads them. Every call throws UnavailableError when PostgreSQL is away. */
export class PostgresRows {
  readonly #pool: pg.Pool;
  readonly #outage: Outage;

  constructor(pool: pg.Pool, outage: Outage) {
    this.#pool = pool;
    this.#outage = outage;
  }

  async set(boardId: number): Promise<readonly SetMember[]> {
    return this.#call(() => readSet(this.#pool, boardId));
  }

  async epoch(): Promise<number> {
    const [row] = await this.#query<{ epoch: string }>(sql.READ_EPOCH, []);
    return Number(row?.epoch);
  }

  /** The last rev that anybody has drawn; 0 when nobody has. */
  async newestRev(): Promise<number> {
    const [row] = await this.#query<{ rev: string | null }>(sql.READ_NEWEST_REV, []);
    return Number(row?.rev ?? 0);
  }

  /** The first and the last num of the rows from `from` up to, not including, `to`. */
  async bounds(boardId: number, from: number, to: number): Promise<readonly [number, number] | null> {
    const [row] = await this.#query<{ first: string | null; last: string | null }>(sql.READ_BOUNDS, [
      boardId,
      from,
      to,
    ]);
    return row?.first == null || row.last == null ? null : [Number(row.first), Number(row.last)];
  }

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

  async rows(boardId: number, places: readonly PlaceOfPost[]): Promise<readonly Post[]> {
    if (places.length === 0) return [];
    const rows = await this.#query<PostRecordRow>(sql.READ_ROWS, [boardId, ...columnsOf(places)]);
    return rows.map(toPostOfRecord);
  }

  /** The rows from `from` up to, not including, `to`; null where there are more than `most`. */
  async between(boardId: number, from: number, to: number, most: number): Promise<readonly Post[] | null> {
    const rows = await this.#query<PostRecordRow>(sql.READ_ROWS_BETWEEN, [boardId, from, to, most + 1]);
    return rows.length > most ? null : rows.map(toPostOfRecord);
  }

  /** null when the index is in the set no more. In the order of `places`. */
  async standing(index: IndexPlace, places: readonly PlaceOfPost[]): Promise<readonly Standing[] | null> {
    if (places.length === 0) return (await this.#isInSet(index)) ? [] : null;
    const rows = await this.#query<{
      num: string;
      subnum: number;
      rev: string | null;
      min_rev: string | null;
      index_state: string | null;
    }>(sql.READ_STANDING, [index.boardId, index.name, ...columnsOf(places)]);
    if (!isMember(rows[0]?.index_state)) return null;
    return rows.map((row) => ({
      num: Number(row.num),
      subnum: row.subnum,
      rev: row.rev === null ? null : Number(row.rev),
      isMarked: speaksOf(row.min_rev, row.rev),
    }));
  }

  /** The same, with the rows as they are in that moment. */
  async standingRows(
    index: IndexPlace,
    places: readonly PlaceOfPost[],
  ): Promise<{ readonly epoch: number; readonly standing: readonly StandingRow[] } | null> {
    if (places.length === 0) return (await this.#isInSet(index)) ? { epoch: await this.epoch(), standing: [] } : null;
    const rows = await this.#query<
      Omit<PostRow, 'rev'> & {
        rev: string | null;
        wanted_num: string;
        wanted_subnum: number;
        min_rev: string | null;
        quarantined_rev: string | null;
        index_state: string | null;
        epoch: string;
      }
    >(sql.READ_STANDING_ROWS, [index.boardId, index.name, ...columnsOf(places)]);
    const [first] = rows;
    if (first === undefined || !isMember(first.index_state)) return null;
    return {
      epoch: Number(first.epoch),
      standing: rows.map((row) => ({
        num: Number(row.wanted_num),
        subnum: row.wanted_subnum,
        rev: row.rev === null ? null : Number(row.rev),
        isMarked: speaksOf(row.min_rev, row.rev),
        post: row.rev === null ? null : toPost({ ...row, rev: row.rev }),
        isQuarantined: row.rev !== null && row.quarantined_rev === row.rev,
      })),
    };
  }

  /** Gives these rows new revs and their threads marks, thread by thread, as any writer does. */
  async renew(boardId: number, posts: readonly Pick<Post, 'thread' | 'num' | 'subnum'>[]): Promise<readonly Mended[]> {
    const mended: Mended[] = [];
    for (const [thread, places] of Map.groupBy(posts, (post) => post.thread)) {
      const rev = await this.#call(() =>
        inTransaction(this.#pool, async (client) => {
          await client.query(LOCK_THREAD, [boardId, thread]);
          const { rows } = await client.query<{ min_rev: string | null; max_rev: string | null }>(sql.GIVE_NEW_REVS, [
            boardId,
            ...columnsOf(places),
          ]);
          const [revs] = rows;
          if (revs?.min_rev == null) return null;
          await client.query(sql.MARK_THREAD, [boardId, thread, revs.min_rev]);
          await client.query(sql.NOTIFY, [DIRTY_CHANNEL]);
          return Number(revs.max_rev);
        }),
      );
      if (rev !== null) mended.push({ thread, rev });
    }
    return mended;
  }

  async countWaiting(boardId: number, mended: readonly Mended[]): Promise<number> {
    const [row] = await this.#query<{ waiting: string }>(sql.COUNT_WAITING, [
      boardId,
      mended.map(({ thread }) => thread),
      mended.map(({ rev }) => rev),
    ]);
    return Number(row?.waiting ?? 0);
  }

  /** Marks of the board up to this gen; null for all that there are now. */
  async countMarks(boardId: number, upTo: string | null): Promise<{ readonly waiting: number; readonly last: string }> {
    const [row] = await this.#query<{ waiting: string; last_gen: string }>(sql.COUNT_MARKS, [boardId, upTo]);
    return { waiting: Number(row?.waiting ?? 0), last: row?.last_gen ?? '0' };
  }

  async noteVerified(index: string, uuid: string, seqNo: number): Promise<void> {
    await this.#query(sql.NOTE_VERIFIED, [index, uuid, seqNo]);
  }

  /** While `work` runs nobody changes the board's set. Answers null for a board that has none. */
  async holdSet<T>(
    boardId: number,
    work: (members: readonly SetMember[], boards: ReadonlySet<string>) => Promise<T>,
  ): Promise<T | null> {
    return this.#call(() =>
      inTransaction(this.#pool, async (client) => {
        const { rowCount } = await client.query(sql.HOLD_SET, [boardId]);
        if (rowCount === 0) return null;
        // In a statement of its own: one that waited for the lock would see the set of before.
        const members = await readSet(client, boardId);
        const { rows } = await client.query<{ name: string }>(sql.READ_BOARD_NAMES);
        return work(members, new Set(rows.map(({ name }) => name)));
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
    return this.#outage.watch(() => fromPostgres(call));
  }
}

async function readSet(client: pg.Pool | pg.PoolClient, boardId: number): Promise<readonly SetMember[]> {
  const { rows } = await client.query<{
    name: string;
    slice: string;
    state: SetMember['state'];
    mapping_version: number;
    verified_uuid: string | null;
    verified_seq_no: string | null;
  }>(sql.READ_SET, [boardId]);
  return rows.map((row) => ({
    name: row.name,
    slice: Number(row.slice),
    state: row.state,
    mappingVersion: row.mapping_version,
    verifiedUuid: row.verified_uuid,
    verifiedSeqNo: row.verified_seq_no === null ? null : Number(row.verified_seq_no),
  }));
}

/**
 * Does the mark speak of this row? Every row below a mark's min_rev is in every index of the set: a mark moves up, and
 * goes, only after that.
 */
function speaksOf(minRev: string | null, rev: string | null): boolean {
  return minRev !== null && rev !== null && Number(rev) >= Number(minRev);
}

function isMember(state: string | null | undefined): boolean {
  return state === 'live' || state === 'standby' || state === 'building';
}

function columnsOf(places: readonly PlaceOfPost[]): [number[], number[]] {
  return [places.map(({ num }) => num), places.map(({ subnum }) => subnum)];
}
