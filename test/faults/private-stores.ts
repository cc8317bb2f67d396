import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { grantPassage, storeAccount } from '../../stack/accounts.ts';
import { startElasticsearch, TRANSPORT_OFFSET } from '../../stack/elasticsearch.ts';
import type { StackNode } from '../../stack/elasticsearch-node.ts';
import { layout, recordFile, STORES, type StoreName } from '../../stack/layout.ts';
import { claimFolder } from '../../stack/owner.ts';
import { startPostgres } from '../../stack/postgres.ts';
import { checkMachine } from '../../stack/preflight.ts';
import { processesIn } from '../../stack/process-identity.ts';
import { startRedis } from '../../stack/redis.ts';
import type { StartContext, StartedStore } from '../../stack/start-context.ts';
import { stopLeftover } from '../../stack/store-process.ts';
import { signalGroup } from '../../stack/tool.ts';
import { readConfig, type StoreUrls } from '../../platform/config.ts';
import { prepareTemplate } from '../support/template.ts';

/** Servers that belong to nobody else: each may be killed, started again and robbed of its files. */
export interface PrivateStores extends StoreUrls {
  /** Of a scenario's cluster. */
  readonly nodes?: readonly StackNode[];
  /** SIGKILL to every process of the store, as a machine that goes down. */
  kill(store: StoreName): Promise<void>;
  /** Answers when it answers. */
  start(store: StoreName): Promise<void>;
  /** Removes what the store has kept; only while it is down. */
  wipe(store: StoreName): Promise<void>;
  stop(): Promise<void>;
}

const HEAP_MB = '512';
const GONE_LIMIT_MS = 30_000;

export async function startPrivateStores(
  dataDir: string,
  onProgress: (line: string) => void = () => undefined,
): Promise<PrivateStores> {
  // oxlint-disable-next-line node/no-process-env -- PATH and JAVA_HOME are the machine's, not settings of Sagasu
  const env = process.env;
  const config = readConfig({
    SAGASU_DATA: dataDir,
    SAGASU_POSTGRES_PORT: String(await lastingPort()),
    SAGASU_REDIS_PORT: String(await lastingPort()),
    SAGASU_ELASTICSEARCH_PORT: String(await lastingPort(TRANSPORT_OFFSET)),
    SAGASU_ELASTICSEARCH_HEAP_MB: HEAP_MB,
  });
  const places = layout(config.dataDir);
  const claim = claimFolder(places);
  if (claim.kind === 'shared') throw new Error(`this process runs stores in ${places.data} already`);
  const before = { config, places, env, onProgress, signal: undefined };
  for (const store of STORES) await stopLeftover(recordFile(places, store));
  for (const store of STORES) await rm(places[store], { recursive: true, force: true });
  const machine = await checkMachine(before, STORES);
  const account = await storeAccount(env, onProgress);
  await grantPassage(places.logs, account, env, onProgress);
  const context: StartContext = { ...before, account };
  const starters: Record<StoreName, () => Promise<StartedStore>> = {
    postgres: async () => startPostgres(context),
    redis: async () => startRedis(context, machine.redis()),
    elasticsearch: async () => startElasticsearch(context, machine.jdk()),
  };
  const running = new Map<StoreName, StartedStore>();
  const start = async (store: StoreName) => {
    running.set(store, await starters[store]());
  };
  const stop = async () => {
    await Promise.all([...running.values()].map(async (store) => store.process.stop()));
    running.clear();
    claim.ownership.release();
  };
  try {
    await Promise.all(STORES.map(start));
    const databaseUrl = running.get('postgres')?.url ?? '';
    await prepareTemplate(databaseUrl);
    return {
      databaseUrl,
      redisUrl: running.get('redis')?.url ?? '',
      elasticsearchUrls: [running.get('elasticsearch')?.url ?? ''],
      async kill(store) {
        const started = running.get(store);
        if (started === undefined) return;
        running.delete(store);
        signalGroup(started.process.pid, 'SIGKILL');
        // PostgreSQL's processes have groups of their own.
        for (const pid of store === 'postgres' ? (processesIn(`${places.postgres}/cluster`) ?? []) : []) signal(pid);
        await gone(started.process.pid);
        await started.process.stop();
      },
      start,
      async wipe(store) {
        if (running.has(store)) throw new Error(`${store} is running`);
        await rm(places[store], { recursive: true, force: true });
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It went with its parent.
  }
}

/** Until no process of the group is left: the next one wants the same port and the same files. */
async function gone(group: number): Promise<void> {
  const deadline = performance.now() + GONE_LIMIT_MS;
  while (performance.now() < deadline) {
    try {
      process.kill(-group, 0);
    } catch {
      return;
    }
    await sleep(20);
  }
  throw new Error(`process group ${group} outlives SIGKILL`);
}

/**
 * Below the range that connections take their own ports from: a store's port must be free after a kill too, and no client
 * that calls a dead one may meet itself there.
 */
async function lastingPort(besideIt?: number): Promise<number> {
  for (;;) {
    const port = 18_000 + Math.floor(Math.random() * 12_000);
    if ((await isFree(port)) && (besideIt === undefined || (await isFree(port + besideIt)))) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
