import type pg from 'pg';
import { MAPPING_VERSION } from '../../mappings/elasticsearch/post-index.ts';
import { AppError } from '../../platform/errors.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { StoreMonitor } from '../runtime/store-monitor.ts';
import { fromPostgres } from '../runtime/store-errors.ts';
import { TASK_CHANNEL } from '../../mappings/task.ts';
import type { SetState } from '../live/ports.ts';
import { TaskLostError } from '../tasks/ports.ts';
import type {
  IndexSetStore,
  NewIndex,
  RegisteredIndex,
  SetChange,
  SharedIndexSets,
  SharedMember,
  TaskHolder,
} from './ports.ts';
import * as sql from './sql.ts';

export interface BoardSlice {
  readonly boardId: number;
  readonly board: string;
  /** The slice of the board's highest num. */
  readonly newestSlice: number;
}

export interface IndexVersion {
  readonly board: string;
  readonly name: string;
  readonly mappingVersion: number;
  readonly state: SetState;
}

/** Index sets in PostgreSQL. Every call throws UnavailableError when PostgreSQL is unavailable. */
export class PostgresIndexSets implements IndexSetStore, SharedIndexSets {
  readonly #pool: pg.Pool;
  readonly #monitor: StoreMonitor;
  readonly #shareBelow: number;

  /** `shareBelow`: posts up to which a board stays in shared indices; 0 if it never shares one. */
  constructor(pool: pg.Pool, monitor: StoreMonitor, shareBelow = 0) {
    this.#pool = pool;
    this.#monitor = monitor;
    this.#shareBelow = shareBelow;
  }

  async change<T>(boardId: number, work: (set: SetChange) => Promise<T>, holder?: TaskHolder): Promise<T> {
    return this.#call(() =>
      inTransaction(this.#pool, async (client) => {
        const { rows } = await client.query<{ board: string | null; has_documents: boolean }>(sql.LOCK_SET, [boardId]);
        const { board = null, has_documents: hasDocuments = true } = rows[0] ?? {};
        if (board === null) throw new AppError('board_unknown', `there is no board ${boardId}`);
        if (holder !== undefined) {
          const { rowCount } = await client.query(sql.LOCK_TASK, [holder.id, holder.fence]);
          if (rowCount === 0) throw new TaskLostError(holder.id);
        }
        const indices = await readIndices(client, boardId);
        if (indices.some(({ isShared }) => isShared)) await client.query(sql.LOCK_SHARED);
        const sharesIndices = async () => {
          const isSharing = indices.some(({ isShared, state }) => isShared && state === 'live');
          const shares = hasDocuments && (await this.#isSmall(client, boardId, indices.length === 0 || isSharing));
          if (shares) await client.query(sql.LOCK_SHARED);
          return shares;
        };
        return work({ board, hasDocuments, indices, sharesIndices, ...changesOf(client, boardId) });
      }),
    );
  }

  async read(boardId: number): Promise<readonly RegisteredIndex[]> {
    return this.#call(() => readIndices(this.#pool, boardId));
  }

  /**
   * Returns whether the board's indices should be shared. A board that does not share yet begins to at half the size, so that one near the
   * limit does not move to and fro.
   */
  async #isSmall(client: pg.PoolClient, boardId: number, isSharing: boolean): Promise<boolean> {
    if (this.#shareBelow === 0) return false;
    const limit = isSharing ? this.#shareBelow : Math.floor(this.#shareBelow / 2);
    const { rows } = await client.query<{ posts: string }>(sql.COUNT_POSTS, [boardId, limit + 1]);
    return Number(rows[0]?.posts) <= limit;
  }

  async shared(): Promise<readonly SharedMember[]> {
    return this.#call(() => readShared(this.#pool));
  }

  async holdShared<T>(work: (members: readonly SharedMember[]) => Promise<T>): Promise<T> {
    return this.#call(() =>
      inTransaction(this.#pool, async (client) => {
        await client.query(sql.LOCK_SHARED);
        return work(await readShared(client));
      }),
    );
  }

  async moveGrown(documents: ReadonlyMap<number, number>): Promise<number> {
    const grown = [...documents].filter(([, count]) => this.#shareBelow > 0 && count > this.#shareBelow);
    if (grown.length === 0) return 0;
    return this.#call(() =>
      inTransaction(this.#pool, async (client) => {
        const { rowCount } = await client.query(sql.ENQUEUE_REBUILDS, [grown.map(([boardId]) => boardId)]);
        if ((rowCount ?? 0) > 0) await client.query(`select pg_notify($1, '')`, [TASK_CHANNEL]);
        return rowCount ?? 0;
      }),
    );
  }

  async boards(): Promise<readonly BoardSlice[]> {
    const { rows } = await this.#call(() =>
      this.#pool.query<{ id: number; name: string; newest_slice: string }>(sql.READ_BOARDS),
    );
    return rows.map((row) => ({ boardId: row.id, board: row.name, newestSlice: Number(row.newest_slice) }));
  }

  /** Reads the indices of all sets with their mapping versions. */
  async versions(): Promise<readonly IndexVersion[]> {
    const { rows } = await this.#call(() =>
      this.#pool.query<{ board: string; name: string; mapping_version: number; state: SetState }>(sql.READ_VERSIONS),
    );
    return rows.map(({ board, name, mapping_version, state }) => ({
      board,
      name,
      mappingVersion: mapping_version,
      state,
    }));
  }

  /** Ends the refills of indices that have all posts again, of all boards. Returns their names. */
  async endRefills(): Promise<readonly string[]> {
    const { rows } = await this.#call(() => this.#pool.query<{ name: string }>(sql.END_REFILLS));
    return rows.map(({ name }) => name);
  }

  async epoch(): Promise<number> {
    const { rows } = await this.#call(() => this.#pool.query<{ epoch: string }>(sql.READ_EPOCH));
    return Number(rows[0]?.epoch);
  }

  async #call<T>(call: () => Promise<T>): Promise<T> {
    return this.#monitor.track(() => fromPostgres(call));
  }
}

