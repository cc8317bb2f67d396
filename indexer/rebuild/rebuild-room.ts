/** Limits on concurrent rebuilds: the nodes of the cluster, and the space on their disks. */
import type pg from 'pg';
import { UnavailableError } from '../../platform/errors.ts';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import { fromElasticsearch, fromPostgres } from '../runtime/store-errors.ts';
import type { StoreMonitor } from '../runtime/store-monitor.ts';
import { readLowWatermark, reservedOf, type Watermark } from './watermark.ts';

/** Every process has as many runners for them. Beyond that, only the waits for refreshes and replicas would overlap further. */
export const MAX_REBUILDS = 4;
const NODES_MS = 30_000;
const TIMEOUT_MS = 10_000;

/** Live indices of boards that are being rebuilt. Uses tasks_unfinished, and the board in indices' unique index. $1 task. */
const REBUILT_INDICES = `
  select i.name, t.id < $1 as is_older
    from tasks t join indices i on i.board_id = t.board_id and i.state = 'live'
   where t.kind = 'reindex' and t.status = 'processing' and t.id <= $1`;

export interface RoomOptions {
  readonly pool: pg.Pool;
  readonly client: Elasticsearch;
  readonly monitors: { readonly postgres: StoreMonitor; readonly elasticsearch: StoreMonitor };
  readonly now: () => number;
  /** That of the cluster by default. */
  readonly watermark?: Watermark;
}

/** The part that a rebuild uses. */
export interface Room {
  /** False while older rebuilds need the disk space. The oldest rebuild always fits. @throws UnavailableError */
  fits(task: { readonly id: number }): Promise<boolean>;
}

export class RebuildRoom implements Room {
  readonly #options: RoomOptions;
  #atOnce = 1;
  #readAt = -Infinity;

  constructor(options: RoomOptions) {
    this.#options = options;
  }

  /** One more than the data nodes: while one rebuild copies, another one verifies and swaps. */
  async atOnce(): Promise<number> {
    const { now, client } = this.#options;
    if (now() - this.#readAt < NODES_MS) return this.#atOnce;
    try {
      const health = await this.#ask(() => client.cluster.health({}, { requestTimeout: TIMEOUT_MS }));
      this.#atOnce = Math.min(MAX_REBUILDS, health.number_of_data_nodes + 1);
      this.#readAt = now();
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
    }
    return this.#atOnce;
  }

  async fits({ id }: { readonly id: number }): Promise<boolean> {
    const { pool, client, monitors } = this.#options;
    const { rows } = await monitors.postgres.track(() =>
      fromPostgres(() => pool.query<{ name: string; is_older: boolean }>(REBUILT_INDICES, [id])),
    );
    if (!rows.some(({ is_older: isOlder }) => isOlder)) return true;
    const names = new Set(rows.map(({ name }) => name));
    const options = { requestTimeout: TIMEOUT_MS };
    const stats = await this.#ask(() =>
      client.cat.indices({ h: ['index', 'store.size'], bytes: 'b', format: 'json' }, options),
    );
    const needed = stats.reduce(
      (sum, row) => sum + (names.has(row.index ?? '') ? Number(row['store.size'] ?? 0) : 0),
      0,
    );
    const disks = await this.#ask(() =>
      client.cat.allocation({ h: ['disk.avail', 'disk.total'], bytes: 'b', format: 'json' }, options),
    );
    const watermark = this.#options.watermark ?? (await this.#ask(() => readLowWatermark(client, options)));
    const free = disks.reduce((sum, disk) => {
      const [available, total] = [Number(disk['disk.avail'] ?? 0), Number(disk['disk.total'] ?? 0)];
      return sum + Math.max(0, available - reservedOf(watermark, total));
    }, 0);
    return needed <= free;
  }

  async #ask<T>(call: () => Promise<T>): Promise<T> {
    return this.#options.monitors.elasticsearch.track(() => fromElasticsearch(call));
  }
}
