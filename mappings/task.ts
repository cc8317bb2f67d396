import type { SharedModule } from './module.ts';
import { MODULES } from './modules.ts';

/**
 * Tasks: long work on a board or the whole archive, requested by an admin, the schedule or a purge, and done by an indexer, or by a
 * command. A task is enqueued, then processing, and ends as succeeded, failed or cancelled.
 *
 * reindex: build new indices beside the live ones, then swap them · rollback: swap back to the previous indices · verify: compare both
 * stores (options: `deep` compares every document in full, `repair` repairs differences) · purge_segments: remove the content of purged
 * posts from Elasticsearch's segments.
 */
export const CORE_INDEXER_KINDS = ['reindex', 'rollback', 'verify', 'purge_segments'] as const;

type Module = (typeof MODULES)[number];
type AddedKind<M> = M extends { readonly tasks: readonly (infer K extends string)[] } ? K : never;
type KindOf<Core, M = Module> = Core | AddedKind<M>;

/** Kinds of the work that indexers do for modules, each on one board. */
export const MODULE_KINDS = (MODULES as readonly SharedModule[]).flatMap(
  ({ tasks = [] }) => tasks,
) as readonly string[] as readonly KindOf<never>[];

export type IndexerKind = KindOf<(typeof CORE_INDEXER_KINDS)[number]>;
export const INDEXER_KINDS: readonly IndexerKind[] = [...CORE_INDEXER_KINDS, ...MODULE_KINDS];

/**
 * Kinds of tasks that commands do themselves: `sagasu import`, `sagasu export archive` and `sagasu backup`. Exports, backups and
 * imports of an exported archive concern the whole archive, and have no board.
 */
export const COMMAND_KINDS = ['import', 'export', 'backup'] as const;
export type CommandKind = (typeof COMMAND_KINDS)[number];

export type TaskKind = IndexerKind | CommandKind;
export const TASK_KINDS: readonly TaskKind[] = [...INDEXER_KINDS, ...COMMAND_KINDS];

export function isModuleKind(kind: string): boolean {
  return MODULE_KINDS.some((one) => one === kind);
}

export const TASK_STATUSES = ['enqueued', 'processing', 'succeeded', 'failed', 'cancelled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];
export const UNFINISHED_STATUSES = ['enqueued', 'processing'] as const satisfies readonly TaskStatus[];

export function isUnfinished({ status }: { readonly status: TaskStatus }): boolean {
  return status === 'enqueued' || status === 'processing';
}

/** The filters of task lists: one status, or both of unfinished tasks in one answer. */
export const TASK_STATUS_FILTERS = [...TASK_STATUSES, 'unfinished'] as const;
export type TaskStatusFilter = (typeof TASK_STATUS_FILTERS)[number];

/** Actions that admins request on unfinished tasks. */
export const REQUESTED_ACTIONS = ['run', 'pause', 'cancel'] as const;
export type RequestedAction = (typeof REQUESTED_ACTIONS)[number];

/** The steps of a rebuild, in order. Searches are not affected before `swap`. */
export const REINDEX_STEPS = ['prepare', 'copy', 'catch_up', 'settle', 'verify', 'swap'] as const;
export type ReindexStep = (typeof REINDEX_STEPS)[number];

export const TASK_UNITS = ['documents', 'ranges', 'threads', 'posts', 'rows', 'files', 'bytes'] as const;

/** The progress of the current step. `total` is null while it is unknown. */
export interface TaskProgress {
  readonly done: number;
  readonly total: number | null;
  readonly unit: (typeof TASK_UNITS)[number];
  /** The rate over the last seconds; null while it is unknown. */
  readonly perSecond: number | null;
  /** The estimated duration of the steps after this one, in seconds; absent if there are none, or while it is unknown. */
  readonly secondsAfter?: number;
}

export interface TaskError {
  readonly code: string;
  readonly message: string;
}

/** PostgreSQL channel that is notified when a task is added or an action on a task is requested. */
export const TASK_CHANNEL = 'sagasu_tasks';
