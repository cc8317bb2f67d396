import { readConfig } from '../../platform/config.ts';
import { createLogger } from '../../platform/logger.ts';
import { createImageWorker } from '../../scraper/media/image-worker/image-worker.ts';
import type { RedrawContext } from '../../scraper/media/redraw.ts';
import { incomingFolder, withDatastores } from './with-datastores.ts';

/** Runs `work` with the worker that decodes stored images, then ends it. */
export async function withImageWorker(work: (context: RedrawContext) => Promise<void>): Promise<void> {
  await withDatastores(async (datastores, pool) => {
    const imageWorker = createImageWorker();
    const logger = createLogger(readConfig(), 'cli');
    try {
      await work({ pool, datastores, imageWorker, incomingDir: incomingFolder(), logger });
    } finally {
      imageWorker.close();
    }
  });
}
