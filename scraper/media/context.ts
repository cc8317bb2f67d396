import type pg from 'pg';
import type { Datastores } from '../../platform/datastore/datastores.ts';
import type { Logger } from '../../platform/logger.ts';
import type { HostClock } from '../net/host-clock.ts';
import type { Downloader } from './download.ts';
import type { MediaMetrics } from './metrics.ts';
import type { ImageWorker } from './image-worker/image-worker.ts';

/** What fetching files needs; one for the process. */
export interface MediaContext {
  /** Connects in the scraper's role. Each file that is being fetched holds one connection. */
  readonly pool: pg.Pool;
  readonly clock: HostClock;
  readonly downloader: Downloader;
  readonly imageWorker: ImageWorker;
  readonly datastores: Datastores;
  readonly metrics: MediaMetrics;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Folder of files that are being downloaded. On the datastore's disk, a finished file is moved by one rename. */
  readonly incomingDir: string;
  /** Folder of files that are no part of a datastore. Modules have folders in it. */
  readonly dataDir: string;
  /** The ending of the address at which a file was found last, by board and kind, where the source has several possible addresses. */
  readonly foundEndings: Map<string, string>;
  readonly hostDelayMs: number;
  readonly ownOrigin: string | null;
}
