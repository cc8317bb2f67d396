/** `sagasu backup`. */
import { resolve } from 'node:path';
import { Command } from 'commander';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { makeBackup, type BackupReport } from '../backup/make-backup.ts';
import { readConfig } from '../platform/config.ts';
import { Datastores } from '../platform/datastore/datastores.ts';
import { EXIT } from './exit-codes.ts';
import { withArchiveTask, type ArchiveWatch } from './export/archive-task.ts';
import { ProgressLine } from '../platform/progress-line.ts';
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

async function runBackup(folder: string, options: BackupOptions): Promise<void> {
  const report = await withArchiveTask(
    {
      kind: 'backup',
      options: { folder: resolve(folder) },
      afterCancel: 'No backup was made; files that were copied are used by the next one.',
    },
    async (watch) => backUp(folder, options, watch),
    ({ name, rows, bytes, files }) => ({
      name,
      rows,
      bytes,
      ...(files !== null && { files: files.copied + files.present, missing: files.missing.length }),
    }),
  );
  if (report === null) return;
  const { files } = report;
  if (options.json) console.log(JSON.stringify(report));
  else {
    console.log(
      `Backup ${report.name}: ${formatCount(report.rows)} rows of ${report.tables} tables, ${formatCount(report.bytes / 1e6)} MB.`,
    );
    if (files !== null)
      console.log(`Files: ${files.copied} copied, ${files.present} there already, ${files.missing.length} missing.`);
  }
  if ((files?.missing.length ?? 0) > 0) process.exitCode = EXIT.failure;
}

async function backUp(
  folder: string,
  { recipient, files }: BackupOptions,
  { signal, pace, progress }: ArchiveWatch,
): Promise<BackupReport> {
  const line = new ProgressLine(process.stderr);
  try {
    return await withDatabase(async (pool) => {
      const datastores = files ? new Datastores(pool, readConfig()) : null;
      try {
        return await makeBackup(pool, {
          folder: resolve(folder),
          recipients: recipient,
          datastores,
          now: new Date(),
          signal,
          pace,
          onProgress: (step, done, total) => {
            line.show(
              step === 'rows' ? 'Rows' : 'Files',
              done,
              total === null || total === 0 ? 0 : Math.min(1, done / total),
              step,
            );
            progress(done, total, step);
          },
        });
      } finally {
        await datastores?.close();
      }
    });
  } finally {
    line.end();
  }
}
