/** `sagasu backup`. */
import { Command } from 'commander';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { makeBackup, type BackupReport } from '../backup/make-backup.ts';
import { runArchiveTask } from './export/archive-task.ts';
import { formatCount } from './tasks/format.ts';

interface BackupOptions {
  readonly recipient: readonly string[];
  readonly files: boolean;
  readonly json: boolean;
}

export function backupCommand(): Command {
  const backup = new Command('backup')
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
  return backup.action(async (folder: string, options: BackupOptions) => {
    await (folder === 'key' ? printKey() : runBackup(folder, options));
  });
}

async function printKey(): Promise<void> {
  const identity = await generateX25519Identity();
  console.log(`# public key: ${await identityToRecipient(identity)}\n${identity}`);
}

async function runBackup(folder: string, { recipient, files, json }: BackupOptions): Promise<void> {
  await runArchiveTask(
    {
      kind: 'backup',
      folder,
      files,
      json,
      afterCancel: 'No backup was made; files that were copied are used by the next one.',
      steps: { rows: 'Rows', files: 'Files' },
    },
    async (pool, options) => makeBackup(pool, { ...options, recipients: recipient }),
    ({ name, rows, bytes }) => ({ name, rows, bytes }),
    printReport,
  );
}

function printReport({ name, rows, tables, bytes, files }: BackupReport): void {
  console.log(`Backup ${name}: ${formatCount(rows)} rows of ${tables} tables, ${formatCount(bytes / 1e6)} MB.`);
  if (files !== null)
    console.log(`Files: ${files.copied} copied, ${files.present} there already, ${files.missing.length} missing.`);
}
