import type pg from 'pg';
import { MAPPING_VERSION } from '../../mappings/elasticsearch/post-index.ts';
import { AppError } from '../../platform/errors.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { Outage } from '../outage.ts';
import { fromPostgres } from '../postgres-errors.ts';
import type { IndexSetStore, RegisteredIndex, SetChange } from './ports.ts';
import * as sql from './sql.ts';

export interface BoardSlice {
  readonly boardId: number;
  readonly board: string;
  /** Where new posts arrive. */
  readonly newestSlice: number;
}

/** Index sets as PostgreSQL keeps them. Every call throws UnavailableError when PostgreSQL is away. */
export class PostgresIndexSets implements IndexSetStore {
  readonly #pool: pg.Pool;
  readonly #outage: Outage;

  constructor(pool: pg.Pool, outage: Outage) {
    this.#pool = pool;
    this.#outage = outage;
  }

  async change<T>(boardId: number, work: (set: SetChange) => Promise<T>): Promise<T> {
    return this.#call(() =>
      inTransaction(this.#pool, async (client) => {
        const { rows } = await client.query<{ board: string }>(sql.HOLD_SET, [boardId]);
        const board = rows[0]?.board;
        if (board === undefined) throw new AppError('board_unknown', `there is no board ${boardId}`);
        return work({ board, indices: await readIndices(client, boardId), ...changesOf(client, boardId) });
      }),
    );
  }

  async boards(): Promise<readonly BoardSlice[]> {
    const { rows } = await this.#call(() =>
      this.#pool.query<{ id: number; name: string; newest_slice: string }>(sql.READ_BOARDS),
    );
    return rows.map((row) => ({ boardId: row.id, board: row.name, newestSlice: Number(row.newest_slice) }));
  }

  /** Boards with a live index of another mapping version than this program's. */
  async outdated(): Promise<readonly { readonly board: string; readonly mappingVersion: number }[]> {
    const { rows } = await this.#call(() =>
      this.#pool.query<{ name: string; mapping_version: number }>(sql.READ_OUTDATED, [MAPPING_VERSION]),
    );
    return rows.map((row) => ({ board: row.name, mappingVersion: row.mapping_version }));
  }

  async epoch(): Promise<number> {
    const { rows } = await this.#call(() => this.#pool.query<{ epoch: string }>(sql.READ_EPOCH));
    return Number(rows[0]?.epoch);
  }

  async #call<T>(call: () => Promise<T>): Promise<T> {
    return this.#outage.watch(() => fromPostgres(call));
  }
}

async function readIndices(client: pg.PoolClient, boardId: number): Promise<readonly RegisteredIndex[]> {
  const { rows } = await client.query<{
    name: string;
    slice: string;
    build: number;
    mapping_version: number;
    state: 'live' | 'building';
  }>(sql.READ_INDICES, [boardId]);
  return rows.map((row) => ({
    name: row.name,
    slice: Number(row.slice),
    build: row.build,
    mappingVersion: row.mapping_version,
    state: row.state,
  }));
}

function changesOf(client: pg.PoolClient, boardId: number): Omit<SetChange, 'board' | 'indices'> {
  return {
    async highestBuild(slice) {
      const { rows } = await client.query<{ build: number }>(sql.HIGHEST_BUILD, [boardId, slice]);
      return rows[0]?.build ?? 0;
    },
    async addLive({ name, slice, build }) {
      await client.query(sql.ADD_LIVE, [name, boardId, slice, build, MAPPING_VERSION]);
      await client.query(sql.RAISE_VERSION, [boardId]);
    },
    async markSlice(slice) {
      await client.query(sql.MARK_SLICE, [boardId, slice]);
    },
  };
}
