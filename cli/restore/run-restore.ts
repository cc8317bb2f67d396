/** The work of `sagasu restore`. */
import { resolve } from 'node:path';
import type pg from 'pg';
import { readIdentities } from '../../backup/age.ts';
import { folderPlace } from '../../backup/place.ts';
import { recordRestore } from '../../backup/restore-record.ts';
import { restoreBackup, tryBackup } from '../../backup/restore-backup.ts';
import { markDatastores, restoreFiles, type RestoredFiles } from '../../backup/restore-files.ts';
import { ElasticsearchIndices } from '../../indexer/index-set/elasticsearch-indices.ts';
import { finishRestore } from '../../indexer/restore-guard/finish-restore.ts';
import { IndexOrigin } from '../../indexer/restore-guard/index-origin.ts';
import { StoreMonitor } from '../../indexer/runtime/store-monitor.ts';
import { readConfig } from '../../platform/config.ts';
import type { Datastores } from '../../platform/datastore/datastores.ts';
import { createElasticsearch } from '../../platform/elasticsearch.ts';
import { inTransaction } from '../../platform/postgres.ts';
import { verifyAudit } from '../../server/audit/verify.ts';
import { formatVerification, isWhole } from '../audit.ts';
import { AppError, toError } from '../../platform/errors.ts';
import { createLogger } from '../../platform/logger.ts';
import { removeAllUnused } from '../../scraper/media/removals.ts';
import { completeLog } from '../../store/complete-removal-log.ts';
import { EXIT } from '../exit-codes.ts';
import { incomingFolder, withDatastores } from '../media/with-datastores.ts';
import { UsageError } from '../arguments.ts';
import { ProgressLine } from '../../platform/progress-line.ts';
import { ownerDatabaseUrl } from '../database-address.ts';
import { elasticsearchUrls, removalLog, withDatabase } from '../stores.ts';
import { withPlace } from '../backup/with-place.ts';
import { assertFolder } from '../backup/assert-folder.ts';
import { removeAgain } from './remove-again.ts';

export interface RestoreOptions {
  readonly backup?: string;
  readonly key?: string;
  readonly replace: boolean;
  readonly files: boolean;
  readonly dryRun: boolean;
}

export async function runRestore(
  folder: string,
  { backup, key, replace, files, dryRun }: RestoreOptions,
): Promise<void> {
  assertFolder(folder);
  const config = readConfig();
  if (key === undefined) throw new UsageError('name the file with the secret key: --key FILE');
  const decrypter = await readIdentities(resolve(key));
  if (dryRun) {
    const { name, made_at: at, rows } = await tryBackup({ folder: resolve(folder), name: backup ?? null, decrypter });
    console.log(`The backup ${name} of ${at} is whole: ${rows} rows. Nothing was changed.`);
    return;
  }
  const progress = new ProgressLine(process.stderr);
  let restored: RestoredFiles | null = null;
  const report = await restoreBackup({
    databaseUrl: ownerDatabaseUrl(config),
    folder: resolve(folder),
    name: backup ?? null,
    decrypter,
    replace,
    beforeReplacing: async () => rememberRemovals(files),
    beforeOpening: async () => {
      progress.end();
      await runRestoreFinish();
      if (!files) return;
      await withDatastores(async (datastores, pool) => {
        // Runs before files are restored, so that content that was removed after the backup stays away, with its thumbnails.
        await deleteRemoved(datastores, pool);
        restored = await restoreFiles(pool, datastores, folderPlace(folder), incomingFolder(), decrypter);
      });
    },
    onProgress: (rows, total) => progress.show('Rows', rows, rows / Math.max(1, total)),
  }).finally(() => progress.end());
  await recordRestore(folderPlace(folder), { backup: report.name, at: new Date().toISOString() });
  console.log(`Restored the backup ${report.name}: ${report.rows} rows. Everybody has to sign in again.`);
  printFiles(restored);
  // A backup is encrypted and not signed.
  const audit = await withDatabase(async (pool) =>
    inTransaction(pool, async (client) => verifyAudit(client, null), 'repeatable read'),
  );
  console.log(`Audit log of the backup: ${formatVerification(audit)}`);
  if (!isWhole(audit)) process.exitCode = 1;
}

/** Copies files back that the datastores lack. Removed ones stay away, with their thumbnails. */
export async function runRestoreFiles(written: string, key: string): Promise<void> {
  const decrypter = await readIdentities(resolve(key));
  await withPlace(written, async (place) =>
    withDatastores(async (datastores, pool) => {
      await deleteRemoved(datastores, pool);
      printFiles(await restoreFiles(pool, datastores, place, incomingFolder(), decrypter));
    }),
  );
}

function printFiles(files: RestoredFiles | null): void {
  if (files === null) return;
  console.log(`Files: ${files.stored} stored, ${files.present} there already, ${files.missing} missing.`);
  if (files.missing > 0) process.exitCode = EXIT.failure;
}

/** A database too old or too damaged to be read must not keep its backup from being restored. */
export async function rememberRemovals(withFiles: boolean): Promise<void> {
  try {
    await withDatabase(async (pool) => completeLog(pool, removalLog(), new Date()));
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code !== 'database_old') throw thrown;
    console.error(
      `sagasu: removals of the replaced database could not be read, the log has to be enough: ${toError(thrown).message}`,
    );
    return;
  }
  if (!withFiles) return;
  try {
    // The backup may not list these files.
    await withDatastores(deleteRemoved);
  } catch (thrown) {
    console.error(
      `sagasu: files that wait to be deleted are still there; delete them with sagasu media verify --repair afterwards: ${toError(thrown).message}`,
    );
  }
}

async function deleteRemoved(datastores: Datastores, pool: pg.Pool): Promise<void> {
  await markDatastores(datastores);
  await removeAllUnused({ pool, datastores, logger: createLogger(readConfig(), 'cli'), now: () => new Date() });
}

export async function runRestoreFinish(): Promise<void> {
  const config = readConfig();
  const { indexPrefix, indexReplicas: replicas } = config;
  const logger = createLogger({ ...config, logLevel: 'silent' }, 'cli');
  const client = createElasticsearch(elasticsearchUrls(config));
  const monitor = new StoreMonitor(logger, 'Elasticsearch');
  try {
    const { epoch, boards, dropped } = await withDatabase(async (pool) => {
      await removeAgain(pool);
      const indices = new ElasticsearchIndices({ client, monitor, indexPrefix, replicas });
      return finishRestore({
        pool,
        monitor: new StoreMonitor(logger, 'PostgreSQL'),
        origin: new IndexOrigin(client, monitor, indexPrefix),
        sign: (identity) => indices.forbidAutoCreation(identity),
        indices,
      });
    });
    if (dropped.length > 0) console.log(`Deleted indices that the database does not have: ${dropped.join(', ')}.`);
    console.log(
      `The epoch is now ${epoch}. Start the indexers: they verify and repair ${boards} ${boards === 1 ? 'board' : 'boards'} in full.`,
    );
    console.log('Show their progress: sagasu tasks list');
  } finally {
    await client.close();
  }
}
