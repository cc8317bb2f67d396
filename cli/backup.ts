/** `sagasu backup`. PostgreSQL runs `backup wal` for each segment of its log, so the work of the other commands is loaded when it is used. */
import { Command } from 'commander';
import { baseCommand } from './backup/base.ts';
import { drillCommand } from './backup/drill.ts';
import { pruneCommand } from './backup/prune.ts';
import { archiveWalCommand } from './backup/wal.ts';
import type { BackupOptions } from './backup/run-backup.ts';

export function backupCommand(): Command {
  const backup = new Command('backup')
    .enablePositionalOptions()
    .description('Back up the database and the files, encrypted')
    .argument('<folder>', 'the folder of all backups, or key: print a new pair of keys')
    .option('--recipient <key...>', 'public keys of age (age1…) that the backup is encrypted for', [])
    .option('--no-files', 'leave the files out')
    .option('--json', 'print the report as one JSON object in the last line', false)
    .addHelpText(
      'after',
      `
Each backup is one folder, named after its time, with the rows of every table as they were at one moment; files are shared by
all backups, and copied once. Everything but the manifest is encrypted with age: this machine needs the public key only. Without
the secret key nobody can restore the backup: keep it somewhere else, twice.

The role of DATABASE_URL must see every row: sagasu_backup, or the owner of the database. Restore with sagasu restore.

A backup is a task: sagasu tasks shows, pauses and cancels it.

Exit codes: 1 files are missing in the datastores, 3 cancelled, 130 interrupted.

Examples:
  $ sagasu backup key > key.txt
  $ sagasu backup /mnt/backup --recipient age1…`,
    );
  return backup
    .action(async (folder: string, options: BackupOptions) => {
      const { printKey, runBackup } = await import('./backup/run-backup.ts');
      await (folder === 'key' ? printKey() : runBackup(folder, options));
    })
    .addCommand(baseCommand())
    .addCommand(archiveWalCommand())
    .addCommand(drillCommand())
    .addCommand(pruneCommand());
}