async function readIndices(client: pg.Pool | pg.PoolClient, boardId: number): Promise<readonly RegisteredIndex[]> {
  const { rows } = await client.query<{
    name: string;
    slice: string;
    build: number;
    mapping_version: number;
    has_documents: boolean;
    is_shared: boolean;
    state: SetState;
    task_id: string | null;
    age_ms: string;
  }>(sql.READ_INDICES, [boardId]);
  return rows.map((row) => ({
    name: row.name,
    slice: Number(row.slice),
    build: row.build,
    mappingVersion: row.mapping_version,
    hasDocuments: row.has_documents,
    isShared: row.is_shared,
    state: row.state,
    taskId: row.task_id === null ? null : Number(row.task_id),
    ageMs: Number(row.age_ms),
  }));
}

async function readShared(client: pg.Pool | pg.PoolClient): Promise<readonly SharedMember[]> {
  const { rows } = await client.query<{
    name: string;
    board: string;
    board_id: number;
    state: SharedMember['state'];
    age_ms: string;
  }>(sql.READ_SHARED);
  return rows.map(({ name, board, board_id: boardId, state, age_ms: age }) => ({
    index: name,
    board,
    boardId,
    state,
    ageMs: Number(age),
  }));
}

function changesOf(
  client: pg.PoolClient,
  boardId: number,
): Omit<SetChange, 'board' | 'hasDocuments' | 'indices' | 'sharesIndices'> {
  const add = async (state: SetState, taskId: number | null, indices: readonly NewIndex[]) => {
    await client.query(sql.ADD_INDICES, [
      boardId,
      MAPPING_VERSION,
      state,
      taskId,
      indices.map(({ name }) => name),
      indices.map(({ slice }) => slice),
      indices.map(({ build }) => build),
      indices.map(({ hasDocuments }) => hasDocuments),
      indices.map(({ isShared }) => isShared),
    ]);
    await client.query(sql.RAISE_VERSION, [boardId]);
  };
  const move = async (names: readonly string[], state: SetState | 'retired') => {
    await client.query(sql.SET_STATE, [boardId, names, state]);
  };
  return {
    async highestBuild(slice) {
      const { rows } = await client.query<{ build: number }>(sql.HIGHEST_BUILD, [boardId, slice]);
      return rows[0]?.build ?? 0;
    },
    async joinable(slice) {
      const { rows } = await client.query<{ name: string; build: number }>(sql.READ_JOINABLE, [
        boardId,
        slice,
        MAPPING_VERSION,
      ]);
      return rows;
    },
    async nextSharedBuild() {
      const { rows } = await client.query<{ build: string }>(sql.NEXT_SHARED_BUILD);
      return Number(rows[0]?.build);
    },
    addLive: (index) => add('live', null, [index]),
    addBuilding: (indices, taskId) => add('building', taskId, indices),
    async retire(names) {
      await move(names, 'retired');
      await client.query(sql.FORGET_QUARANTINE, [boardId, names]);
      await client.query(sql.RAISE_VERSION, [boardId]);
    },
    async swap(toLive, toStandby) {
      // The database allows one index per slice and state at any moment, so the live ones have to move away first.
      await move(toLive, 'building');
      await move(toStandby, 'standby');
      await move(toLive, 'live');
      await client.query(sql.RAISE_VERSION, [boardId]);
    },
    async setCurrentMapping(name) {
      await client.query(sql.SET_MAPPING_VERSION, [name, MAPPING_VERSION]);
    },
    async retired() {
      await client.query(sql.DELETE_RETIRED_QUARANTINE, [boardId]);
      const { rows } = await client.query<{
        name: string;
        is_shared: boolean;
        task_id: string | null;
        age_ms: string;
      }>(sql.READ_RETIRED, [boardId]);
      return rows.map(({ name, is_shared: isShared, task_id, age_ms }) => ({
        name,
        isShared,
        taskId: task_id === null ? null : Number(task_id),
        ageMs: Number(age_ms),
      }));
    },
    async startRefill({ name, slice }) {
      await client.query(sql.MARK_SLICE_DIRTY, [boardId, slice]);
      await client.query(sql.START_REFILL, [name, boardId]);
    },
    async slicesWithPosts() {
      const { rows } = await client.query<{ slice: string }>(sql.SLICES_WITH_POSTS, [boardId]);
      return rows.map(({ slice }) => Number(slice));
    },
    async cover(taskId, after, limit) {
      const { rows } = await client.query<{ marks: number; last: string }>(sql.COVER_MARKS, [
        boardId,
        taskId,
        after,
        limit,
      ]);
      return { marks: rows[0]?.marks ?? 0, last: Number(rows[0]?.last ?? 0) };
    },
    async isCovering(taskId) {
      const { rows } = await client.query<{ is_covering: boolean }>(sql.IS_COVERING, [taskId]);
      return rows[0]?.is_covering === true;
    },
  };
}
