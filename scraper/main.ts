import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { readConfig, requireStores } from '../platform/config.ts';
import { runProcess, type Service } from '../platform/lifecycle.ts';
import { createLogger } from '../platform/logger.ts';
import { createMetricsRegistry } from '../platform/metrics.ts';
import { createPostgresPool } from '../platform/postgres.ts';
import { withReports } from '../platform/process-reports.ts';
import { openRemovalLog } from '../platform/open-removal-log.ts';
import { ineffectiveSettings } from '../platform/setting-needs.ts';
import { assertRemoved } from '../store/removals.ts';
import { startScraper } from './scraper.ts';

// A scraper's objects are short-lived, and the young generation never shrinks after a burst. Without growth the process needs 213 MB
// for 77 boards, else 316. After V8 has started, only the growth factor can be set.
setFlagsFromString('--semi-space-growth-factor=1');

const config = readConfig();
const logger = createLogger(config, 'scraper');

const start = async (closing: AbortSignal): Promise<Service> => {
  for (const sentence of ineffectiveSettings(config, 'processes')) logger.warn(sentence);
  const stores = requireStores(config, 'scraper');
  const pool = createPostgresPool({ url: stores.databaseUrl, maxConnections: 1 });
  try {
    await assertRemoved(pool, openRemovalLog(config), closing);
  } finally {
    await pool.end();
  }
  return startScraper({
    config,
    stores,
    logger,
    registry: createMetricsRegistry('scraper'),
    now: () => new Date(),
    worker: `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`,
  });
};

await runProcess(logger, async (closing) => withReports('scraper', config, async () => start(closing)));
