/** A server, an indexer and a scraper over stores of their own, and what the faults do to them. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createElasticsearch, type Elasticsearch } from '../../../platform/elasticsearch.ts';
import { createRedis } from '../../../platform/redis.ts';
import type { Redis } from 'ioredis';
import { openSite, type Site } from '../../integration/scraper/site.ts';
import { addBoard } from '../../integration/scraper/upstream.ts';
import { eventually } from '../../support/archive.ts';
import { runCommand } from '../../support/commands.ts';
import { freePort } from '../../support/ports.ts';
import { mountSmallDisk, type SmallDisk } from '../../support/small-disk.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import type { World } from '../../support/world.ts';
import type { PrivateStores } from '../private-stores.ts';
import { WatchedProcess } from '../watched-process.ts';

export const BOARD = 'g';
const THREADS = 5;
const READY_LIMIT_MS = 300_000;
const DISK_BYTES = 32 * 1024 * 1024;

export interface SentAlert {
  readonly status: 'firing' | 'resolved';
  readonly name: string;
  readonly key: string;
}

export interface RunningArchive {
  readonly world: World;
  readonly stores: PrivateStores;
  readonly site: Site;
  /** The address of the server. */
  readonly url: string;
  /** Addresses with metrics. */
  readonly targets: readonly string[];
  /** The alerts that the servers have sent, oldest first. */
  readonly sent: readonly SentAlert[];
  readonly source: TcpProxy;
  /** The disk of the server's files. */
  readonly disk: SmallDisk;
  readonly redis: Redis;
  readonly administrator: Elasticsearch;
  /** Adds a post to the source. */
  readonly addPost: (fields?: Record<string, unknown>) => void;
  readonly backUp: () => Promise<number>;
  readonly stopIndexer: () => Promise<void>;
  readonly startIndexer: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startArchive(world: World, stores: PrivateStores): Promise<RunningArchive> {
  const site = await openSite(world);
  const board = await site.add(BOARD, THREADS);
  const source = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(site.url).port) });
  const origin = `http://127.0.0.1:${source.port}`;
  await addBoard(world, origin, undefined, BOARD);
  const disk = mountSmallDisk(DISK_BYTES);
  const folder = await mkdtemp(join(tmpdir(), 'sagasu-alerts-'));
  const recipient = /age1\w+/.exec((await runCommand(world, ['backup', 'key'])).output)?.[0] ?? '';
  const backUp = async () => (await runCommand(world, ['backup', folder, '--recipient', recipient])).code;
  if ((await backUp()) !== 0) throw new Error('the first backup failed');
  const [server, second, indexer, scraper] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const run = (main: string, more: Readonly<Record<string, string>>) =>
    new WatchedProcess(main, world, { SAGASU_SCRAPER_OWN_ORIGIN: origin, SAGASU_LOG_LEVEL: 'info', ...more });
  const startIndexer = () => run('indexer/main.ts', { SAGASU_METRICS_PORT: String(indexer) });
  const hook = await startHook();
  const ofServer = {
    SAGASU_ALERT_WEBHOOK_URL: hook.url,
    SAGASU_MEDIA: disk.path,
    SAGASU_RATE_LIMIT: '0',
    SAGASU_SEARCH_CONCURRENCY: '1',
  };
  const processes = {
    server: run('server/main.ts', { SAGASU_PORT: String(server), ...ofServer }),
    // Alerts are sent by one of several servers.
    second: run('server/main.ts', { SAGASU_PORT: String(second), ...ofServer }),
    scraper: run('scraper/main.ts', { SAGASU_METRICS_PORT: String(scraper) }),
    indexer: startIndexer(),
  };
  const url = `http://127.0.0.1:${server}`;
  await eventually('the archive is ready and healthy', async () => isHealthy(url, site), READY_LIMIT_MS);
  const redis = createRedis(world.redisUrl);
  const administrator = createElasticsearch([await stores.administrator()]);
  let num = THREADS * 100 + 50;
  return {
    world,
    stores,
    site,
    url,
    source,
    disk,
    redis,
    administrator,
    backUp,
    sent: hook.sent,
    targets: [server, indexer, scraper].map((port) => `127.0.0.1:${port}`),
    addPost: (fields = {}) => board.reply(THREADS * 100, ++num, fields),
    stopIndexer: async () => processes.indexer.kill(),
    startIndexer: async () => void (processes.indexer = startIndexer()),
    async stop() {
      await Promise.all(Object.values(processes).map(async (each) => each.kill()));
      redis.disconnect();
      await Promise.all([source.close(), site.close(), administrator.close(), hook.close()]);
      disk.unmount();
      await rm(folder, {
        recursive: true,
        force: true,
      });
    },
  };
}

async function isHealthy(url: string, site: Site): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`);
  return ((await answer.json()) as { status: string }).status === 'ok' && (await site.isStored());
}

/** Takes the alerts that the servers send. */
async function startHook() {
  const sent: SentAlert[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      sent.push(...(JSON.parse(body) as { readonly data: { readonly alerts: readonly SentAlert[] } }).data.alerts);
      response.writeHead(204).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    sent,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
