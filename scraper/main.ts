import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { readConfig, requireStores } from '../platform/config.ts';
import { runProcess } from '../platform/lifecycle.ts';
import { createLogger } from '../platform/logger.ts';
import { createMetricsRegistry } from '../platform/metrics.ts';
import { startScraper } from './scraper.ts';

// What a scraper reads is short-lived and comes slowly; space for new objects that grows with each burst is never given back.
// Over 77 boards the process takes 213 MB so, and 316 without. Only how far it grows can be said once V8 runs.
setFlagsFromString('--semi-space-growth-factor=1');

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
