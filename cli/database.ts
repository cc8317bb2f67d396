/** `sagasu migrate` and `sagasu restore`. */
import { Command } from 'commander';
import { ElasticsearchIndices } from '../indexer/index-set/elasticsearch-indices.ts';
import { Outage } from '../indexer/runtime/outage.ts';
import { IndexOrigin } from '../indexer/restore-guard/index-origin.ts';
import { finishRestore } from '../indexer/restore-guard/finish-restore.ts';
import { readConfig } from '../platform/config.ts';
import { createElasticsearch } from '../platform/elasticsearch.ts';
import { createLogger } from '../platform/logger.ts';
import { migrate } from '../platform/migrate.ts';
import { elasticsearchUrls, ownerDatabaseUrl, withDatabase } from './stores.ts';

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Apply the database migrations of this version; safe to repeat')
    .action(async () => {
      const applied = await migrate(ownerDatabaseUrl(readConfig()));
      console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
    });
}

export function restoreCommand(): Command {
  const restore = new Command('restore').description('Bring the search index in line with a restored database');
  restore
    .command('finish')
    .description('Discard index changes newer than the restored backup; safe to repeat')
    .addHelpText(
      'after',
      `
Run this after PostgreSQL was restored from a backup and before any indexer starts. It raises the epoch, so that
everything indexed from now on replaces what the search index holds, and schedules a full verification with repair of
every board. Posts that only the lost time contained disappear from the search index when that verification runs.

Stop every indexer first; the command refuses to run beside one.

Example:
  $ sagasu restore finish`,
    )
    .action(runRestoreFinish);
  return restore;
}

async function runRestoreFinish(): Promise<void> {
  const config = readConfig();
  const { indexPrefix, indexReplicas: replicas } = config;
  const logger = createLogger({ ...config, logLevel: 'silent' }, 'cli');
  const client = createElasticsearch(elasticsearchUrls(config));
  const outage = new Outage(logger, 'Elasticsearch');
  try {
    const { epoch, boards } = await withDatabase((pool) => {
      const indices = new ElasticsearchIndices({ client, outage, indexPrefix, replicas });
      return finishRestore({
        pool,
        outage: new Outage(logger, 'PostgreSQL'),
        origin: new IndexOrigin(client, outage, indexPrefix),
        sign: (identity) => indices.forbidAutoCreation(identity),
      });
    });
    console.log(
      `The epoch is now ${epoch}. Start the indexers: they verify and repair ${boards} ${boards === 1 ? 'board' : 'boards'} in full.`,
    );
    console.log('Show their progress: sagasu tasks list');
  } finally {
    await client.close();
  }
}
