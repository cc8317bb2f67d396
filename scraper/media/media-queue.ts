/**
 * Fetches files in parallel with the harvest of posts. PostgreSQL stores which files are wanted; BullMQ only transports jobs, so nothing
 * is lost when Redis loses its data or a worker is killed.
 */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Board } from '../../mappings/board.ts';
import { MEDIA_QUEUE, mediaKeyOfJob, type MediaJob } from '../../mappings/queues.ts';
import { BullQueue, parseNumbers, startBullWorker, type QueueKind } from '../../platform/bull-queue.ts';
import { DatastoreUnavailableError } from '../../platform/datastore/datastore.ts';
import { isDiskFull } from '../../platform/disk-full.ts';
import { toError } from '../../platform/errors.ts';
import { listBoards } from '../../store/boards/boards.ts';
import type { MediaContext } from './context.ts';
import { harvestMedia, LONGEST_PAUSE_MS } from './harvest-media.ts';
import { removeLeftovers, removeUnusedFiles } from './removals.ts';
import { createRenewal } from './renew-pixels.ts';
import * as sql from './sql.ts';
import { waitingReason } from './waiting-reason.ts';

export const mediaQueue: QueueKind<MediaJob> = {
  name: MEDIA_QUEUE,
  keyOf: mediaKeyOfJob,
  read: (data) => parseNumbers(data, ['boardId', 'num', 'subnum']),
};

const RELAY_MS = 1_000;
/** Time from the end of a file of a board with a limit until the board's next file is queued. */
const RELAY_SOON_MS = 50;
const QUEUED_AT_ONCE = 200;
/** Limit of jobs that wait in Redis; further files wait in PostgreSQL. */
const MAX_QUEUE = 500;
/** After this time a queued post is queued again, since Redis may have lost it. Queuing it twice is harmless. */
const LOST_AFTER_MS = 60_000;
/** Longer than any download may take. */
const STALE_PART_MS = 6 * 3_600_000;
const BOARDS_FRESH_MS = 5_000;
const CLOSE_MS = 4_000;

export interface MediaOptions {
  readonly redisUrl: string;
  readonly prefix: string;
  readonly concurrency: number;
  /** Work of modules that runs in each round of the relay. */
  readonly handleFiles: () => Promise<void>;
}

/** How long a worker takes no files after it has met a full disk. */
const DISK_FULL_PAUSE_MS = 30_000;

export interface MediaHarvest {
  close(): Promise<void>;
}

export function startMedia(context: MediaContext, options: MediaOptions): MediaHarvest {
  const { logger } = context;
  const { redisUrl, prefix, concurrency } = options;
  const stop = new AbortController();
  const monitor = { track: async <T>(call: () => Promise<T>) => call() };
  const queue = new BullQueue(mediaQueue, { redisUrl, prefix, monitor });
  const boards = cacheBoards(context);
  const soon = runSoon(async () => relay(context, queue), stop.signal);
  const worker = startBullWorker(mediaQueue, {
    redisUrl,
    prefix,
    concurrency,
    onError: (error) => logger.debug({ err: error }, 'error in the queue of files'),
    async process(job) {
      if (stop.signal.aborted) return 'handed back';
      const board = await boards(job.boardId);
      if (board === undefined) return 'finished';
      try {
        if (await harvestMedia(context, board, job, stop.signal)) soon.call();
      } catch (error) {
        // The row stays marked as queued, and is queued again after LOST_AFTER_MS.
        if (!stop.signal.aborted)
          logger.warn({ err: toError(error), ...job }, 'a file could not be stored; it will be tried again');
        // Without space, each file would be fetched in vain.
        if (isDiskFull(error)) {
          context.metrics.onDiskFull();
          await sleep(DISK_FULL_PAUSE_MS, undefined, { signal: stop.signal }).catch(noop);
        } else if (error instanceof DatastoreUnavailableError)
          await sleep(RELAY_MS, undefined, { signal: stop.signal }).catch(noop);
      }
      return 'finished';
    },
  });
  const relaying = runRelay(context, queue, options.handleFiles, stop.signal);
  return {
    async close() {
      stop.abort();
      await Promise.all([relaying, worker.close(CLOSE_MS), soon.running()]);
      queue.close();
      context.imageWorker.close();
      await context.downloader.close();
    },
  };
}

