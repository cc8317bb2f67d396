import { LiveIndices } from '../../indexer/index-set/live-indices.ts';
import { ElasticsearchIndices } from '../../indexer/index-set/elasticsearch-indices.ts';
import { PostgresIndexSets } from '../../indexer/index-set/postgres-index-sets.ts';
import { StoreMonitor } from '../../indexer/runtime/store-monitor.ts';
import { systemClock as clock } from '../../indexer/runtime/clock.ts';
import { createVerifier } from '../../indexer/verify/verifier.ts';
import type { Verification, VerifyContext, VerifyRequest } from '../../indexer/verify/verification.ts';
import { createLogger } from '../../platform/logger.ts';
import { createPostgresPool } from '../../platform/postgres.ts';
import type { TestBoard } from './builders.ts';
import type { World } from './world.ts';
import { loginUrl } from './logins.ts';

export interface TestVerifier {
  verify(
    board: TestBoard,
    wanted?: Partial<Pick<VerifyRequest, 'repair' | 'depth' | 'indices'>>,
    context?: Partial<VerifyContext>,
  ): Promise<Verification>;
  close(): Promise<void>;
}

const ignore = () => undefined;

/** A verifier with the indexer's settings and database role. Repairs take effect only while an indexer runs. */
export function openVerifier(world: World, random: () => number): TestVerifier {
  const logger = createLogger({ logLevel: 'silent', logFormat: 'json' }, 'test');
  const monitors = {
    postgres: new StoreMonitor(logger, 'PostgreSQL'),
    elasticsearch: new StoreMonitor(logger, 'Elasticsearch'),
  };
  const pool = createPostgresPool({ url: loginUrl(world.databaseUrl, 'indexer') });
  const { indexPrefix, elasticsearch: client } = world;
  const provisioner = new LiveIndices({
    sets: new PostgresIndexSets(pool, monitors.postgres),
    store: new ElasticsearchIndices({
      client,
      monitor: monitors.elasticsearch,
      indexPrefix,
      replicas: 0,
      signal: new AbortController().signal,
    }),
    indexPrefix,
    onCreated: ignore,
    onForeign: ignore,
    onRestored: ignore,
    onRetired: ignore,
  });
  const verifier = createVerifier({
    pool,
    client,
    monitors,
    provisioner,
    indexPrefix,
    clock,
    random,
    addresses: null,
    onFound: ignore,
  });
  return {
    async verify({ id, name, sliceSize }, wanted = {}, context = {}) {
      return verifier.verify(
        { boardId: id, board: name, sliceSize, indices: null, repair: false, depth: 'written', ...wanted },
        { pace: async () => undefined, ...context },
      );
    },
    close: async () => pool.end(),
  };
}
