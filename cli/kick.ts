import { Command } from 'commander';
import { kickTarget } from '../mappings/kick.ts';
import { readConfig } from '../platform/config.ts';
import { sendConfigKick, sendUpdateKick } from '../store/boards/kicks.ts';
import { listForums } from '../scraper/forums/forums.ts';
import { UsageError } from './arguments.ts';
import { redisUrl, withDatabase, withRedis } from './stores.ts';

export function kickCommand(): Command {
  return new Command('kick')
    .description('Harvest a board or thread now')
    .argument('[url]', 'address of a board or thread at its source, or its path here, e.g. /g/thread/123')
    .option('--config', 'make every scraper reload boards and settings', false)
    .addHelpText(
      'after',
      `
Examples:
  $ sagasu kick https://a.4cdn.org/g/thread/51971506.json
  $ sagasu kick /g/
  $ sagasu kick --config`,
    )
    .action(async (url: string | undefined, { config }: { config: boolean }) => {
      if ((url === undefined) !== config) throw new UsageError('give either an address or --config');
      if (url !== undefined) return kickForum(url);
      const scrapers = await withRedis(sendConfigKick);
      console.log(`${scrapers} ${scrapers === 1 ? 'scraper reloads' : 'scrapers reload'} boards and settings.`);
    });
}

/** Makes running scrapers reload boards and settings now. Without Redis they do so by themselves within seconds. */
export async function notifyScrapers(): Promise<void> {
  if (redisUrl(readConfig()) !== null) await withRedis(sendConfigKick).catch(() => undefined);
}

async function kickForum(url: string): Promise<void> {
  const target = kickTarget(url, await withDatabase(listForums));
  if (target === null) throw new UsageError(`${url} is not an address of any board. List boards: sagasu board list`);
  const { forum, thread } = target;
  const subject = thread === null ? `/${forum.board}/` : `Thread ${thread} of /${forum.board}/`;
  if (forum.closedAt !== null) {
    throw new UsageError(`/${forum.board}/ is closed at ${forum.url}. Open it: sagasu forum open --help`);
  }
  const receivers = await withRedis((redis, prefix) => sendUpdateKick(redis, prefix, target));
  if (receivers === null)
    throw new UsageError(`too many kicks are waiting for /${forum.board}/: try again in a minute`);
  console.log(
    receivers === 0
      ? `No scraper holds /${forum.board}/ now. A scraper that takes it over within two minutes harvests it.`
      : `${subject} is harvested now.`,
  );
}
