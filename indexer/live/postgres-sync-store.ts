import type pg from 'pg';
import type { Post } from '../../mappings/post.ts';
import { toPost, type PostRow } from '../../mappings/postgres/post-row.ts';
import { indexThreadKey, type IndexThreadJob } from '../../mappings/queues.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { Outage } from '../runtime/outage.ts';
import { fromPostgres } from '../runtime/store-errors.ts';
import type {
  Clearance,
  DirtyQueue,
  DirtyThread,
  IndexSet,
  QuarantinedDocument,
  SetIndex,
  SetState,
  Settlement,
  SettlementStore,
  Snapshot,
  SnapshotStore,
} from './ports.ts';
import * as sql from './sql.ts';

export interface BoardStanding {
  readonly board: string;
  readonly dirty: number;
  readonly lagSeconds: number;
  /** null before the first verification. */
  readonly drift: number | null;
  readonly verifiedAgeSeconds: number;
}

export interface Backlog {
  readonly boards: readonly BoardStanding[];
  readonly oldestSeconds: number;
  readonly quarantined: number;
}

/** The sync protocol's side in PostgreSQL. Every call throws UnavailableError when PostgreSQL is away. */
export class PostgresSyncStore implements DirtyQueue, SnapshotStore, SettlementStore {
  readonly #pool: pg.Pool;
  readonly #outage: Outage;

  constructor(pool: pg.Pool, outage: Outage) {
    this.#pool = pool;
    this.#outage = outage;
  }

  async claim(limit: number, leaseMs: number): Promise<readonly IndexThreadJob[]> {
    const { rows } = await this.#call(() =>
      this.#pool.query<{ board_id: number; thread: string; gen: string }>(sql.CLAIM_DIRTY, [limit, leaseMs / 1000]),
    );
    return rows
      .sort((a, b) => Number(a.gen) - Number(b.gen))
      .map((row) => ({ boardId: row.board_id, thread: Number(row.thread) }));
  }

  async read(threads: readonly IndexThreadJob[], maxPosts: number): Promise<Snapshot> {
    return this.#call(() =>
      inTransaction(this.#pool, (client) => readSnapshot(client, threads, maxPosts), 'repeatable read'),
    );
  }

  async settle(settlement: Settlement): Promise<ReadonlySet<string>> {
    const { quarantine, release, clear } = settlement;
    if (quarantine.length === 0 && release.length === 0) {
      return clear.length === 0 ? new Set() : this.#call(() => clearMarks(this.#pool, clear));
    }
    return this.#call(() =>
      inTransaction(this.#pool, async (client) => {
        await recordQuarantine(client, settlement);
        return clearMarks(client, clear);
      }),
    );
  }

  /** For metrics. */
  async backlog(): Promise<Backlog> {
    const { rows } = await this.#call(() =>
      this.#pool.query<{ oldest_seconds: string; quarantined: string }>(sql.READ_BACKLOG),
    );
    const { rows: boards } = await this.#call(() =>
      this.#pool.query<{
        board: string;
        dirty: string;
        lag_seconds: string;
        drift: string | null;
        verified_age_seconds: string;
      }>(sql.READ_BOARD_STANDINGS),
    );
    return {
      boards: boards.map((row) => ({
        board: row.board,
        dirty: Number(row.dirty),
        lagSeconds: Number(row.lag_seconds),
        drift: row.drift === null ? null : Number(row.drift),
        verifiedAgeSeconds: Number(row.verified_age_seconds),
      })),
      oldestSeconds: Number(rows[0]?.oldest_seconds ?? 0),
      quarantined: Number(rows[0]?.quarantined ?? 0),
    };
  }

  async #call<T>(call: () => Promise<T>): Promise<T> {
    return this.#outage.watch(() => fromPostgres(call));
  }
}

interface MarkRow {
  readonly board_id: number;
  readonly thread: string;
  readonly gen: string;
  readonly min_rev: string;
  readonly slice_size: string;
  readonly epoch: string;
}

