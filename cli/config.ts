/** `sagasu config`. */
import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { readConfig } from '../platform/config.ts';
import { ConfigError, problemsOf } from '../platform/errors.ts';
import { ineffectiveSettings } from '../platform/setting-needs.ts';
import { SETTINGS } from '../platform/settings.ts';
import { shownSettings, type ShownSetting } from '../platform/shown-settings.ts';
import { EXIT } from './exit-codes.ts';
import { runningFile } from './running-file.ts';
import { jsonOption, printList, type Columns } from './table.ts';

export function configCommand(): Command {
  const config = new Command('config').description('Check and show the settings of the environment');
  config
    .command('check')
    .description('Check the form of every setting, and name settings that are unknown or have no effect')
    .option('--json', 'print one JSON object', false)
    .addHelpText(
      'after',
      `
No store is opened. sagasu doctor checks the settings against the stores.

Exit codes: 0 the settings are right, 1 processes would refuse to start.`,
    )
    .action(({ json }: { readonly json: boolean }) => {
      const { problems, ineffective } = checkSettings();
      if (json) console.log(JSON.stringify({ problems, ineffective }));
      else for (const line of linesOf(problems, ineffective)) console.log(line);
      process.exitCode = problems.length > 0 ? EXIT.failure : EXIT.success;
    });
  config
    .command('show')
    .description(
      'Show each setting with its source: the environment, a file, npm start or the default. Secrets are left out',
    )
    .option('--set', 'only settings that are set', false)
    .addOption(jsonOption())
    .action(({ set, ...options }: { readonly set: boolean; readonly json: boolean }) => {
      const all = withRunning(shownSettings());
      printList(set ? all.filter(({ source }) => source !== 'default') : all, SETTING_LIST, options);
    });
  return config;
}

interface Checked {
  readonly problems: readonly string[];
  readonly ineffective: readonly string[];
}

function checkSettings(): Checked {
  try {
    const config = readConfig();
    const ineffective = (['stores', 'processes'] as const).flatMap((area) => ineffectiveSettings(config, area));
    return { problems: [], ineffective };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { problems: problemsOf(error), ineffective: [] };
  }
}

function linesOf(problems: readonly string[], ineffective: readonly string[]): readonly string[] {
  const lines = [...problems.map((problem) => `Wrong: ${problem}.`), ...ineffective.map((one) => `Note: ${one}.`)];
  return lines.length === 0 ? ['The settings are right.'] : lines;
}

/** `npm start`: the address of a store that it has started. */
type ListedSetting = Omit<ShownSetting, 'source'> & { readonly source: ShownSetting['source'] | 'npm start' };

const COLUMNS: Columns<ListedSetting> = {
  SETTING: ({ name }) => name,
  SOURCE: ({ source, file }) => file ?? source,
  VALUE: ({ value, is_secret: isSecret }) => (isSecret && value !== null ? '(secret)' : value),
};

const SETTING_LIST = { columns: COLUMNS, json: (row: ListedSetting): object => row, empty: 'No setting is set.' };

const STORES: ReadonlySet<string> = new Set([
  SETTINGS.databaseUrl.name,
  SETTINGS.redisUrl.name,
  SETTINGS.elasticsearchUrls.name,
]);

/** While `npm start` runs, commands use the stores that it has started. */
function withRunning(all: readonly ShownSetting[]): readonly ListedSetting[] {
  if (!hasRunning()) return all;
  return all.map((one) =>
    STORES.has(one.name) && one.source === 'default' ? { ...one, source: 'npm start' as const } : one,
  );
}

function hasRunning(): boolean {
  const folder = shownSettings().find(({ name }) => name === SETTINGS.dataDir.name)?.value;
  return folder != null && existsSync(runningFile({ dataDir: folder }));
}
