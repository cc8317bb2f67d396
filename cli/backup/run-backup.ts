/** The work of `sagasu backup` without a subcommand. */
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { encrypterFor } from '../../backup/age.ts';
import { makeBackup, type BackupReport } from '../../backup/make-backup.ts';
import { assertFolder } from './assert-folder.ts';
import { runArchiveTask } from '../export/archive-task.ts';
import { formatCount } from '../tasks/format.ts';

export interface BackupOptions {
  readonly recipient: readonly string[];
  readonly files: boolean;
  readonly json: boolean;
}

export async function printKey(): Promise<void> {
  const identity = await generateX25519Identity();
  console.log(`# public key: ${await identityToRecipient(identity)}\n${identity}`);
}

export async function runBackup(folder: string, { recipient, files, json }: BackupOptions): Promise<void> {
  assertFolder(folder);
  // A wrong key is refused before a task is added.
  encrypterFor(recipient);
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
