import { Command } from 'commander';
import type { Redis } from 'ioredis';
import { kickTarget } from '../mappings/kick.ts';
import { readConfig } from '../platform/config.ts';
import { ConfigError, UnavailableError } from '../platform/errors.ts';
import { sendConfigKick, sendUpdateKick } from '../platform/kick.ts';
import { createRedis } from '../platform/redis.ts';
import { listForums } from '../scraper/forums/forums.ts';
import { redisUrl, withDatabase } from './stores.ts';
import { UsageError } from './usage-error.ts';

export function kickCommand(): Command {
  return new Command('kick')
    .description('ask for a harvest now')
    .argument('[url]', 'a document of a board at its source, e.g. its thread; or a path here, /g/thread/123')
    .option('--config', 'have all scrapers read boards and settings anew', false)
    .action(async (url: string | undefined, { config }: { config: boolean }) => {
      if ((url === undefined) !== config) throw new UsageError('say what to kick: an address, or --config');
      if (url === undefined) {
        const heard = await withRedis(sendConfigKick);
        console.log(`${heard} ${heard === 1 ? 'scraper reads' : 'scrapers read'} boards and settings anew.`);
      } else {
        await kickForum(url);
      }
    });
}

/** What was changed is heard of at once; without Redis, or without a scraper, some seconds later. */
export async function tellScrapers(): Promise<void> {
  if (redisUrl(readConfig()) !== null) await withRedis(sendConfigKick).catch(() => undefined);
}

async function kickForum(url: string): Promise<void> {
  const target = kickTarget(url, await withDatabase(listForums));
  if (target === null) throw new UsageError(`${url} is no address of a board: sagasu board list shows those there are`);
  const { forum, thread } = target;
  const what = thread === null ? `/${forum.board}/` : `thread ${thread} of /${forum.board}/`;
  if (forum.closedAt !== null) throw new UsageError(`/${forum.board}/ is closed at ${forum.url}: sagasu forum open`);
  const heard = await withRedis((redis, prefix) => sendUpdateKick(redis, prefix, target));
  if (heard === null) throw new UsageError(`so much of /${forum.board}/ was kicked that ${what} would have to wait`);
  console.log(
    heard === 0
      ? `No scraper holds /${forum.board}/ now; one that takes it up within two minutes fetches ${what}.`
      : `${what} is fetched.`,
  );
}

async function withRedis<T>(work: (redis: Redis, prefix: string) => Promise<T>): Promise<T> {
  const config = readConfig();
  const url = redisUrl(config);
  if (url === null) {
    throw new ConfigError('no Redis: set REDIS_URL, or run this while `npm start` runs with the same SAGASU_DATA');
  }
  const redis = createRedis(url);
  try {
    return await work(redis, config.queuePrefix);
  } catch (error) {
    throw new UnavailableError('redis', 'Redis is out of reach', { cause: error });
  } finally {
    redis.disconnect();
  }
}
