/** `sagasu backup`. */
import { resolve } from 'node:path';
import { Command } from 'commander';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { makeBackup } from '../copies/backup/make-backup.ts';
import { readConfig } from '../platform/config.ts';
import { Datastores } from '../platform/datastore/datastores.ts';
import { interruptSignal } from './export/interrupt.ts';
import { ProgressLine } from './progress-line.ts';
import { withDatabase } from './stores.ts';
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

Exit code 1: files are missing in the datastores.

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
  const progress = new ProgressLine(process.stderr);
  try {
    const report = await withDatabase(async (pool) => {
      const datastores = files ? new Datastores(pool, readConfig()) : null;
      try {
        return await makeBackup(pool, {
          folder: resolve(folder),
          recipients: recipient,
          datastores,
          now: new Date(),
          signal: interruptSignal(),
          onProgress: (step, done) => progress.show(step === 'rows' ? 'Rows' : 'Files', done, 0),
        });
      } finally {
        await datastores?.close();
      }
    });
    progress.end();
    if (json) console.log(JSON.stringify(report));
    else {
      console.log(
        `Backup ${report.name}: ${formatCount(report.rows)} rows of ${report.tables} tables, ${formatCount(report.bytes / 1e6)} MB.`,
      );
      if (report.files !== null)
        console.log(
          `Files: ${report.files.copied} copied, ${report.files.present} there already, ${report.files.missing.length} missing.`,
        );
    }
    if ((report.files?.missing.length ?? 0) > 0) process.exitCode = 1;
  } finally {
    progress.end();
  }
}
