import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { grantTraversal, storeAccount } from '../../dev-stores/accounts.ts';
import { startElasticsearch, TRANSPORT_OFFSET } from '../../dev-stores/elasticsearch.ts';
import type { StackNode } from '../../dev-stores/elasticsearch-node.ts';
import { userLine } from '../../dev-stores/elasticsearch-security.ts';
import { layout, recordFile, STORES, type StoreName } from '../../dev-stores/layout.ts';
import { claimFolder } from '../../dev-stores/owner.ts';
import { startPostgres } from '../../dev-stores/postgres.ts';
import { checkMachine } from '../../dev-stores/preflight.ts';
import { processesIn } from '../../dev-stores/process-identity.ts';
import { startRedis } from '../../dev-stores/redis.ts';
import type { StartContext, StartedStore } from '../../dev-stores/start-context.ts';
import { stopLeftover } from '../../dev-stores/store-process.ts';
import { readConfig, type StoreUrls } from '../../platform/config.ts';
import { createElasticsearch } from '../../platform/elasticsearch.ts';
import type { SupervisedStack } from './supervised-stack.ts';
import { lastingPort } from '../support/ports.ts';
import { prepareTemplate } from '../support/template.ts';

/** Stores that no other run uses, so that each may be killed, restarted and deprived of its files. */
export interface PrivateStores extends StoreUrls {
  /** Nodes of the cluster, in scenarios with one. */
  readonly nodes?: readonly StackNode[];
  /** Present in supervised scenarios, whose world is in these stores. */
  readonly supervised?: SupervisedStack;
  /** Sends SIGKILL to all processes of the store, as if the machine went down. */
  kill(store: StoreName): Promise<void>;
  /** Resolves when the store answers. */
  start(store: StoreName): Promise<void>;
  /** Deletes the store's files. Only while the store is stopped. */
  wipe(store: StoreName): Promise<void>;
  /** The address of Elasticsearch for a user who may change settings of the cluster, which Sagasu's own user may not. */
  administrator(): Promise<string>;
  stop(): Promise<void>;
}

const HEAP_MB = '512';
const GONE_LIMIT_MS = 30_000;
const ADMINISTRATOR = 'administrator';
/** Elasticsearch reloads the file of users every five seconds. */
const KNOWN_LIMIT_MS = 60_000;

/** All three stores, unless `shared` names some that others use too; shared stores can be neither killed nor wiped. */
export async function startPrivateStores(
  dataDir: string,
  onProgress: (line: string) => void = () => undefined,
  shared: Partial<StoreUrls> = {},
): Promise<PrivateStores> {
  // oxlint-disable-next-line node/no-process-env -- PATH and JAVA_HOME come from the machine; they are no settings of Sagasu
  const env = process.env;
  const config = readConfig({
    SAGASU_DATA: dataDir,
    SAGASU_POSTGRES_PORT: String(await lastingPort([])),
    SAGASU_REDIS_PORT: String(await lastingPort([])),
    SAGASU_ELASTICSEARCH_PORT: String(await lastingPort([TRANSPORT_OFFSET])),
    SAGASU_ELASTICSEARCH_HEAP_MB: HEAP_MB,
  });
  const places = layout(config.dataDir);
  const claim = claimFolder(places);
  if (claim.kind === 'shared') throw new Error(`this process runs stores in ${places.data} already`);
  const before = { config, places, env, onProgress, signal: undefined };
  const isShared: Record<StoreName, boolean> = {
    postgres: shared.databaseUrl !== undefined,
    redis: shared.redisUrl !== undefined,
    elasticsearch: shared.elasticsearchUrls !== undefined,
  };
  const mine = STORES.filter((store) => !isShared[store]);
  for (const store of mine) await stopLeftover(recordFile(places, store));
  for (const store of mine) await rm(places[store], { recursive: true, force: true });
  const machine = await checkMachine(before, mine);
  const account = await storeAccount(env, onProgress);
  await grantTraversal(places.logs, account, env, onProgress);
  const context: StartContext = { ...before, account, onGivenUp: onProgress };
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
    await Promise.all(mine.map(start));
    const databaseUrl = shared.databaseUrl ?? running.get('postgres')?.url ?? '';
    await prepareTemplate(databaseUrl);
    return {
      databaseUrl,
      redisUrl: shared.redisUrl ?? running.get('redis')?.url ?? '',
      elasticsearchUrls: shared.elasticsearchUrls ?? [running.get('elasticsearch')?.url ?? ''],
      async kill(store) {
        const started = running.get(store);
        if (started === undefined) return;
        running.delete(store);
        await started.process.kill();
        // Each process of PostgreSQL has a process group of its own.
        for (const pid of store === 'postgres' ? (processesIn(`${places.postgres}/cluster`) ?? []) : []) signal(pid);
        await untilGroupEnded(started.process.pid);
        await started.process.stop();
      },
      start,
      async wipe(store) {
        if (running.has(store)) throw new Error(`${store} is running`);
        // The store keeps its password and certificate, so that its address stays valid.
        for (const name of readdirSync(places[store])) {
          if (name !== 'password' && name !== 'transport') await rm(join(places[store], name), { recursive: true });
        }
      },
      async administrator() {
        const password = randomBytes(24).toString('hex');
        const folder = join(places.elasticsearch, 'config');
        await appendFile(join(folder, 'users'), userLine(ADMINISTRATOR, password));
        await appendFile(join(folder, 'users_roles'), `superuser:${ADMINISTRATOR}\n`);
        const url = new URL(running.get('elasticsearch')?.url ?? '');
        [url.username, url.password] = [ADMINISTRATOR, password];
        await untilKnown(url.href);
        return url.href;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilKnown(url: string): Promise<void> {
  const client = createElasticsearch([url]);
  const deadline = performance.now() + KNOWN_LIMIT_MS;
  try {
    while (
      !(await client.cluster.health().then(
        () => true,
        () => false,
      ))
    ) {
      if (performance.now() > deadline) throw new Error('Elasticsearch does not know its administrator');
      await sleep(250);
    }
  } finally {
    await client.close();
  }
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process ended together with its parent.
  }
}

/** Waits until the process group has ended, because the next start needs the same port and files. */
async function untilGroupEnded(group: number): Promise<void> {
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
