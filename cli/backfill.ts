import { Command } from 'commander';
import { addBackfill, listBackfills } from '../scraper/backfill/backfills.ts';
import { closeForum } from '../scraper/forums/forums.ts';
import { readBoard } from './arguments.ts';
import { checkSite } from './check-site.ts';
import { notifyScrapers } from './kick.ts';
import { withDatabase } from './stores.ts';
import { jsonOption, printList } from './table.ts';

interface AddOptions {
  readonly url: string;
  readonly sourceName?: string;
  readonly closed?: true;
}

export function backfillCommand(): Command {
  const backfill = new Command('backfill').description('Copy missing posts from other archives');
  backfill
    .command('add')
    .description('Copy missing posts of a board from another archive that runs FoolFuuka')
    .argument('<board>', 'name of a board in this archive')
    .requiredOption('--url <url>', 'address of the other archive, e.g. https://archive.example.org')
    .option('--source-name <name>', 'name of the board in the other archive (default: <board>)')
    .option('--closed', 'read nothing before sagasu forum open')
    .addHelpText(
      'after',
      `
The scraper reads the other archive page by page, from the newest to the oldest, while it goes on polling the source.
Posts that are stored already stay as they are.

Example:
  $ sagasu backfill add g --url https://archive.example.org`,
    )
    .action(async (boardName: string, { url, sourceName, closed }: AddOptions) => {
      await withDatabase(async (pool) => {
        const { id, name } = await readBoard(pool, boardName);
        const origin = { source: 'foolfuuka' as const, url, sourceName: sourceName ?? name };
        const warning = await checkSite({ ...origin, name, title: name, mediaUrl: url, worksafe: true });
        // First, so that no scraper sees it open.
        if (closed)
          await closeForum(pool, { ...origin, url: url.replace(/\/+$/, ''), boardId: id, board: name }, new Date());
        await addBackfill(pool, name, origin);
        if (warning !== null) console.error(warning);
        await notifyScrapers();
        console.log(`Added: missing posts of /${name}/ are copied from ${url}.`);
      });
    });
  backfill
    .command('list')
    .description('List the other archives and how far each has been read')
    .addOption(jsonOption())
    .action(async (options: { json: boolean }) => {
      printList(
        await withDatabase(listBackfills),
        {
          columns: {
            BOARD: ({ board }) => `/${board}/`,
            SOURCE: ({ source }) => source,
            URL: ({ url }) => url,
            STATE: ({ finishedAt, downPage }) =>
              finishedAt === null ? `at page ${downPage}` : `complete since ${finishedAt.toISOString()}`,
          },
          json: ({ board, source, url, sourceName, downPage, finishedAt }) => ({
            board,
            source,
            url,
            source_name: sourceName,
            page: downPage,
            finished_at: finishedAt?.toISOString() ?? null,
          }),
          empty: 'No backfills yet. Add one: sagasu backfill add --help',
        },
        options,
      );
    });
  return backfill;
}
