import { mkdirSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Config, StoreUrls } from '../platform/config.ts';
import { closeDataFolder, grantTraversal, storeAccount } from './accounts.ts';
import { startElasticsearch, type StartedElasticsearch } from './elasticsearch.ts';
import type { StackNode } from './elasticsearch-node.ts';
import { layout, recordedNames, recordFile, STORES, type Layout, type StoreName } from './layout.ts';
import { claimFolder } from './owner.ts';
import { startPostgres } from './postgres.ts';
import { checkMachine } from './preflight.ts';
import { PrerequisiteError, StartCancelledError } from './problems.ts';
import { startRedis } from './redis.ts';
import type { StartContext, StartedStore } from './start-context.ts';
import { stopLeftover } from './store-process.ts';

export interface StackOptions {
  /** Receives one line per step for people: downloads, builds, starts, and stores that end by themselves and are restarted. */
  readonly onProgress: (line: string) => void;
  /** A store has failed too often and is not started again. By default the reason goes to onProgress. */
  readonly onGivenUp?: (reason: string) => void;
  /** Cancels the start: running steps are stopped and startStack rejects. */
  readonly signal?: AbortSignal;
  /** Deletes the data of the stores before they are started; never that of a running store. */
  readonly fresh?: boolean;
}

export interface Stack extends StoreUrls {
  /** The nodes of Elasticsearch that this call started; empty when it was running already. */
  readonly elasticsearchNodes: readonly StackNode[];
  /** Stops the stores that this call started. */
  stop(): Promise<void>;
}

/**
 * Starts each of the three stores without a configured address, and returns when all answer. A store that ends by itself is started again. A second call in the same process
 * with the same folder shares the stores of the first.
 * @throws PrerequisiteError, StoreStartError or StartCancelledError, whose message says what to do; no store is left running.
 */
export async function startStack(config: Config, options: StackOptions): Promise<Stack> {
  const stores = missingStores(config);
  if (stores.length === 0) return found(config, {});
  const places = layout(config.dataDir);
  makeDataFolder(places);
  const claim = claimFolder(places);
  if (claim.kind === 'shared') return found(config, claim.urls);
  const { ownership } = claim;
  try {
    await stopLeftovers(places, options);
    if (options.fresh === true) {
      for (const name of stores) await rm(places[name], { recursive: true, force: true });
    }
    const started = await startAll(config, places, stores, options);
    const urls = startedUrls(started);
    ownership.announce(urls);
    const stopAll = async () => {
      await Promise.all(Object.values(started).map(async (store) => store.process.stop()));
      ownership.release();
    };
    let stopped: Promise<void> | undefined;
    return {
      ...urlsOf(config, urls),
      elasticsearchNodes: started.elasticsearch?.nodes ?? [],
      stop: async () => (stopped ??= stopAll()),
    };
  } catch (error) {
    ownership.release();
    throw error;
  }
}

/** The stores without a configured address. */
export function missingStores(config: Config): StoreName[] {
  const named: Record<StoreName, unknown> = {
    postgres: config.databaseUrl,
    redis: config.redisUrl,
    elasticsearch: config.elasticsearchUrls,
  };
  return STORES.filter((name) => named[name] === null);
}

interface Started {
  postgres?: StartedStore;
  redis?: StartedStore;
  elasticsearch?: StartedElasticsearch;
}

/** The result of a call that started nothing. */
function found(config: Config, shared: Partial<StoreUrls>): Stack {
  return { ...urlsOf(config, shared), elasticsearchNodes: [], stop: async () => undefined };
}

function startedUrls({ postgres, redis, elasticsearch }: Started): Partial<StoreUrls> {
  return {
    ...(postgres !== undefined && { databaseUrl: postgres.url }),
    ...(redis !== undefined && { redisUrl: redis.url }),
    ...(elasticsearch !== undefined && { elasticsearchUrls: elasticsearch.url.split(',') }),
  };
}

function urlsOf(config: Config, started: Partial<StoreUrls>): StoreUrls {
  const databaseUrl = config.databaseUrl ?? started.databaseUrl;
  const redisUrl = config.redisUrl ?? started.redisUrl;
  const elasticsearchUrls = config.elasticsearchUrls ?? started.elasticsearchUrls;
  if (databaseUrl === undefined || redisUrl === undefined || elasticsearchUrls === undefined) {
    throw new PrerequisiteError('This process already runs other stores in the same folder: stop those first.');
  }
  return { databaseUrl, redisUrl, elasticsearchUrls };
}

function makeDataFolder(places: Layout): void {
  try {
    mkdirSync(places.logs, { recursive: true });
    mkdirSync(places.run, { recursive: true });
  } catch (cause) {
    throw new PrerequisiteError(
      `Nothing can be written to ${places.data}: make it writable, or set SAGASU_DATA to another folder.`,
      { cause },
    );
  }
}

async function stopLeftovers(places: Layout, options: StackOptions): Promise<void> {
  await Promise.all(
    recordedNames(readdirSync(places.run)).map(async (name) => {
      const pid = await stopLeftover(recordFile(places, name));
      if (pid !== null) options.onProgress(`stopped the ${name} that a killed run had left (process ${pid})`);
    }),
  );
}

/** Starts the stores in parallel. The first failure cancels the others, which are stopped before this throws. */
async function startAll(
  config: Config,
  places: Layout,
  stores: readonly StoreName[],
  options: StackOptions,
): Promise<Started> {
  // oxlint-disable-next-line node/no-process-env -- PATH and JAVA_HOME are the machine's, not settings of Sagasu
  const env = process.env;
  const { onProgress } = options;
  const failure = new AbortController();
  const signal = AbortSignal.any([failure.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const machine = await checkMachine({ config, places, env, onProgress, signal }, stores);
  const account = await storeAccount(env, onProgress);
  await closeDataFolder(places.data, account);
  await grantTraversal(places.logs, account, env, onProgress);
  const onGivenUp = options.onGivenUp ?? onProgress;
  const context: StartContext = { config, places, account, env, onProgress, onGivenUp, signal };
  const started: Started = {};
  const starters: Record<StoreName, () => Promise<void>> = {
    postgres: async () => void (started.postgres = await startPostgres(context)),
    redis: async () => void (started.redis = await startRedis(context, machine.redis())),
    elasticsearch: async () => void (started.elasticsearch = await startElasticsearch(context, machine.jdk())),
  };
  const errors: unknown[] = [];
  await Promise.all(
    stores.map(async (name) =>
      starters[name]().catch((error: unknown) => {
        errors.push(error);
        failure.abort();
      }),
    ),
  );
  if (errors.length === 0) return started;
  await Promise.all(Object.values(started).map(async (store: StartedStore) => store.process.stop()));
  throw errors.find((error) => !(error instanceof StartCancelledError)) ?? errors[0];
}
