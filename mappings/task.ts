/**
 * Long work on a board that an admin, the schedule or another part asks for and that an indexer does. The life of a task
 * is that of Meilisearch's: enqueued, processing, then one of three ends.
 */
export const TASK_KINDS = ['reindex', 'rollback', 'verify', 'purge_segments'] as const;
/**
 * reindex: build new indices beside the live ones and change over · rollback: change back to those before · verify:
 * compare both stores (option `deep`: every document in full; `repair`: mend what differs) · purge_segments: make Elasticsearch
 * forget the old content of purged posts.
 */
export type TaskKind = (typeof TASK_KINDS)[number];

export const TASK_STATUSES = ['enqueued', 'processing', 'succeeded', 'failed', 'cancelled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** What an admin requests of an unfinished task. */
export const REQUESTED_ACTIONS = ['run', 'pause', 'cancel'] as const;
export type RequestedAction = (typeof REQUESTED_ACTIONS)[number];

/** A rebuild's steps, in their order. Up to `swap` nothing that readers see has changed. */
export const REINDEX_STEPS = ['prepare', 'copy', 'catch_up', 'settle', 'verify', 'swap'] as const;
export type ReindexStep = (typeof REINDEX_STEPS)[number];

/** Of the step under way. `total` is null while it is not known. */
export interface TaskProgress {
  readonly done: number;
  readonly total: number | null;
  readonly unit: 'documents' | 'ranges' | 'threads';
  /** Over the last seconds; null while it is not known. */
  readonly perSecond: number | null;
}

export interface TaskError {
  readonly code: string;
  readonly message: string;
}

/** PostgreSQL channel that is notified when a task is added or an action on a task is requested. */
export const TASK_CHANNEL = 'sagasu_tasks';
