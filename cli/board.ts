import { Command, Option } from 'commander';
import { SOURCE_KINDS, type SourceKind } from '../mappings/board.ts';
import { assertBoardInput, listBoards, upsertBoard, type BoardInput } from '../scraper/boards/boards.ts';
import { settingsCommands } from './board-settings.ts';
import { checkSite } from './check-site.ts';
import { withDatabase } from './stores.ts';
import { tellScrapers } from './kick.ts';

interface AddOptions {
  readonly source: SourceKind;
  readonly sourceName?: string;
  readonly url: string;
  readonly mediaUrl?: string;
  readonly title?: string;
  readonly nsfw: boolean;
  readonly unchecked: boolean;
}

export function boardCommand(): Command {
  const board = new Command('board').description('the boards that are archived');
  board
    .command('add')
    .description('archive a board; a running scraper takes it up within seconds')
    .argument('<name>', 'its name here, and on the source too unless --source-name says another; e.g. g')
    .addOption(new Option('--source <kind>', 'the form of the source').choices(SOURCE_KINDS).default('4chan'))
    .option('--source-name <name>', 'what the source calls it')
    .requiredOption(
      '--url <url>',
      'where the source has its boards, e.g. https://a.4cdn.org, or https://lists.example.org/pipermail',
    )
    .option('--media-url <url>', 'base of its files (default: the same as --url)')
    .option('--title <title>', 'shown to readers (default: the name)')
    .option('--nsfw', 'not safe for work', false)
    .option('--unchecked', 'do not ask the source first whether it has the board', false)
    .action(async (name: string, options: AddOptions) => {
      const input: BoardInput = {
        name,
        title: options.title ?? name,
        source: options.source,
        ...(options.sourceName !== undefined && { sourceName: options.sourceName }),
        url: options.url,
        mediaUrl: options.mediaUrl ?? options.url,
        worksafe: !options.nsfw,
      };
      assertBoardInput(input);
      const warning = options.unchecked ? null : await checkSite(input);
      await withDatabase((pool) => upsertBoard(pool, input));
      await tellScrapers();
      if (warning !== null) console.error(warning);
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
  for (const command of settingsCommands()) board.addCommand(command);
  return board;
}
