/** Redis keeps the queues: it may neither drop them nor lose them in a crash. */
import type { Redis } from 'ioredis';
import { REDIS_SETTINGS } from '../../dev-stores/settings.ts';
import { faultIf, type Check, type DoctorContext } from './check.ts';
import { infoOf } from '../../platform/redis-info.ts';

/** A hosted Redis may not permit reading its configuration. */
async function settingOf(redis: Redis, name: string): Promise<string | null> {
  const answer = await redis.config('GET', name).catch((error: unknown) => {
    if (error instanceof Error && /unknown command|NOPERM|permission/i.test(error.message)) return [];
    throw error;
  });
  return (answer as readonly string[])[1] ?? null;
}

/** Changes a setting of the running Redis, and in its configuration file if it has one. */
async function set(redis: Redis, name: string): Promise<void> {
  await redis.config('SET', name, REDIS_SETTINGS[name] ?? '');
  await redis.config('REWRITE').catch(() => undefined);
}

async function sectionOf({ redis }: DoctorContext, section: string): Promise<ReadonlyMap<string, string>> {
  return infoOf(await redis.info(section));
}

/** Beyond this share of `maxmemory` the queues soon find no room. */
const FULL = 0.9;

export const REDIS_CHECKS: readonly Check[] = [
  {
    name: 'redis.answers',
    level: 'error',
    meaning: 'Nothing is harvested or indexed, and each server counts the limits of readers alone.',
    fix: 'check REDIS_URL and start Redis: systemctl start redis-server, or docker compose up -d redis',
    async run({ redis, redisUrl }) {
      if (redisUrl === null) return [{ text: 'no Redis is known', fix: 'set REDIS_URL' }];
      const failure = await redis.ping().then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      return faultIf(failure !== null, `Redis does not answer: ${failure}`);
    },
  },
  {
    name: 'redis.eviction',
    level: 'error',
    needs: ['redis'],
    meaning: 'When its memory is full, Redis drops queued jobs and leases. Indexers and scrapers refuse to start.',
    fix: 'redis-cli config set maxmemory-policy noeviction, and the same in redis.conf',
    async run({ redis }) {
      const policy = await settingOf(redis, 'maxmemory-policy');
      return faultIf(policy !== null && policy !== 'noeviction', `maxmemory-policy is ${policy}`);
    },
    repair: async ({ redis }) => set(redis, 'maxmemory-policy'),
  },
  {
    name: 'redis.persistence',
    level: 'error',
    needs: ['redis'],
    meaning: 'A crash of Redis loses all queued jobs and limits. Indexers and scrapers refuse to start.',
    fix: 'redis-cli config set appendonly yes, and the same in redis.conf',
    async run({ redis }) {
      return faultIf((await settingOf(redis, 'appendonly')) === 'no', 'append-only persistence is off');
    },
    repair: async ({ redis }) => set(redis, 'appendonly'),
  },
  {
    name: 'redis.writes',
    level: 'error',
    needs: ['redis'],
    meaning: 'Redis cannot write to its disk and refuses commands, or loses jobs in a crash.',
    fix: 'free space on the disk of Redis, and read its log',
    async run(context) {
      const state = await sectionOf(context, 'persistence');
      return ['aof_last_write_status', 'aof_last_bgrewrite_status'].flatMap((name) =>
        faultIf((state.get(name) ?? 'ok') !== 'ok', `${name} is ${state.get(name)}`),
      );
    },
  },
  {
    name: 'redis.memory',
    level: 'warning',
    needs: ['redis'],
    meaning: 'Redis refuses new jobs when its memory is full: harvesting and indexing then halt.',
    fix: 'redis-cli config set maxmemory 1gb, or 0 for no limit, and the same in redis.conf',
    async run(context) {
      const state = await sectionOf(context, 'memory');
      const [used, most] = [Number(state.get('used_memory')), Number(state.get('maxmemory'))];
      return faultIf(most > 0 && used > FULL * most, `${Math.round((100 * used) / most)} % of maxmemory are in use`);
    },
  },
  {
    name: 'redis.primary',
    level: 'error',
    needs: ['redis'],
    meaning: 'A replica refuses writes, so no job can be queued.',
    fix: 'set REDIS_URL to the primary, or redis-cli replicaof no one',
    async run(context) {
      const role = (await sectionOf(context, 'replication')).get('role');
      return faultIf(role !== undefined && role !== 'master', `REDIS_URL leads to a ${role}`);
    },
  },
];
