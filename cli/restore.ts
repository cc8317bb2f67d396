/** `sagasu restore`. */
import { resolve } from 'node:path';
import { Command } from 'commander';
import type pg from 'pg';
import { readIdentities } from '../backup/age.ts';
import { recordRestore } from '../backup/restore-record.ts';
import { restoreBackup, tryBackup } from '../backup/restore-backup.ts';
import { markDatastores, restoreFiles, type RestoredFiles } from '../backup/restore-files.ts';
import { ElasticsearchIndices } from '../indexer/index-set/elasticsearch-indices.ts';
import { finishRestore } from '../indexer/restore-guard/finish-restore.ts';
import { IndexOrigin } from '../indexer/restore-guard/index-origin.ts';
import { StoreMonitor } from '../indexer/runtime/store-monitor.ts';
import { readConfig } from '../platform/config.ts';
import type { Datastores } from '../platform/datastore/datastores.ts';
import { createElasticsearch } from '../platform/elasticsearch.ts';
import { inTransaction } from '../platform/postgres.ts';
import { verifyAudit } from '../server/audit/verify.ts';
import { formatVerification, isWhole } from './audit.ts';
import { AppError, toError } from '../platform/errors.ts';
import { createLogger } from '../platform/logger.ts';
import { banMedia } from '../scraper/media/ban.ts';
import { removeAllUnused } from '../scraper/media/removals.ts';
import { completeLog } from '../store/complete-removal-log.ts';
import { carryOutRemovals } from '../store/removals.ts';
import { EXIT } from './exit-codes.ts';
import { incomingFolder, withDatastores } from './media/with-datastores.ts';
import { UsageError } from './arguments.ts';
import { ProgressLine } from '../platform/progress-line.ts';
import { elasticsearchUrls, ownerDatabaseUrl, removalLog, withDatabase } from './stores.ts';

export function restoreCommand(): Command {
  const restore = new Command('restore')
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
    .action(runRestore);
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
    .action(runRestoreFinish);
  return restore;
}

/** Runs first, so that no process serves content that was removed after the backup. */
async function removeAgain(pool: pg.Pool): Promise<void> {
  const log = removalLog();
  const ban = async (hash: Buffer) => void (await banMedia(pool, hash, 'restore', 'banned after the backup'));
  const { posts, bans, files } = await carryOutRemovals(pool, log, ban, new Date());
  if (posts > 0 || bans > 0 || files > 0)
    console.log(`Removed again, as ${log.path} says: ${posts} posts, ${bans} banned files, ${files} deleted files.`);
}

interface RestoreOptions {
  readonly backup?: string;
  readonly key?: string;
  readonly replace: boolean;
  readonly files: boolean;
  readonly dryRun: boolean;
}

async function runRestore(folder: string, { backup, key, replace, files, dryRun }: RestoreOptions): Promise<void> {
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
        restored = await restoreFiles(pool, datastores, resolve(folder), incomingFolder(), decrypter);
      });
    },
    onProgress: (rows, total) => progress.show('Rows', rows, rows / Math.max(1, total)),
  }).finally(() => progress.end());
  await recordRestore(resolve(folder), { backup: report.name, at: new Date().toISOString() });
  console.log(`Restored the backup ${report.name}: ${report.rows} rows. Everybody has to sign in again.`);
  printFiles(restored);
  // A backup is encrypted and not signed.
  const audit = await withDatabase(async (pool) =>
    inTransaction(pool, async (client) => verifyAudit(client, null), 'repeatable read'),
  );
  console.log(`Audit log of the backup: ${formatVerification(audit)}`);
  if (!isWhole(audit)) process.exitCode = 1;
}

function printFiles(files: RestoredFiles | null): void {
  if (files === null) return;
  console.log(`Files: ${files.stored} stored, ${files.present} there already, ${files.missing} missing.`);
  if (files.missing > 0) process.exitCode = EXIT.failure;
}

/** A database too old or too damaged to be read must not keep its backup from being restored. */
async function rememberRemovals(withFiles: boolean): Promise<void> {
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

async function runRestoreFinish(): Promise<void> {
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
