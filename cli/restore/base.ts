/** `sagasu restore base`. */
import { Command, InvalidArgumentError, Option } from 'commander';
import type { RestoreBaseOptions } from './run-restore-base.ts';

export function restoreBaseCommand(): Command {
  return new Command('base')
    .description('Restore the data folder of PostgreSQL from a base backup and the archived log, to any moment')
    .argument('<folder>', 'the folder or bucket that sagasu backup base wrote to')
    .requiredOption('--key <file>', 'the file with the secret key of age')
    .requiredOption('--into <folder>', 'the new data folder of PostgreSQL: missing or empty')
    .option('--to <time>', 'the moment, such as 2026-05-01T12:00:00Z (default: the end of the archived log)', momentOf)
    .option('--base <name>', 'which base backup (default: the newest that reaches the moment)')
    .addOption(timelineOption())
    .addOption(programsOption())
    .addHelpText(
      'after',
      `
The command replays the log in a PostgreSQL that only this command can reach, removes again what was purged or banned after
the moment, and ends sessions. Put the folder in the place of PostgreSQL's data folder then, start PostgreSQL, and run
sagasu restore finish. Run it as the account of PostgreSQL. Posts and settings that are newer than the moment are lost.

Example:
  $ sagasu restore base /mnt/backup --key key.txt --into /var/lib/postgresql/18/restored --to 2026-05-01T12:00:00Z`,
    )
    .action(async (folder: string, options: RestoreBaseOptions) => {
      await (await import('./run-restore-base.ts')).runRestoreBase(folder, options);
    });
}

export const programsOption = (): Option =>
  new Option('--programs <folder>', 'the folder with the program postgres, of the version of the backup');

export const timelineOption = (): Option =>
  new Option('--timeline <number>', 'the history to follow, after earlier restores (default: the newest)')
    .default('latest', 'latest')
    .argParser(timelineNumber);

function timelineNumber(text: string): string {
  if (!/^(?:latest|current|[1-9]\d{0,9})$/.test(text))
    throw new InvalidArgumentError(
      'It must be the number of a timeline, latest, or current for that of the base backup.',
    );
  return text;
}

function momentOf(text: string): Date {
  const time = new Date(text);
  // Without an offset, the meaning would depend on the time zone of this machine.
  if (Number.isNaN(time.getTime()) || !/(?:Z|[+-]\d{2}:?\d{2})$/.test(text))
    throw new InvalidArgumentError('It must be a time with its offset, such as 2026-05-01T12:00:00Z.');
  return time;
}
