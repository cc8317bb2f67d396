/** `sagasu backup drill`. */
import { Command } from 'commander';
import { programsOption } from '../restore/base.ts';
import type { DrillOptions } from './run-drill.ts';

export function drillCommand(): Command {
  return new Command('drill')
    .description('Restore the newest base backup and the log for a trial, and compare it with the archive')
    .argument('<folder>', 'the folder of all backups, or the address of a bucket')
    .requiredOption('--key <file>', 'the file with the secret key of age')
    .requiredOption('--scratch <folder>', 'a folder with room for the data of PostgreSQL; emptied at the end')
    .addOption(programsOption())
    .option('--json', 'print the report as one JSON object', false)
    .addHelpText(
      'after',
      `
The command marks a moment in the log, restores up to it in a PostgreSQL that only this command can reach, and compares the
schema, the number of posts of each board and a sample of 1,000 posts. Writers of posts wait for a moment at its start.
The archive stays as it is. The doctor learns that a backup was restored.

DATABASE_URL names the owner of the archive. If that is no superuser, it needs:
  grant execute on function pg_create_restore_point(text), pg_switch_wal() to OWNER

Exit code 1: the backup cannot be restored, or differs.

Example:
  $ sagasu backup drill /mnt/backup --key key.txt --scratch /var/tmp/drill`,
    )
    .action(async (folder: string, options: DrillOptions) => {
      await (await import('./run-drill.ts')).runDrill(folder, options);
    });
}
