import { Command, Option } from 'commander';
import { readAssignments, settingsOf } from '../mappings/board-settings/stored.ts';
import { BOARD_SETTINGS, BOARD_SETTING_NAMES, BoardSettingError, takenBy } from '../mappings/board-settings/table.ts';
import { SOURCE_KINDS, type SourceKind } from '../mappings/sources.ts';
import { releaseHeld } from '../store/boards/held.ts';
import { changeSettings, readSettings } from '../store/boards/settings.ts';
import { assertBoardInput, listBoards, upsertBoard, type BoardInput } from '../scraper/boards/boards.ts';
import { didYouMean, readBoard, UsageError } from './arguments.ts';
import { checkSite } from './check-site.ts';
import { notifyScrapers } from './kick.ts';
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
}

const MAX_SETTING_EDITS = 4;

/** Defaults that are no constants of BOARD_SETTINGS. */
const OTHER_DEFAULTS: Readonly<Record<string, string>> = {
  refreshDelay: 'SAGASU_SCRAPER_INTERVAL_MS',
  refreshDelayMax: '8 times refreshDelay',
  throttleMillisec: 'SAGASU_SCRAPER_HOST_DELAY_MS',
};

const SETTINGS_HELP = Object.entries(BOARD_SETTINGS).map(
  ([name, setting]) =>
    `  ${name.padEnd(28)} ${setting.meaning} (${takenBy(setting)}; default: ${setting.standard ?? OTHER_DEFAULTS[name] ?? 'none'})`,
);

export function boardCommand(): Command {
  const board = new Command('board').description('Add boards to the archive and change how they are harvested');
  board
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
    .addHelpText(
      'after',
      `
The source is asked for the board first. If it does not answer, the board is added anyway, with a warning.
Adding a board that exists already changes its source, addresses and title.

Example:
  $ sagasu board add g --url https://a.4cdn.org --media-url https://i.4cdn.org --title Technology`,
    )
    .action(addBoard);
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
    .command('set')
    .description('Change how a board is harvested; applies from the next poll')
    .argument('<name>', 'name of the board')
    .argument('<settings...>', 'setting=value; setting= restores the default')
    .addHelpText(
      'after',
      `\nSettings:\n${SETTINGS_HELP.join('\n')}\n\nExample:\n  $ sagasu board set g refreshDelay=30`,
    )
    .action(async (name: string, assignments: readonly string[]) => {
      const stored = await withDatabase(async (pool) => {
        const { id } = await readBoard(pool, name);
        return asUsageError(async () => changeSettings(pool, { id }, readAssignments(assignments)));
      });
      await notifyScrapers();
      printSettings(stored.after.settings, name);
    });
  board
    .command('show')
    .description("Show a board's settings that differ from the defaults")
    .argument('<name>', 'name of the board')
    .option('--json', 'print one JSON object', false)
    .action(async (name: string, { json }: { json: boolean }) => {
      const { settings } = await withDatabase(async (pool) => readSettings(pool, await readBoard(pool, name)));
      if (json) console.log(JSON.stringify(settings));
      else await asUsageError(async () => printSettings(settings, name));
    });
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

async function addBoard(name: string, options: AddOptions): Promise<void> {
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
  await notifyScrapers();
  if (warning !== null) console.error(warning);
  console.log(`Added /${name}/ from ${options.url}.`);
}

function printSettings(stored: unknown, name: string): void {
  const settings = settingsOf(stored);
  for (const [setting, value] of settings) console.log(`${setting}=${String(value)}`);
  if (settings.length === 0) console.log(`/${name}/ has the default settings. Change them: sagasu board set --help`);
}

/** Turns a wrong setting into a UsageError, with the closest name for one that does not exist. */
async function asUsageError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BoardSettingError)) throw error;
    const isUnknown = error.fault === 'unknown';
    const hint = isUnknown ? didYouMean(error.setting, BOARD_SETTING_NAMES, MAX_SETTING_EDITS) : '';
    throw new UsageError(`${error.message}${hint === '' ? '' : `.${hint}`}`);
  }
}
