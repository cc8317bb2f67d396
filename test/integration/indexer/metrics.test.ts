/** The gauges of the indexer while PostgreSQL is stopped. */
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { readBacklog } from '../../../indexer/live/backlog.ts';
import { createIndexerMetrics } from '../../../indexer/metrics.ts';
import { StoreMonitor } from '../../../indexer/runtime/store-monitor.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { insertBoard } from '../../support/builders.ts';
import { loginUrl } from '../../support/logins.ts';
import { atPort, startTcpProxy } from '../../support/tcp-proxy.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();

test('gauges that cannot be read have no value, and return', async () => {
  await insertBoard(world().pool, 'g');
  const { databaseUrl } = world();
  const { hostname, port } = new URL(databaseUrl);
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  const pool = createPostgresPool({ url: loginUrl(atPort(databaseUrl, proxy.port), 'indexer') });
  onTestFinished(async () => {
    await pool.end();
    await proxy.close();
  });
  const registry = new Registry();
  const monitor = new StoreMonitor(pino({ level: 'silent' }), 'PostgreSQL');
  const metrics = createIndexerMetrics(registry, async () => readBacklog(pool, monitor));
  const gauges = async () => (await registry.metrics()).split('\n').filter((line) => /^sagasu_(?!indexer)/.test(line));
  const known = [
    'sagasu_dirty_threads{board="g"} 0',
    'sagasu_dirty_oldest_seconds 0',
    'sagasu_quarantined_documents 0',
  ];
  expect(await gauges()).toEqual(expect.arrayContaining(known));
  metrics.onBlocks([]);
  expect(await gauges()).toContain('sagasu_index_writes_blocked{reason="disk_full"} 0');
  metrics.onBlocks(null);
  proxy.cut();
  expect(await gauges()).toEqual(['sagasu_drift_found_total 0']);
  proxy.restore();
  expect(await gauges()).toEqual(expect.arrayContaining(known));
});
