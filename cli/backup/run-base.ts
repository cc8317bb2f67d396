/** The work of `sagasu backup base`. */
import { resolve } from 'node:path';
import { checkBaseBackup } from '../../backup/base/check-base-backup.ts';
import { makeBaseBackup, type BaseBackupReport } from '../../backup/base/make-base-backup.ts';
import { readConfig } from '../../platform/config.ts';
import { runArchiveTask } from '../export/archive-task.ts';
import { ownerDatabaseUrl } from '../database-address.ts';
import { formatCount } from '../tasks/format.ts';
import { archiveCommandFor } from './program.ts';
import { pruneAndReport } from './run-prune.ts';

export interface BaseOptions {
  readonly recipient: readonly string[];
  readonly keep?: number;
  readonly files: boolean;
  readonly json: boolean;
}

export async function runBase(folder: string, { recipient, keep, files, json }: BaseOptions): Promise<void> {
  const path = resolve(folder);
  const conditions = {
    databaseUrl: ownerDatabaseUrl(readConfig()),
    recipients: recipient,
    archiveCommand: archiveCommandFor(path, recipient.length === 0 ? ['age1…'] : recipient),
  };
  await checkBaseBackup(conditions);
  await runArchiveTask(
    {
      kind: 'backup',
      folder: path,
      files,
      json,
      options: { method: 'base' },
      afterCancel: 'No base backup was made; files that were copied are used by the next one.',
      steps: { bytes: 'Data folder', files: 'Files' },
    },
    async (_pool, options) => makeBaseBackup({ ...options, ...conditions }),
    ({ name, bytes, folder_bytes: size }) => ({ name, bytes, folder_bytes: size }),
    printReport,
  );
  if (keep !== undefined && (process.exitCode ?? 0) === 0) await pruneAndReport(path, { keep, dryRun: false, json });
}

function printReport({ name, bytes, folder_bytes: size, files }: BaseBackupReport): void {
  console.log(
    `Base backup ${name}: ${formatCount(size / 1e6)} MB of PostgreSQL, stored in ${formatCount(bytes / 1e6)} MB.`,
  );
  if (files !== null)
    console.log(`Files: ${files.copied} copied, ${files.present} there already, ${files.missing.length} missing.`);
}
