/** Names and payloads of what travels through Redis. Nothing here is memory: a lost job is queued again from PostgreSQL. */

export const INDEX_QUEUE = 'index';

/** Put the posts of this thread that changed since `dirty.min_rev` into every index of the board's set. */
export interface IndexThreadJob {
  readonly boardId: number;
  readonly thread: number;
}

/** BullMQ refuses `:` in ids. Used as deduplication id, never as job id: a custom job id drops updates. */
export function indexThreadKey(job: IndexThreadJob): string {
  return `${job.boardId}-${job.thread}`;
}

/** PostgreSQL channel on which a writer says that dirty rows are waiting. */
export const DIRTY_CHANNEL = 'sagasu_dirty';

export const REBUILD_QUEUE = 'rebuild';

/** Walk a range of a rebuild (`rebuild_ranges`) from where it stands to its end. */
export interface RebuildRangeJob {
  readonly taskId: number;
  readonly slice: number;
  readonly firstNum: number;
}

/** Deduplication id, as above. */
export function rebuildRangeKey(job: RebuildRangeJob): string {
  return `${job.taskId}-${job.slice}-${job.firstNum}`;
}

export const MEDIA_QUEUE = 'media';

/** Fetch what `wanted_media` wants of this post. */
export interface MediaJob {
  readonly boardId: number;
  readonly num: number;
  readonly subnum: number;
}

/** Deduplication id, as above. */
export function mediaKeyOfJob(job: MediaJob): string {
  return `${job.boardId}-${job.num}-${job.subnum}`;
}
