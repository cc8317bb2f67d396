import { expect, test, vi } from 'vitest';
import { ElasticsearchIndices } from '../../../../indexer/index-set/elasticsearch-indices.ts';
import { sweepBoard } from '../../../../indexer/index-set/housekeeping.ts';
import { LiveIndices } from '../../../../indexer/index-set/live-indices.ts';
import { PostgresIndexSets } from '../../../../indexer/index-set/postgres-index-sets.ts';
import { StoreMonitor } from '../../../../indexer/runtime/store-monitor.ts';
import { indexName } from '../../../../mappings/elasticsearch/index-names.ts';
import { createLogger } from '../../../../platform/logger.ts';
import { insertBoard } from '../../../support/builders.ts';
import { presentIndices, registered } from '../../../support/tasks.ts';
import { useWorld } from '../../../support/world.ts';

const world = useWorld();

function nothing(): void {}

async function countLockWaits(): Promise<number> {
  const { rowCount } = await world().pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}

test('housekeeping drops an index that a killed process left, but not an index that another process creates under the same name', async () => {
  const logger = createLogger({ logLevel: 'silent', logFormat: 'json' }, 'test');
  const { indexPrefix, elasticsearch: client, pool } = world();
  const sets = new PostgresIndexSets(pool, new StoreMonitor(logger, 'PostgreSQL'));
  const options = { client, monitor: new StoreMonitor(logger, 'Elasticsearch'), indexPrefix, replicas: 0 };
  const store = new ElasticsearchIndices(options);
  const reports = { onCreated: nothing, onForeign: nothing, onRestored: nothing, onRetired: nothing };
  const live = new LiveIndices({ sets, store, indexPrefix, ...reports });
  const board = await insertBoard(pool, 'swept');
  await store.create(indexName(indexPrefix, { board: board.name, slice: 0, build: 1 }), board.name, 'serving', true);

  let making: Promise<void> | undefined;
  class SlowIndices extends ElasticsearchIndices {
    override async drop(names: readonly string[]): Promise<void> {
      // Another process tries to create the index before the request to drop it is sent, and must wait for the lock on
      // the set. The last call, after the lock, has no names.
      if (names.length > 0) {
        making = live.ensureLive(board.id, 0);
        await vi.waitFor(async () => expect(await countLockWaits()).toBe(1), 120_000);
      }
      await super.drop(names);
    }
  }
  const slow = new SlowIndices(options);
  await sweepBoard({ sets, store: slow, keepMs: 0, onDropped: nothing }, board.id);
  await making;
  expect(making).toBeDefined();
  expect(await presentIndices(world(), board)).toEqual((await registered(world(), board)).map(({ name }) => name));
  expect(await registered(world(), board)).toHaveLength(1);
});