async function runRelay(
  context: MediaContext,
  queue: BullQueue<MediaJob>,
  handleFiles: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const renewPixels = createRenewal(context);
  /** null while nothing fails. */
  let failure: string | null = null;
  let rounds = 0;
  await mkdir(context.incomingDir, { recursive: true }).catch((error: unknown) => {
    context.logger.error({ err: toError(error) }, 'cannot create the folder for downloads');
  });
  while (!signal.aborted) {
    try {
      if (await hasDue(context)) {
        await relay(context, queue);
        for (let removed = await removeUnusedFiles(context); removed > 0; removed--) context.metrics.onRemoved();
        await removeLeftovers(context);
      }
      await handleFiles();
      await renewPixels();
      if (rounds++ % 60 === 0) {
        await clearIncoming(context);
        await recallPostponed(context);
        await countWanted(context);
      }
      failure = null;
    } catch (error) {
      const reason = waitingReason(toError(error));
      if (reason !== null && reason !== failure) context.logger.warn({ err: toError(error) }, `${reason}; files wait`);
      if (reason === null)
        context.logger.error({ err: toError(error) }, 'unexpected error; files wait, and are tried again');
      failure = reason;
      context.metrics.onWanted(null);
      rounds = 0;
    }
    await sleep(RELAY_MS, undefined, { signal }).catch(noop);
  }
}

/** Runs `work` RELAY_SOON_MS after a call; calls in between share the run. Its failures are left to the next round. */
function runSoon(work: () => Promise<unknown>, signal: AbortSignal) {
  let run: Promise<void> | null = null;
  return {
    call() {
      run ??= sleep(RELAY_SOON_MS, undefined, { signal })
        .then(() => {
          run = null;
          return work();
        })
        .then(noop, noop);
    },
    running: async () => run,
  };
}

/** After the clock was set back, files that were postponed before it would otherwise wait as long as it was set back. */
export async function recallPostponed({ pool, now }: Pick<MediaContext, 'pool' | 'now'>): Promise<void> {
  const longest = new Date(now().getTime() + LONGEST_PAUSE_MS);
  await pool.query(sql.RECALL_POSTPONED, [now(), longest]);
}

async function hasDue({ pool, now }: MediaContext): Promise<boolean> {
  const lost = new Date(now().getTime() - LOST_AFTER_MS);
  const { rows } = await pool.query<{ is_so: boolean }>(sql.HAS_DUE, [now(), lost]);
  return rows[0]?.is_so === true;
}

/** Puts the posts with due files into the queue. Returns their number. */
export async function relay(context: MediaContext, queue: BullQueue<MediaJob>): Promise<number> {
  if ((await queue.waiting()) >= MAX_QUEUE) return 0;
  const now = context.now();
  const lost = new Date(now.getTime() - LOST_AFTER_MS);
  const { rows } = await context.pool.query<{ board_id: number; num: string; subnum: number }>(sql.TAKE_DUE, [
    now,
    lost,
    QUEUED_AT_ONCE,
  ]);
  const jobs = new Map(
    rows.map(({ board_id: boardId, num, subnum }) => {
      const job = { boardId, num: Number(num), subnum };
      return [mediaKeyOfJob(job), job];
    }),
  );
  if (jobs.size > 0) await queue.add([...jobs.values()]);
  return jobs.size;
}

/** Deletes partial downloads that a killed process left. A hard link of an import has its file's old mtime, but a new ctime. */
async function clearIncoming({ incomingDir, now }: MediaContext): Promise<void> {
  for (const name of await readdir(incomingDir)) {
    const path = join(incomingDir, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && now().getTime() - found.ctimeMs > STALE_PART_MS) await rm(path, { force: true });
  }
}

async function countWanted({ pool, metrics }: MediaContext): Promise<void> {
  const { rows } = await pool.query<{ state: string; posts: number }>(sql.COUNT_WANTED);
  metrics.onWanted(new Map(rows.map(({ state, posts }) => [state, posts])));
}

function cacheBoards({ pool, now }: MediaContext): (id: number) => Promise<Board | undefined> {
  let known: ReadonlyMap<number, Board> = new Map();
  let until = 0;
  return async (id) => {
    if (!known.has(id) || now().getTime() > until) {
      known = new Map((await listBoards(pool)).map((board) => [board.id, board]));
      until = now().getTime() + BOARDS_FRESH_MS;
    }
    return known.get(id);
  };
}

function noop(): void {}
