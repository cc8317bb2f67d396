import { Command, Option } from 'commander';
import { listBoards, upsertBoard } from '../scraper/boards.ts';
import { withDatabase } from './database.ts';

interface AddOptions {
  readonly source: '4chan';
  readonly url: string;
  readonly mediaUrl?: string;
  readonly title?: string;
  readonly nsfw: boolean;
}

export function boardCommand(): Command {
  const board = new Command('board').description('the boards that are archived');
  board
    .command('add')
    .description('archive a board; a running scraper takes it up within seconds')
    .argument('<name>', 'its name on the source, e.g. g')
    .addOption(new Option('--source <kind>', 'the form of the source').choices(['4chan']).default('4chan'))
    .requiredOption('--url <url>', 'base of its JSON API, e.g. https://a.4cdn.org')
    .option('--media-url <url>', 'base of its files (default: the same as --url)')
    .option('--title <title>', 'shown to readers (default: the name)')
    .option('--nsfw', 'not safe for work', false)
    .action(async (name: string, options: AddOptions) => {
      await withDatabase(async (pool) => {
        await upsertBoard(pool, {
          name,
          title: options.title ?? name,
          source: options.source,
          url: options.url,
          mediaUrl: options.mediaUrl ?? options.url,
          worksafe: !options.nsfw,
        });
      });
      console.log(`/${name}/ is archived from ${options.url}.`);
    });
  board
    .command('list')
    .description('what is archived, and from where')
    .option('--json', 'one JSON object a line', false)
    .action(async (options: { json: boolean }) => {
      const boards = await withDatabase(listBoards);
      for (const { name, title, source, url } of boards) {
        console.log(
          options.json ? JSON.stringify({ name, title, source, url }) : `/${name}/  ${title}  (${source}, ${url})`,
        );
      }
      if (boards.length === 0 && !options.json) console.log('No boards yet: sagasu board add --help');
    });
  return board;
}
