import { Command } from 'commander';
import { forumBase } from '../mappings/kick.ts';
import { closeForum, listForums } from '../scraper/forums/forums.ts';
import { UsageError } from './arguments.ts';
import { notifyScrapers } from './kick.ts';
import { withDatabase } from './stores.ts';
import { jsonOption, printList } from './table.ts';

export function forumCommand(): Command {
  const forum = new Command('forum').description('List and close the forums that boards are harvested from');
  forum
    .command('list')
    .description('List every forum, the parts of it that are complete, and whether it is closed')
    .addOption(jsonOption())
    .action(async (options: { json: boolean }) => {
      printList(
        await withDatabase(listForums),
        {
          columns: {
            BOARD: ({ board }) => `/${board}/`,
            'BASE URL': (one) => forumBase(one),
            COMPLETE: ({ finished }) => finished ?? '{}',
            STATE: ({ closedAt }) => (closedAt === null ? 'open' : `closed since ${closedAt.toISOString()}`),
          },
          json: (one) => ({
            board: one.board,
            base_url: forumBase(one),
            complete: one.finished,
            closed_at: one.closedAt?.toISOString() ?? null,
          }),
          empty: 'No forums yet. Add a board: sagasu board add --help',
        },
        options,
      );
    });
  forum
    .command('close')
    .description('Stop harvesting a forum and free the memory that its history takes')
    .argument('<base-url>', 'base URL as listed by sagasu forum list')
    .action(async (base: string) => {
      await setClosed(base, new Date());
      console.log(`Closed ${base}. Posts archived from it stay.`);
    });
  forum
    .command('open')
    .description('Harvest a closed forum again')
    .argument('<base-url>', 'base URL as listed by sagasu forum list')
    .action(async (base: string) => {
      await setClosed(base, null);
      console.log(`Opened ${base}.`);
    });
  return forum;
}

async function setClosed(base: string, at: Date | null): Promise<void> {
  await withDatabase(async (pool) => {
    const matching = (await listForums(pool)).filter((one) => forumBase(one) === base);
    if (matching.length === 0) throw new UsageError(`${base} is not a base URL. List them: sagasu forum list`);
    for (const one of matching) await closeForum(pool, one, at);
  });
  await notifyScrapers();
}
