/** `sagasu backup base`. */
import { Command } from 'commander';
import { countOf } from './count.ts';
import type { BaseOptions } from './run-base.ts';

export function baseCommand(): Command {
  return new Command('base')
    .description("Copy PostgreSQL's data folder, from which a restore reaches any later moment")
    .argument('<folder>', 'the folder of all backups, or the address of a bucket')
    .option('--recipient <key...>', 'public keys of age (age1…) that the backup is encrypted for', [])
    .option('--keep <count>', 'then remove older base backups than the newest COUNT, with their log', countOf)
    .option('--no-files', 'leave the files out')
    .option('--json', 'print the report as one JSON object in the last line', false)
    .addHelpText(
      'after',
      `
PostgreSQL must archive its write-ahead log into the same place, by sagasu backup wal: this command prints the settings if
they are missing. The role of DATABASE_URL needs the attribute replication, or is a superuser. Restore with
sagasu restore base; try it with sagasu backup drill.

A bucket is of an S3-compatible store, https://host/bucket/folder, with SAGASU_S3_ACCESS_KEY_ID and SAGASU_S3_SECRET_ACCESS_KEY.

Exit codes: 1 files are missing in the datastores, 3 cancelled, 130 interrupted.

Example:
  $ sagasu backup base /mnt/backup --recipient age1… --keep 4`,
    )
    .action(async (folder: string, options: BaseOptions) => {
      await (await import('./run-base.ts')).runBase(folder, options);
    });
}
