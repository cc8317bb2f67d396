/** The work of `sagasu backup base`. */
import { checkBaseBackup } from '../../backup/base/check-base-backup.ts';
import { makeBaseBackup, type BaseBackupReport } from '../../backup/base/make-base-backup.ts';
import { placeName } from '../../backup/place.ts';
import { readConfig } from '../../platform/config.ts';
import { runArchiveTask } from '../export/archive-task.ts';
import { ownerDatabaseUrl } from '../database-address.ts';
import { databaseProblem } from '../stores.ts';
import { formatCount } from '../tasks/format.ts';
import { archiveCommandFor } from './program.ts';
import { pruneAndReport } from './run-prune.ts';
import { withPlace } from './with-place.ts';

export interface BaseOptions {
  readonly recipient: readonly string[];
  readonly keep?: number;
  readonly files: boolean;
  readonly json: boolean;
}

export async function runBase(folder: string, { recipient, keep, files, json }: BaseOptions): Promise<void> {
  const name = placeName(folder);
  const conditions = {
    databaseUrl: ownerDatabaseUrl(readConfig()),
    recipients: recipient,
    // oxlint-disable-next-line node/no-process-env -- the names of files with settings are no settings
    archiveCommand: archiveCommandFor(name, recipient.length === 0 ? ['age1…'] : recipient, process.env),
  };
  await checkBaseBackup(conditions).catch((error: unknown) => {
    throw databaseProblem(conditions.databaseUrl, error);
  });
  await runArchiveTask(
    {
      kind: 'backup',
      folder: name,
      files,
      json,
      options: { method: 'base' },
      afterCancel: 'No base backup was made; files that were copied are used by the next one.',
      steps: { bytes: 'Data folder', files: 'Files' },
    },
    async (_pool, options) => withPlace(name, async (place) => makeBaseBackup({ ...options, ...conditions, place })),
    ({ name: base, bytes, folder_bytes: size }) => ({ name: base, bytes, folder_bytes: size }),
    printReport,
  );
  if (keep !== undefined && (process.exitCode ?? 0) === 0)
    await withPlace(name, async (place) => pruneAndReport(place, { keep, dryRun: false, json }));
}

function printReport({ name, bytes, folder_bytes: size, files }: BaseBackupReport): void {
  console.log(
    `Base backup ${name}: ${formatCount(size / 1e6)} MB of PostgreSQL, stored in ${formatCount(bytes / 1e6)} MB.`,
  );
  if (files !== null)
    console.log(`Files: ${files.copied} copied, ${files.present} there already, ${files.missing.length} missing.`);
}
