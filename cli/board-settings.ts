/** `sagasu board set`, `show` and `defaults`: settings of boards and the defaults of all boards. */
import { Command } from 'commander';
import { needSentence, needsOf, unmetNeeds } from '../mappings/board-settings/needs.ts';
import { resolveSetting, type SettingLayers } from '../mappings/board-settings/resolve.ts';
import { checkedByName, readAssignments, type SettingChanges } from '../mappings/board-settings/stored.ts';
import type { BoardSettingValue } from '../mappings/board-settings/setting.ts';
import {
  BOARD_SETTINGS,
  BOARD_SETTING_NAMES,
  BoardSettingError,
  acceptedValues,
  type BoardSettingName,
} from '../mappings/board-settings/table.ts';
import { readConfig } from '../platform/config.ts';
import { changeDefaults, changeSettings, readDefaults, readSettings } from '../store/boards/settings.ts';
import { didYouMean, readBoard, UsageError } from './arguments.ts';
import { notifyScrapers } from './kick.ts';
import { metSettingNeeds, withDatabase } from './stores.ts';

const MAX_SETTING_EDITS = 4;

/** Defaults that are not constants of BOARD_SETTINGS. */
const OTHER_DEFAULTS: Readonly<Record<string, string>> = {
  refreshDelay: 'SAGASU_SCRAPER_INTERVAL_MS',
  refreshDelayMax: '8 times refreshDelay',
  throttleMillisec: 'SAGASU_SCRAPER_HOST_DELAY_MS',
};

const SETTINGS_HELP = Object.entries(BOARD_SETTINGS).map(
  ([name, setting]) =>
    `  ${name.padEnd(28)} ${setting.meaning} (${acceptedValues(setting)}; default: ${setting.standard ?? OTHER_DEFAULTS[name] ?? 'none'})`,
);

const SETTINGS_LIST = `\nSettings:\n${SETTINGS_HELP.join('\n')}\n`;

export function setCommand(): Command {
  return new Command('set')
    .description('Change how a board is harvested; applies from the next poll')
    .argument('<name>', 'name of the board')
    .argument('<settings...>', 'setting=value; setting= restores the default')
    .addHelpText('after', `${SETTINGS_LIST}\nExample:\n  $ sagasu board set g refreshDelay=30`)
    .action(async (name: string, assignments: readonly string[]) => {
      const { after } = await withDatabase(async (pool) => {
        const { id } = await readBoard(pool, name);
        return asUsageError(async () => changeSettings(pool, { id }, readAssignments(assignments)));
      });
      await notifyScrapers();
      printSettings(after.settings, after.defaults, name);
    });
}

export function showCommand(): Command {
  return new Command('show')
    .description("Show a board's settings that differ from the built-in defaults")
    .argument('<name>', 'name of the board')
    .option('--json', "print the board's own settings as one JSON object", false)
    .action(async (name: string, { json }: { json: boolean }) => {
      const { settings, defaults } = await withDatabase(async (pool) =>
        readSettings(pool, await readBoard(pool, name)),
      );
      if (json) console.log(JSON.stringify(settings));
      else await asUsageError(async () => printSettings(settings, defaults, name));
    });
}

export function defaultsCommand(): Command {
  const defaults = new Command('defaults').description('Show and change the defaults of all boards');
  defaults
    .command('show')
    .description('Show the defaults of all boards that differ from the built-in ones')
    .option('--json', 'print one JSON object', false)
    .action(async ({ json }: { json: boolean }) => {
      const { settings } = await withDatabase(readDefaults);
      if (json) console.log(JSON.stringify(settings));
      else await asUsageError(async () => printDefaults(settings));
    });
  defaults
    .command('set')
    .description('Change how all boards are harvested that have no value of their own; applies from the next poll')
    .argument('<settings...>', 'setting=value; setting= restores the built-in default')
    .addHelpText('after', `${SETTINGS_LIST}\nExample:\n  $ sagasu board defaults set refreshDelay=30 archive=false`)
    .action(async (assignments: readonly string[]) => change(() => readAssignments(assignments)));
  defaults
    .command('reset')
    .description('Restore built-in defaults')
    .argument('<settings...>', 'names of settings')
    .addHelpText('after', '\nExample:\n  $ sagasu board defaults reset refreshDelay')
    .action(async (names: readonly string[]) => change(() => Object.fromEntries(names.map((name) => [name, null]))));
  return defaults;
}

async function change(read: () => SettingChanges): Promise<void> {
  const { after } = await withDatabase(async (pool) => asUsageError(async () => changeDefaults(pool, read())));
  await notifyScrapers();
  printDefaults(after.settings);
}

function printSettings(stored: unknown, storedDefaults: unknown, name: string): void {
  const layers = { own: checkedByName(stored), defaults: checkedByName(storedDefaults) };
  const lines = BOARD_SETTING_NAMES.flatMap((setting) => {
    const { value, origin } = resolveSetting(setting, layers);
    if (origin === 'built_in') return [];
    return [`${setting}=${shownValue(value)}${origin === 'all_boards' ? '  (default of all boards)' : ''}`];
  });
  for (const line of lines) console.log(line);
  printUnmetNeeds(layers);
  if (lines.length === 0) console.log(`/${name}/ has the default settings. Change them: sagasu board set --help`);
}

function printDefaults(stored: unknown): void {
  const values = checkedByName(stored);
  const nothing: ReadonlyMap<BoardSettingName, BoardSettingValue> = new Map();
  const layers = { own: nothing, defaults: values };
  for (const name of BOARD_SETTING_NAMES) {
    const { value, origin } = resolveSetting(name, layers);
    if (origin === 'all_boards') console.log(`${name}=${shownValue(value)}`);
  }
  printUnmetNeeds(layers);
  if (values.size === 0) {
    console.log('All boards have the built-in defaults. Change them: sagasu board defaults set --help');
  }
}

/** Printed besides the output that programs read. */
function printUnmetNeeds(layers: SettingLayers): void {
  const met = metSettingNeeds(readConfig());
  const valueOf = (name: BoardSettingName) => resolveSetting(name, layers).value;
  for (const name of BOARD_SETTING_NAMES) {
    for (const need of unmetNeeds(name, valueOf(name), needsOf(name, valueOf, met))) {
      console.error(`${needSentence(name, need)}.`);
    }
  }
}

function shownValue(value: BoardSettingValue | null): string {
  return value === null ? 'none' : String(value);
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
