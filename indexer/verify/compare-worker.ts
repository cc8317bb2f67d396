/** The worker thread that compares windows. It logs nothing: the main thread repeats a failed comparison. */
import { parentPort, workerData } from 'node:worker_threads';
import { createElasticsearch } from '../../platform/elasticsearch.ts';
import { createLogger } from '../../platform/logger.ts';
import { createPostgresPool } from '../../platform/postgres.ts';
import { StoreMonitor } from '../runtime/store-monitor.ts';
import type { StoreAddresses, WorkerReply, WorkerRequest } from './compare-threads.ts';
import { ElasticsearchDocuments } from './elasticsearch-documents.ts';
import { PostgresRows } from './postgres-rows.ts';
import { compareWindow } from './compare-windows.ts';

const { databaseUrl, elasticsearchUrls } = workerData as StoreAddresses;
const silent = createLogger({ logLevel: 'silent', logFormat: 'json' }, 'indexer');
const pool = createPostgresPool({ url: databaseUrl, maxConnections: 2 });
const rows = new PostgresRows(pool, new StoreMonitor(silent, 'PostgreSQL'));
const documents = new ElasticsearchDocuments(
  createElasticsearch(elasticsearchUrls),
  new StoreMonitor(silent, 'Elasticsearch'),
);

parentPort?.on('message', ({ id, window }: WorkerRequest) => {
  void compareWindow({ rows, documents }, window)
    .catch(() => null)
    .then((compared) => parentPort?.postMessage({ id, compared } satisfies WorkerReply, []));
});
