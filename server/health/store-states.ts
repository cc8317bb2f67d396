/** The states of the three stores as this server sees them, and since when. */
import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { StoreReason, StoreState } from '../../mappings/contract/store-state.ts';
import { postsAlias } from '../../mappings/elasticsearch/index-names.ts';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import { pendingMigrations } from '../../platform/migrate.ts';
import type { PostgresProbe } from '../visibility/postgres-probe.ts';
import { storeReason } from './store-reason.ts';

/** A store that takes longer counts as down. */
export const PROBE_MS = 1_500;
/** Without requests of `/readyz` the states are this old at most. */
const INTERVAL_MS = 10_000;

export interface StoreStatesOptions {
  readonly pool: Pool;
  readonly postgres: Pick<PostgresProbe, 'awayBecause'>;
  readonly elasticsearch: Elasticsearch;
  readonly redis: Redis;
  readonly indexPrefix: string;
  readonly clock: () => Date;
  readonly log: FastifyBaseLogger;
}

interface Found {
  readonly state: StoreState['state'];
  readonly reason: StoreReason | null;
}

const UP: Found = { state: 'up', reason: null };

export class StoreStates {
  readonly #options: StoreStatesOptions;
  /** By store, while it is not up. */
  readonly #since = new Map<StoreState['name'], { readonly state: Found['state']; readonly at: Date }>();
  /** The reasons that the log has. */
  readonly #logged = new Map<StoreState['name'], StoreReason | null>();
  #checking: Promise<readonly StoreState[]> | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** Commands fail with another error than the connection. */
  #redisError: Error | null = null;
  readonly #onRedisError = (error: Error) => void (this.#redisError = error);
  readonly #onRedisReady = () => void (this.#redisError = null);

  constructor(options: StoreStatesOptions) {
    this.#options = options;
    options.redis.on('error', this.#onRedisError).on('ready', this.#onRedisReady);
  }

  /** Checks until `close`. */
  run(): void {
    this.#timer = setInterval(() => void this.check(), INTERVAL_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#options.redis.off('error', this.#onRedisError).off('ready', this.#onRedisReady);
    await this.#checking;
  }

  /** Concurrent callers share one check. Never throws. */
  async check(): Promise<readonly StoreState[]> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  async #check(): Promise<readonly StoreState[]> {
    const { redis } = this.#options;
    const [postgres, elasticsearch, ofRedis] = await Promise.all([
      this.#readPostgres(),
      found(this.#readElasticsearch()),
      found(
        redis.ping().then(
          () => UP,
          (error: unknown) => down(this.#redisError ?? error),
        ),
      ),
    ]);
    return [
      this.#note('PostgreSQL', postgres),
      this.#note('Elasticsearch', elasticsearch),
      this.#note('Redis', ofRedis),
    ];
  }

  #note(name: StoreState['name'], { state, reason }: Found): StoreState {
    if (state === 'up') {
      this.#since.delete(name);
      if (this.#logged.delete(name)) this.#options.log.info({ store: name }, `${name} is whole again`);
      return { name, state, reason, since: null };
    }
    const before = this.#since.get(name);
    const at = before?.state === state ? before.at : this.#options.clock();
    this.#since.set(name, { state, at });
    if (state === 'impaired') this.#logImpaired(name, reason, at);
    return { name, state, reason, since: at.toISOString() };
  }

  /** A new index lacks its replicas for a moment. The clients log stores that are down. */
  #logImpaired(store: StoreState['name'], reason: StoreReason | null, at: Date): void {
    const isNew = this.#options.clock().getTime() - at.getTime() < INTERVAL_MS;
    if (isNew || this.#logged.get(store) === reason) return;
    this.#logged.set(store, reason);
    this.#options.log.warn({ store, reason, since: at.toISOString() }, `${store} is impaired`);
  }

  async #readPostgres(): Promise<Found> {
    const { pool, postgres } = this.#options;
    if (postgres.awayBecause !== null) return down(postgres.awayBecause.cause);
    return found(
      pendingMigrations(pool).then((pending): Found => {
        return pending.length === 0 ? UP : { state: 'impaired', reason: 'migrations_pending' };
      }),
    );
  }

  /** A red index has a shard that cannot be searched: answers would be partial. */
  async #readElasticsearch(): Promise<Found> {
    const { elasticsearch, indexPrefix } = this.#options;
    const health = await elasticsearch.cluster.health(
      { index: `${postsAlias(indexPrefix)}*`, timeout: `${PROBE_MS}ms` },
      // One node may be down while the others work.
      { requestTimeout: PROBE_MS, maxRetries: 2, retryBackoff: () => 0 },
    );
    if (health.timed_out) return { state: 'down', reason: 'timed_out' };
    if (health.status === 'green') return UP;
    return { state: 'impaired', reason: health.status === 'red' ? 'shards_missing' : 'replicas_missing' };
  }
}

function down(error: unknown): Found {
  return { state: 'down', reason: storeReason(error) };
}

/** The retries of Elasticsearch's client share the time of three probes. */
async function found(reading: Promise<Found>): Promise<Found> {
  const { promise, resolve } = Promise.withResolvers<Found>();
  const timer = setTimeout(() => resolve({ state: 'down', reason: 'timed_out' }), 3 * PROBE_MS);
  return Promise.race([reading.catch((error: unknown) => down(error)), promise]).finally(() => clearTimeout(timer));
}
