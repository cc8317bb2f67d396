import { Command } from 'commander';
import { ElasticsearchIndices } from '../indexer/index-set/elasticsearch-indices.ts';
import { Outage } from '../indexer/runtime/outage.ts';
import { IndexOrigin } from '../indexer/restore-guard/index-origin.ts';
import { finishRestore } from '../indexer/restore-guard/finish-restore.ts';
import { readConfig } from '../platform/config.ts';
import { createElasticsearch } from '../platform/elasticsearch.ts';
import { createLogger } from '../platform/logger.ts';
import { elasticsearchUrls, withDatabase } from './stores.ts';

export function restoreCommand(): Command {
  const restore = new Command('restore').description('after a backup of the database was read back');
  restore
    .command('finish')
    .description('let the database win over everything that the search index holds from the time that is gone')
    .addHelpText(
      'after',
      `
Stop every indexer first. Then: the epoch goes up, so that whatever is indexed from now on is newer than what is there;
and every board is verified in full and mended when an indexer runs again. Posts that only the lost time knew leave
the search index. Safe to run twice.

Examples:
  $ sagasu restore finish
`,
    )
    .action(async () => {
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
        console.log(`The epoch is ${epoch}. Start the indexers: they will compare and mend ${boards} boards in full.`);
        console.log('sagasu tasks shows how far they are.');
      } finally {
        await client.close();
      }
    });
  return restore;
}
