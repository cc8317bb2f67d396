/** Names and payloads of the queues in Redis. Redis is transport only: lost jobs are queued again from PostgreSQL. */

export const INDEX_QUEUE = 'index';

/** Write the posts of this thread with revs from `dirty.min_rev` on to every index of the board's set. */
export interface IndexThreadJob {
  readonly boardId: number;
  readonly thread: number;
}

/**
 * Returns the deduplication id. It is not used as job id, because BullMQ drops updates of jobs with custom ids. BullMQ
 * refuses `:` in ids.
 */
export function indexThreadKey(job: IndexThreadJob): string {
  return `${job.boardId}-${job.thread}`;
}

/** PostgreSQL channel that is notified when threads have become dirty. */
export const DIRTY_CHANNEL = 'sagasu_dirty';

export const REBUILD_QUEUE = 'rebuild';

/** Copy a range of a rebuild (`rebuild_ranges`) from its saved position to its end. */
export interface RebuildRangeJob {
  readonly taskId: number;
  readonly slice: number;
  readonly firstNum: number;
}

/** Returns the deduplication id. */
export function rebuildRangeKey(job: RebuildRangeJob): string {
  return `${job.taskId}-${job.slice}-${job.firstNum}`;
}

export const MEDIA_QUEUE = 'media';

/** Fetch the files of this post that `wanted_media` lists. */
export interface MediaJob {
  readonly boardId: number;
  readonly num: number;
  readonly subnum: number;
}

/** Returns the deduplication id. */
export function mediaKeyOfJob(job: MediaJob): string {
  return `${job.boardId}-${job.num}-${job.subnum}`;
}
