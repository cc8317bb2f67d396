import { Command } from 'commander';
import type pg from 'pg';
import { readAssignments, settingsOf } from '../mappings/board-settings/stored.ts';
import { BOARD_SETTINGS, BOARD_SETTING_NAMES, BoardSettingError, takenBy } from '../mappings/board-settings/table.ts';
import type { Board } from '../mappings/board.ts';
import { releaseHeld } from '../platform/boards/held.ts';
import { changeSettings, readSettings } from '../platform/boards/settings.ts';
import { closestName } from '../mappings/closest-name.ts';
import { listBoards } from '../scraper/boards/boards.ts';
import { boardsNamed } from './board-names.ts';
import { withDatabase } from './stores.ts';
import { tellScrapers } from './kick.ts';
import { UsageError } from './usage-error.ts';

const MAX_SLIPS = 4;

const MEANINGS = Object.entries(BOARD_SETTINGS).map(
  ([name, setting]) => `  ${name.padEnd(28)} ${setting.meaning} (${takenBy(setting)})`,
);

export function settingsCommands(): readonly Command[] {
  const set = new Command('set')
    .description('change how a board is polled; its scraper acts on it with its next look')
    .argument('<name>', 'the board')
    .argument('<settings...>', 'name=value; name= for the default')
    .addHelpText('after', `\nSettings:\n${MEANINGS.join('\n')}`)
    .action(async (name: string, assignments: readonly string[]) => {
      const stored = await withDatabase(async (pool) => {
        const board = await boardNamed(pool, name);
        return said(async () => changeSettings(pool, board, readAssignments(assignments)));
      });
      await tellScrapers();
      print(stored.after.settings, name);
    });
  const show = new Command('show')
    .description("a board's settings that are not the default")
    .argument('<name>', 'the board')
    .option('--json', 'one JSON object', false)
    .action(async (name: string, options: { json: boolean }) => {
      const { settings } = await withDatabase(async (pool) => readSettings(pool, await boardNamed(pool, name)));
      if (options.json) console.log(JSON.stringify(settings));
      else await said(() => Promise.resolve(print(settings, name)));
    });
  const release = new Command('release')
    .description(
      'judge what vanished in masses after all: it is looked for again, and said to be deleted if it is gone',
    )
    .argument('<name>', 'the board')
    .action(async (name: string) => {
      const counts = await withDatabase(async (pool) => releaseHeld(pool, await boardNamed(pool, name)));
      console.log(`${counts.threads} threads, ${counts.posts} posts and ${counts.files} files are no longer held.`);
    });
  return [set, show, release];
}

function print(stored: unknown, name: string): void {
  const settings = settingsOf(stored);
  for (const [setting, value] of settings) console.log(`${setting}=${String(value)}`);
  if (settings.length === 0) console.log(`/${name}/ has no settings of its own: sagasu board set --help`);
}

async function boardNamed(pool: pg.Pool, name: string): Promise<Board> {
  const [wanted] = await boardsNamed(pool, [name]);
  const board = (await listBoards(pool)).find((one) => one.name === wanted);
  if (board === undefined) throw new UsageError(`there is no board /${name}/`);
  return board;
}

/** @throws UsageError for a setting that there is not, with the nearest name that there is. */
async function said<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BoardSettingError)) throw error;
    const meant = error.fault === 'unknown' ? closestName(error.setting, BOARD_SETTING_NAMES, MAX_SLIPS) : null;
    throw new UsageError(`${error.message}${meant === null ? '' : `. Did you mean ${meant}?`}`);
  }
}
