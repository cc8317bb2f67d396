import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { readConfig, requireStores } from '../platform/config.ts';
import { runProcess } from '../platform/lifecycle.ts';
import { createLogger } from '../platform/logger.ts';
import { createMetricsRegistry } from '../platform/metrics.ts';
import { startScraper } from './scraper.ts';

const config = readConfig();
const logger = createLogger(config, 'scraper');

await runProcess(logger, async () =>
  startScraper({
    config,
    stores: requireStores(config),
    logger,
    registry: createMetricsRegistry('scraper'),
    now: () => new Date(),
    worker: `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`,
  }),
);
