import type pg from 'pg';
import type { Datastores } from '../../platform/datastore/datastores.ts';
import type { SharedFiles } from '../../platform/shared-files/shared-files.ts';
import type { Leases } from '../../platform/leases.ts';
import type { Logger } from '../../platform/logger.ts';
import type { HostClock } from '../net/host-clock.ts';
import type { AnswerLog } from '../store/source-answers.ts';
import type { Downloader } from './download.ts';
import type { MediaMetrics } from './metrics.ts';
import type { ImageWorker } from './image-worker/image-worker.ts';

/** The settings and connections that fetching files needs. The process has one. */
export interface MediaContext {
  /** Connects in the scraper's role. */
  readonly pool: pg.Pool;
  readonly clock: HostClock;
  /** All scrapers together fetch a file once at a time, and of a board as many files as its settings allow. */
  readonly leases: Leases;
  readonly downloader: Downloader;
  readonly imageWorker: ImageWorker;
  readonly datastores: Datastores;
  readonly metrics: MediaMetrics;
  /** Keeps the last answers of hosts of files. */
  readonly answers: AnswerLog;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Folder of files that are being downloaded. On the datastore's disk, a finished file is moved by one rename. */
  readonly incomingDir: string;
  /** Files that do not belong to a datastore, which servers and scrapers share. */
  readonly files: SharedFiles;
  /** The file extension at which a file was last found, by board and kind, if the source has several possible addresses. */
  readonly foundEndings: Map<string, string>;
  readonly hostDelayMs: number;
  readonly ownOrigin: string | null;
}
