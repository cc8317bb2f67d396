import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { createRedis } from '../../../platform/redis.ts';
import type { Scenario } from '../scenario.ts';
import type { PrivateStores } from '../private-stores.ts';
import type { Figures, Stage } from '../stage.ts';

type RedisLoss = 'nothing' | 'flushed' | 'files removed';

/** Each round writes a burst of posts, so that there are jobs to lose. */
export async function interruptRedis(stage: Stage, stores: PrivateStores, loss: RedisLoss): Promise<Figures> {
  const { load, params, random, indexer } = stage;
  await Promise.all([indexer(), indexer()]);
  load.start();
  for (let round = 0; round < params.rounds; round++) {
    const burst = load.write(params.posts / params.rounds);
    await sleep(random() * 1_000);
    if (loss === 'flushed') {
      await withRedis(stores.redisUrl, (redis) => redis.flushall());
    } else {
      await stores.kill('redis');
      if (loss === 'files removed') await stores.wipe('redis');
      await sleep(random() * 1_000);
      await stores.start('redis');
    }
    await burst;
  }
  return {};
}

const FILLER = 'foreign-data';
const FILLER_BYTES = 20_000_000;
const GROWTH_LIMIT_MB = 100;

/** Foreign data fills Redis to its limit: the queued jobs fit, and nothing else. */
export async function fillRedis(
  { load, params, reportFailure, indexer }: Stage,
  stores: PrivateStores,
): Promise<Figures> {
  const first = await indexer();
  await load.write(200);
  load.start();
  let peakMb = 0;
  let refusals = 0;
  await withRedis(stores.redisUrl, async (redis) => {
    for (let round = 0; round < params.rounds; round++) {
      await redis.set(FILLER, 'x'.repeat(FILLER_BYTES));
      await redis.config('SET', 'maxmemory', String(FILLER_BYTES));
      const before = first.residentMb;
      await load.write(params.posts);
      const until = performance.now() + params.seconds * 1000;
      while (performance.now() < until) {
        peakMb = Math.max(peakMb, first.residentMb);
        await sleep(200);
      }
      refusals += Number(/errorstat_OOM:count=(\d+)/.exec(await redis.info('errorstats'))?.[1] ?? 0);
      if (peakMb > before + GROWTH_LIMIT_MB) reportFailure(`the indexer grew from ${before} to ${peakMb} MiB`);
      await redis.del(FILLER);
      await redis.config('SET', 'maxmemory', '0');
    }
  });
  return { peakMb: Math.round(peakMb), refusals };
}

/** Wrong settings, each with the command that the error message must name. */
const WRONG: readonly (readonly [string, string, string])[] = [
  ...[
    'allkeys-lru',
    'allkeys-lfu',
    'allkeys-random',
    'volatile-lru',
    'volatile-lfu',
    'volatile-random',
    'volatile-ttl',
  ].map((policy) => ['maxmemory-policy', policy, 'config set maxmemory-policy noeviction'] as const),
  ['appendonly', 'no', 'config set appendonly yes'],
];

async function refuseRedis(
  { run, reportFailure, indexer, load, params }: Stage,
  stores: PrivateStores,
): Promise<Figures> {
  await load.write(params.posts);
  let refused = 0;
  await withRedis(stores.redisUrl, async (redis) => {
    for (const [name, value, remedy] of WRONG) {
      const right = ((await redis.config('GET', name)) as string[])[1] ?? '';
      await redis.config('SET', name, value);
      const started = run('indexer/main.ts');
      const code = await started.ended();
      if (code === 1 && started.log.includes(remedy)) refused++;
      else reportFailure(`with ${name} ${value} the indexer ended with ${code}: ${started.log.slice(-500)}`);
      await redis.config('SET', name, right);
    }
  });
  await indexer();
  return { wrong: WRONG.length, refused };
}

async function withRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = createRedis(url);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

export const REDIS_SCENARIOS: readonly Scenario[] = [
  {
    name: 'redis-kill',
    claim: 'no change is lost when Redis is killed',
    params: { rounds: 20, posts: 20_000 },
    run: (stage, stores) => interruptRedis(stage, stores, 'nothing'),
  },
  {
    name: 'redis-flush',
    claim: 'no change is lost when Redis is emptied',
    params: { rounds: 20, posts: 20_000 },
    run: (stage, stores) => interruptRedis(stage, stores, 'flushed'),
  },
  {
    name: 'redis-lost',
    claim: 'no change is lost when Redis restarts without its files',
    params: { rounds: 20, posts: 20_000 },
    run: (stage, stores) => interruptRedis(stage, stores, 'files removed'),
  },
  {
    name: 'redis-full',
    claim: 'processes wait while Redis is full, and nothing is lost',
    params: { rounds: 2, posts: 20_000, seconds: 40 },
    run: fillRedis,
  },
  {
    name: 'redis-policy',
    claim: 'a process refuses to start with a Redis that may lose jobs, and names the command that fixes it',
    params: { rounds: 1, posts: 120 },
    run: refuseRedis,
  },
];
