/**
 * Long work on a board that an admin, the schedule or another part asks for and that an indexer does. The life of a task
 * is that of Meilisearch's: enqueued, processing, then one of three ends.
 */
export const TASK_KINDS = ['reindex', 'rollback', 'verify', 'expunge'] as const;
/**
 * reindex: build new indices beside the live ones and change over · rollback: change back to those before · verify:
 * compare both stores (option `deep`: every document in full; `repair`: mend what differs) · expunge: make Elasticsearch
 * forget the old content of purged posts.
 */
export type TaskKind = (typeof TASK_KINDS)[number];

export const TASK_STATUSES = ['enqueued', 'processing', 'succeeded', 'failed', 'cancelled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** What an admin wants of a task that is under way. */
export const TASK_WISHES = ['run', 'pause', 'cancel'] as const;
export type TaskWish = (typeof TASK_WISHES)[number];

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

/** PostgreSQL channel on which somebody says that a task or a wish is new. */
export const TASK_CHANNEL = 'sagasu_tasks';