async function readSnapshot(
  client: pg.PoolClient,
  wanted: readonly IndexThreadJob[],
  maxPosts: number,
): Promise<Snapshot> {
  const { rows } = await client.query<MarkRow>(sql.READ_MARKS, keysOf(wanted));
  const marksOf = Map.groupBy(rows, (mark) => mark.board_id);
  // Board by board, as their posts are read.
  const marks = [...marksOf.values()].flat();
  if (marks.length === 0) return { epoch: 0, sets: new Map(), threads: [] };
  const boards = marks.map((mark) => mark.board_id);
  const threads = marks.map((mark) => mark.thread);
  const sets = await readSets(client, boards);
  const postsOf = new Map<string, readonly PostRow[]>();
  let count = 0;
  let last = '';
  for (const [boardId, some] of marksOf) {
    if (count >= maxPosts) break;
    const { rows: posts } = await client.query<PostRow>(sql.READ_POSTS, [
      boardId,
      some.map((mark) => mark.thread),
      some.map((mark) => mark.min_rev),
      maxPosts - count,
    ]);
    for (const [thread, ofThread] of Map.groupBy(posts, (row) => row.thread)) {
      last = `${boardId}-${thread}`;
      postsOf.set(last, ofThread);
    }
    count += posts.length;
  }
  const quarantinedOf = await readQuarantined(client, boards, threads);
  // The last thread that any post came of may have more; those after it were not reached.
  const lastPlace =
    count < maxPosts ? marks.length : marks.findIndex((mark) => `${mark.board_id}-${mark.thread}` === last);
  return {
    epoch: Number(marks[0]?.epoch),
    sets,
    threads: marks.map((mark, place): DirtyThread => {
      const key = `${mark.board_id}-${mark.thread}`;
      const found: readonly Post[] = (postsOf.get(key) ?? []).map(toPost);
      return {
        boardId: mark.board_id,
        thread: Number(mark.thread),
        gen: Number(mark.gen),
        sliceSize: Number(mark.slice_size),
        posts: found,
        resumeFrom: place < lastPlace ? null : (found.at(-1)?.rev ?? Number(mark.min_rev) - 1) + 1,
        quarantined: quarantinedOf.get(key) ?? [],
      };
    }),
  };
}

interface SetRow {
  readonly board_id: number;
  readonly version: string;
  readonly name: string | null;
  readonly slice: string | null;
  readonly state: SetState | null;
}

async function readSets(client: pg.PoolClient, boards: readonly number[]): Promise<Map<number, IndexSet>> {
  const { rows } = await client.query<SetRow>(sql.READ_SETS, [[...new Set(boards)]]);
  const sets = new Map<number, { version: number; indices: SetIndex[] }>();
  for (const { board_id, version, name, slice, state } of rows) {
    const set = sets.get(board_id) ?? { version: Number(version), indices: [] };
    if (name !== null && state !== null) set.indices.push({ name, slice: Number(slice), state });
    sets.set(board_id, set);
  }
  return sets;
}

async function readQuarantined(
  client: pg.PoolClient,
  boards: readonly number[],
  threads: readonly string[],
): Promise<ReadonlyMap<string, readonly QuarantinedDocument[]>> {
  const { rows } = await client.query<{
    board_id: number;
    thread: string;
    num: string;
    subnum: number;
    index_name: string;
  }>(sql.READ_QUARANTINED, [boards, threads]);
  const documents = rows.map((row) => ({
    key: `${row.board_id}-${row.thread}`,
    num: Number(row.num),
    subnum: row.subnum,
    indexName: row.index_name,
  }));
  return Map.groupBy(documents, ({ key }) => key);
}

async function recordQuarantine(client: pg.PoolClient, { quarantine, release }: Settlement): Promise<void> {
  if (quarantine.length > 0) {
    await client.query(sql.QUARANTINE, [
      quarantine.map(({ boardId }) => boardId),
      quarantine.map(({ thread }) => thread),
      quarantine.map(({ num }) => num),
      quarantine.map(({ subnum }) => subnum),
      quarantine.map(({ indexName }) => indexName),
      quarantine.map(({ rev }) => rev),
      // PostgreSQL's text cannot hold U+0000, and a reason may quote what was refused.
      quarantine.map(({ reason }) => reason.replaceAll('\0', '\u{FFFD}')),
    ]);
  }
  if (release.length > 0) {
    await client.query(sql.RELEASE, [
      release.map(({ boardId }) => boardId),
      release.map(({ num }) => num),
      release.map(({ subnum }) => subnum),
      release.map(({ indexName }) => indexName),
      release.map(({ rev }) => rev),
    ]);
  }
}

async function clearMarks(client: pg.Pool | pg.PoolClient, clear: readonly Clearance[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ board_id: number; thread: string }>(sql.CLEAR_DIRTY, [
    ...keysOf(clear),
    clear.map(({ gen }) => gen),
    clear.map(({ setVersion }) => setVersion),
    clear.map(({ resumeFrom }) => resumeFrom),
  ]);
  return new Set(rows.map((row) => indexThreadKey({ boardId: row.board_id, thread: Number(row.thread) })));
}

function keysOf(threads: readonly IndexThreadJob[]): [number[], number[]] {
  return [threads.map(({ boardId }) => boardId), threads.map(({ thread }) => thread)];
}
