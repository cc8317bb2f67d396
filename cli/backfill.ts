import { Command } from 'commander';
import { addBackfill, listBackfills } from '../scraper/backfill/backfills.ts';
import { checkSite } from './check-site.ts';
import { boardsNamed } from './board-names.ts';
import { withDatabase } from './stores.ts';
import { tellScrapers } from './kick.ts';

interface AddOptions {
  readonly url: string;
  readonly sourceName?: string;
}

export function backfillCommand(): Command {
  const backfill = new Command('backfill').description('what other archives have of a board');
  backfill
    .command('add')
    .description('take what is missing from another archive that runs FoolFuuka, page by page, beside the polls')
    .argument('<board>', 'a board that is archived here')
    .requiredOption('--url <url>', 'the other archive, e.g. https://archive.example.org')
    .option('--source-name <name>', 'what the other archive calls the board')
    .action(async (board: string, { url, sourceName }: AddOptions) => {
      await withDatabase(async (pool) => {
        const [name = board] = await boardsNamed(pool, [board]);
        const there = { source: 'foolfuuka' as const, url, sourceName: sourceName ?? name };
        const warning = await checkSite({ ...there, name, title: name, mediaUrl: url, worksafe: true });
        await addBackfill(pool, name, there, new Date());
        if (warning !== null) console.error(warning);
        await tellScrapers();
        console.log(`What ${url} has of /${name}/ and is missing here is fetched.`);
      });
    });
  backfill
    .command('list')
    .description('which archives are walked, and how far the walks have come')
    .action(async () => {
      for (const row of await withDatabase(listBackfills)) {
        const state =
          row.finishedAt === null ? `at page ${row.downPage}` : `complete since ${row.finishedAt.toISOString()}`;
        console.log(`/${row.board}/  ${row.source}  ${row.url}  ${state}`);
      }
    });
  return backfill;
}
