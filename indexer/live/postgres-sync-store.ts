import type pg from 'pg';
import type { Post } from '../../mappings/post.ts';
import { toPost, type PostRow } from '../../mappings/postgres/post-row.ts';
import { indexThreadKey, type IndexThreadJob } from '../../mappings/queues.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { StoreMonitor } from '../runtime/store-monitor.ts';
import { fromPostgres } from '../runtime/store-errors.ts';
import type {
  ClearedMark,
  DirtyQueue,
  DirtyThread,
  IndexSet,
  QuarantinedDocument,
  SetIndex,
  SetState,
  BatchResult,
  BatchResultStore,
  Snapshot,
  SnapshotStore,
} from './ports.ts';
import { withAddedValues, type AddedRow } from '../document-values.ts';
import * as sql from './sql.ts';

/** Dirty rows, snapshots and results in PostgreSQL. Every call throws UnavailableError when PostgreSQL is unavailable. */
export class PostgresSyncStore implements DirtyQueue, SnapshotStore, BatchResultStore {
  readonly #pool: pg.Pool;
  readonly #monitor: StoreMonitor;

  constructor(pool: pg.Pool, monitor: StoreMonitor) {
    this.#pool = pool;
    this.#monitor = monitor;
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

  async commitBatch(result: BatchResult): Promise<ReadonlySet<string>> {
    const { quarantine, release, clear } = result;
    if (quarantine.length === 0 && release.length === 0) {
      return clear.length === 0 ? new Set() : this.#call(() => clearDirty(this.#pool, clear));
    }
    return this.#call(() =>
      inTransaction(this.#pool, async (client) => {
        await recordQuarantine(client, result);
        return clearDirty(client, clear);
      }),
    );
  }

  async #call<T>(call: () => Promise<T>): Promise<T> {
    return this.#monitor.track(() => fromPostgres(call));
  }
}

interface DirtyRow {
  readonly board_id: number;
  readonly thread: string;
  readonly gen: string;
  readonly min_rev: string;
  readonly request_id: string | null;
  readonly slice_size: string;
  readonly epoch: string;
}

async function readSnapshot(
  client: pg.PoolClient,
  wanted: readonly IndexThreadJob[],
  maxPosts: number,
): Promise<Snapshot> {
  const { rows } = await client.query<DirtyRow>(sql.READ_DIRTY, keysOf(wanted));
  const dirtyOf = Map.groupBy(rows, (row) => row.board_id);
  // Grouped by board, in the order in which their posts are read.
  const dirty = [...dirtyOf.values()].flat();
  if (dirty.length === 0) return { epoch: 0, sets: new Map(), threads: [] };
  const boards = dirty.map((row) => row.board_id);
  const threads = dirty.map((row) => row.thread);
  const sets = await readSets(client, boards);
  const postsOf = new Map<string, readonly (PostRow & AddedRow)[]>();
  let count = 0;
  let last = '';
  for (const [boardId, some] of dirtyOf) {
    if (count >= maxPosts) break;
    const { rows: posts } = await client.query<PostRow & AddedRow>(sql.READ_POSTS, [
      boardId,
      some.map((row) => row.thread),
      some.map((row) => row.min_rev),
      maxPosts - count,
    ]);
    for (const [thread, ofThread] of Map.groupBy(posts, (row) => row.thread)) {
      last = `${boardId}-${thread}`;
      postsOf.set(last, ofThread);
    }
    count += posts.length;
  }
  const quarantinedOf = await readQuarantined(client, boards, threads);
  // When the limit was reached, the last thread with posts may have more, and the threads after it were not read.
  const lastPlace =
    count < maxPosts ? dirty.length : dirty.findIndex((row) => `${row.board_id}-${row.thread}` === last);
  return {
    epoch: Number(dirty[0]?.epoch),
    sets,
    threads: dirty.map((row, place): DirtyThread => {
      const key = `${row.board_id}-${row.thread}`;
      const found: readonly Post[] = (postsOf.get(key) ?? []).map((post) => withAddedValues(toPost(post), post));
      return {
        boardId: row.board_id,
        thread: Number(row.thread),
        gen: Number(row.gen),
        requestId: row.request_id,
        sliceSize: Number(row.slice_size),
        posts: found,
        resumeFrom: place < lastPlace ? null : (found.at(-1)?.rev ?? Number(row.min_rev) - 1) + 1,
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
  readonly mapping_version: number | null;
}

async function readSets(client: pg.PoolClient, boards: readonly number[]): Promise<Map<number, IndexSet>> {
  const { rows } = await client.query<SetRow>(sql.READ_SETS, [[...new Set(boards)]]);
  const sets = new Map<number, { version: number; indices: SetIndex[] }>();
  for (const { board_id, version, name, slice, state, mapping_version: mappingVersion } of rows) {
    const set = sets.get(board_id) ?? { version: Number(version), indices: [] };
    if (name !== null && state !== null && mappingVersion !== null) {
      set.indices.push({ name, slice: Number(slice), state, mappingVersion });
    }
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

async function recordQuarantine(client: pg.PoolClient, { quarantine, release }: BatchResult): Promise<void> {
  if (quarantine.length > 0) {
    await client.query(sql.QUARANTINE_DOCUMENTS, [
      quarantine.map(({ boardId }) => boardId),
      quarantine.map(({ thread }) => thread),
      quarantine.map(({ num }) => num),
      quarantine.map(({ subnum }) => subnum),
      quarantine.map(({ indexName }) => indexName),
      quarantine.map(({ rev }) => rev),
      // A reason may quote the refused document; PostgreSQL's text type cannot hold U+0000.
      quarantine.map(({ reason }) => reason.replaceAll('\0', '\u{FFFD}')),
    ]);
  }
  if (release.length > 0) {
    await client.query(sql.RELEASE_DOCUMENTS, [
      release.map(({ boardId }) => boardId),
      release.map(({ num }) => num),
      release.map(({ subnum }) => subnum),
      release.map(({ indexName }) => indexName),
      release.map(({ rev }) => rev),
    ]);
  }
}

async function clearDirty(
  client: pg.Pool | pg.PoolClient,
  clear: readonly ClearedMark[],
): Promise<ReadonlySet<string>> {
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
