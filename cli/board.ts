import { Command, Option } from 'commander';
import { DEFAULT_SLICE_SIZE } from '../mappings/board.ts';
import { SOURCE_KINDS, type SourceKind } from '../mappings/sources.ts';
import { releaseHeld } from '../store/boards/held.ts';
import { assertBoardInput, changeBoard, listBoards, upsertBoard, type BoardInput } from '../store/boards/boards.ts';
import { readBoard, UsageError } from './arguments.ts';
import { removeCommand } from './board-removal.ts';
import { defaultsCommand, setCommand, showCommand } from './board-settings.ts';
import { checkSite } from './check-site.ts';
import { notifyScrapers } from './kick.ts';
import type { BoardSource } from './module.ts';
import { MODULES } from './modules.ts';
import { withDatabase } from './stores.ts';
import { jsonOption, printList } from './table.ts';

interface AddOptions {
  readonly source: SourceKind;
  readonly sourceName?: string;
  readonly url: string;
  readonly mediaUrl?: string;
  readonly title?: string;
  readonly nsfw: boolean;
  readonly unchecked: boolean;
  readonly closed?: true;
  readonly sliceSize?: number;
}

export async function boardCommand(): Promise<Command> {
  const ofModules = await Promise.all(MODULES.flatMap(({ boardSource }) => boardSource?.() ?? []));
  const board = new Command('board').description('Add boards to the archive and change how they are harvested');
  const add = board
    .command('add')
    .description('Archive a board; a running scraper starts within seconds')
    .argument('<name>', 'name of the board in this archive, e.g. g')
    .addOption(new Option('--source <kind>', 'software of the source').choices(SOURCE_KINDS).default('4chan'))
    .option('--source-name <name>', 'name of the board at the source (default: <name>)')
    .requiredOption(
      '--url <url>',
      'address under which the source has its boards, e.g. https://a.4cdn.org or https://lists.example.org/pipermail',
    )
    .option('--media-url <url>', 'address under which the source has its files (default: --url)')
    .option('--title <title>', 'title shown to readers (default: <name>)')
    .option('--nsfw', 'mark the board as not safe for work', false)
    .option('--unchecked', 'do not check that the source has the board', false)
    .option('--closed', 'do not harvest the board before sagasu forum open')
    .option(
      '--slice-size <numbers>',
      `post numbers of one partition and index, for a new board only (default: ${DEFAULT_SLICE_SIZE})`,
      Number,
    )
    .addHelpText(
      'after',
      `
The source is asked for the board first. If it does not answer, the board is added anyway, with a warning.
Adding a board that exists already changes its source, addresses and title.

Example:
  $ sagasu board add g --url https://a.4cdn.org --media-url https://i.4cdn.org --title Technology${ofModules.map(({ example }) => `\n  $ ${example}`).join('')}`,
    )
    .action((name: string, options: AddOptions) => addBoard(name, options, ofModules));
  for (const { options } of ofModules) for (const option of options) add.addOption(option);
  board
    .command('list')
    .description('List the boards and their sources')
    .addOption(jsonOption())
    .action(async (options: { json: boolean }) => {
      const boards = await withDatabase(listBoards);
      printList(
        boards,
        {
          columns: {
            BOARD: ({ name }) => `/${name}/`,
            TITLE: ({ title }) => title,
            SOURCE: ({ source }) => source,
            URL: ({ url }) => url,
          },
          json: ({ name, title, source, url }) => ({ name, title, source, url }),
          empty: 'No boards yet. Add one: sagasu board add --help',
        },
        options,
      );
    });
  board
    .command('rename')
    .description('Change the title that readers see; the name in addresses stays')
    .argument('<name>', 'name of the board')
    .argument('<title>', 'new title')
    .action(async (name: string, title: string) => {
      if (title.trim() === '') throw new UsageError('a board needs a title');
      await withDatabase(async (pool) => {
        const { id, worksafe } = await readBoard(pool, name);
        await changeBoard(pool, id, { title: title.trim(), worksafe });
      });
      console.log(`/${name}/ is called ${title.trim()}.`);
    });
  board.addCommand(removeCommand());
  board.addCommand(setCommand());
  board.addCommand(showCommand());
  board.addCommand(defaultsCommand());
  board
    .command('release')
    .description('Judge held posts, threads and files after all: those still missing are marked as deleted')
    .argument('<name>', 'name of the board')
    .addHelpText(
      'after',
      `
When more than a fifth of a board disappears at once, the scraper holds its judgement, because the source is more likely
broken than empty. After a release it checks what is held once more.`,
    )
    .action(async (name: string) => {
      const counts = await withDatabase(async (pool) => releaseHeld(pool, await readBoard(pool, name)));
      console.log(`Released ${counts.threads} threads, ${counts.posts} posts and ${counts.files} files.`);
    });
  return board;
}

async function addBoard(name: string, options: AddOptions, ofModules: readonly BoardSource[]): Promise<void> {
  const input: BoardInput = {
    name,
    title: options.title ?? name,
    source: options.source,
    ...(options.sourceName !== undefined && { sourceName: options.sourceName }),
    url: options.url,
    mediaUrl: options.mediaUrl ?? options.url,
    worksafe: !options.nsfw,
    ...(options.closed && { closed: true }),
    ...(options.sliceSize !== undefined && { sliceSize: options.sliceSize }),
  };
  const ofModule = ofModules.find(({ kind }) => kind === options.source);
  if (ofModule !== undefined) {
    console.log(await ofModule.add(input, { ...options }));
    return;
  }
  assertBoardInput(input);
  const warning = options.unchecked ? null : await checkSite(input);
  await withDatabase((pool) => upsertBoard(pool, input));
  await notifyScrapers();
  if (warning !== null) console.error(warning);
  console.log(`Added /${name}/ from ${options.url}.`);
}
