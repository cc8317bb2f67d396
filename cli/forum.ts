import { Command } from 'commander';
import { forumBase } from '../mappings/kick.ts';
import { closeForum, listForums } from '../scraper/forums/forums.ts';
import { withDatabase } from './stores.ts';
import { tellScrapers } from './kick.ts';
import { UsageError } from './usage-error.ts';

export function forumCommand(): Command {
  const forum = new Command('forum').description('where boards are harvested: their sources, and other archives');
  forum
    .command('list')
    .description('base addresses, what is finished there, and what is closed')
    .action(async () => {
      for (const one of await withDatabase(listForums)) {
        const closed = one.closedAt === null ? '' : `  closed since ${one.closedAt.toISOString()}`;
        console.log(`/${one.board}/  ${forumBase(one)}  ${one.finished ?? '{}'}${closed}`);
      }
    });
  forum
    .command('close')
    .description('nothing more comes of it: ask it no more, and drop its history from memory')
    .argument('<base-url>', 'as sagasu forum list shows it')
    .action(async (base: string) => {
      await setClosed(base, new Date());
      console.log(`${base} is closed. What is archived of it stays.`);
    });
  forum
    .command('open')
    .description('ask a closed one again')
    .argument('<base-url>', 'as sagasu forum list shows it')
    .action(async (base: string) => {
      await setClosed(base, null);
      console.log(`${base} is asked again.`);
    });
  return forum;
}

async function setClosed(base: string, at: Date | null): Promise<void> {
  await withDatabase(async (pool) => {
    const meant = (await listForums(pool)).filter((one) => forumBase(one) === base);
    if (meant.length === 0) throw new UsageError(`${base} is no base address: sagasu forum list shows those there are`);
    for (const one of meant) await closeForum(pool, one, at);
  });
  await tellScrapers();
}
