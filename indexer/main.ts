import { readConfig, requireStores } from '../platform/config.ts';
import { runProcess } from '../platform/lifecycle.ts';
import { createLogger } from '../platform/logger.ts';
import { createMetricsRegistry } from '../platform/metrics.ts';
import { withReports } from '../platform/process-reports.ts';
import { startIndexer } from './indexer.ts';

const config = readConfig();
const logger = createLogger(config, 'indexer');

await runProcess(logger, async (giveUp) =>
  withReports('indexer', config, async () =>
    startIndexer(
      { config, stores: requireStores(config, 'indexer'), logger, registry: createMetricsRegistry('indexer') },
      giveUp,
    ),
  ),
);
