/** `sagasu restore`. PostgreSQL runs `restore wal` for each segment of its log, so the work of the other commands is loaded when it is used. */
import { Command } from 'commander';
import { fetchWalCommand } from './backup/wal.ts';
import { restoreBaseCommand } from './restore/base.ts';
import type { RestoreOptions } from './restore/run-restore.ts';

export function restoreCommand(): Command {
  const restore = new Command('restore')
    .enablePositionalOptions()
    .description('Restore a backup, or bring the search index in line with a database that was restored by other means')
    .argument('<folder>', 'the folder that sagasu backup wrote to')
    .option('--backup <name>', 'which backup, e.g. 20240501T120000Z (default: the newest)')
    .option('--key <file>', 'the file with the secret key of age; required')
    .option('--replace', 'replace what the database has', false)
    .option('--no-files', 'leave the files out')
    .option('--dry-run', 'read the whole backup with the key, and change nothing', false)
    .addHelpText(
      'after',
      `
Stop scrapers, indexers and servers first. The backup takes the place of the whole database, whose owner DATABASE_URL names; until
it is complete no other role can connect. What was purged or banned after the backup is removed again, sessions end, and the search
index is brought in line as sagasu restore finish does. Run it again after an interruption.

Exit code 1: files are missing.

Example:
  $ sagasu restore /mnt/backup --key key.txt --replace`,
    )
    .action(async (folder: string, options: RestoreOptions) => {
      await (await import('./restore/run-restore.ts')).runRestore(folder, options);
    });
  restore
    .command('finish')
    .description('Discard index changes newer than the restored backup; safe to repeat')
    .addHelpText(
      'after',
      `
Run this after PostgreSQL was restored from a backup and before any indexer starts. It raises the epoch, so that
everything indexed from now on replaces what the search index holds, and schedules a full verification with repair of
every board. What was purged or banned after the backup is removed again first. Posts that only the lost
time contained disappear from the search index when that verification runs. Indices of boards and slices that were
begun in the lost time are deleted at once.

Stop every indexer first; the command refuses to run beside one.

Example:
  $ sagasu restore finish`,
    )
    .action(async () => {
      await (await import('./restore/run-restore.ts')).runRestoreFinish();
    });
  restore
    .command('files')
    .description('Copy files of a backup back that the datastores lack')
    .argument('<folder>', 'the folder of all backups, or the address of a bucket')
    .requiredOption('--key <file>', 'the file with the secret key of age')
    .addHelpText(
      'after',
      `
For a database that was restored by sagasu restore base or by other means, after sagasu restore finish.

Exit code 1: files are missing.`,
    )
    .action(async (folder: string, { key }: { readonly key: string }) => {
      await (await import('./restore/run-restore.ts')).runRestoreFiles(folder, key);
    });
  return restore.addCommand(restoreBaseCommand()).addCommand(fetchWalCommand());
}
