import type { TaskKind, TaskStatus } from '../../../../mappings/task.ts';
import type { Task } from '../../../../server/contract/admin.ts';
import { formatCount } from '../../lib/format.ts';
import { formatSpanLong, formatTimeLeft } from './durations.ts';

/** 99.9 % is not all of it. */
const percent = new Intl.NumberFormat('en-GB', { style: 'percent', roundingMode: 'floor' });

export const KIND_NAMES: Readonly<Record<TaskKind, string>> = {
  reindex: 'Reindex',
  rollback: 'Rollback',
  verify: 'Verification',
  expunge: 'Expunging',
};

/** As it stands in a board's row while it is under way. */
const KIND_VERBS: Readonly<Record<TaskKind, string>> = {
  reindex: 'Reindexing',
  rollback: 'Rolling back',
  verify: 'Verifying',
  expunge: 'Expunging',
};

export const STATUS_NAMES: Readonly<Record<TaskStatus, string>> = {
  enqueued: 'Waiting',
  processing: 'Under way',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

export function isUnfinished(task: Pick<Task, 'status'>): boolean {
  return task.status === 'enqueued' || task.status === 'processing';
}

export function taskTitle({ kind, board }: Pick<Task, 'kind' | 'board'>): string {
  return `${KIND_NAMES[kind]} of /${board}/`;
}

export function taskState(task: Pick<Task, 'status' | 'paused' | 'cancelling'>): string {
  if (isUnfinished(task)) {
    if (task.cancelling) return 'Stopping';
    if (task.paused) return 'Paused';
  }
  return STATUS_NAMES[task.status];
}

/** "Reindexing · 42%": what there is room for beside a board. */
export function taskInBrief(task: Task): string {
  const share = shareDone(task);
  const state =
    task.cancelling || task.paused || task.status === 'enqueued' ? `, ${taskState(task).toLowerCase()}` : '';
  return `${KIND_VERBS[task.kind]}${state}${share === null ? '' : ` · ${percent.format(share)}`}`;
}

/** From 0 to 1, of the step under way; null while nobody knows. */
export function shareDone({ progress }: Pick<Task, 'progress'>): number | null {
  if (progress === null || progress.total === null || progress.total === 0) return null;
  return Math.min(1, progress.done / progress.total);
}

/** "1,284 of 30,000 documents · 820 a second · about 3 minutes left". */
export function progressInWords(task: Task): string {
  if (task.status === 'enqueued' && task.started_at === null) return 'Waits for its turn.';
  const { progress } = task;
  if (progress === null) return '';
  const { done, total, unit, per_second: rate, seconds_left: left } = progress;
  const isMoving = !task.paused && !task.cancelling;
  return [
    total === null ? `${formatCount(done)} ${unit}` : `${formatCount(done)} of ${formatCount(total)} ${unit}`,
    isMoving && rate !== null && `${formatCount(Math.round(rate))} a second`,
    isMoving && left !== null && formatTimeLeft(left),
  ]
    .filter((part) => part !== false)
    .join(' · ');
}

/** For who listens: how a task ended. */
export function endInWords(task: Task): string {
  const took = task.duration_ms === null ? '' : ` after ${formatSpanLong(task.duration_ms / 1000)}`;
  const why = task.error === null ? '' : ` ${task.error.message}`;
  return `${taskTitle(task)} ${STATUS_NAMES[task.status].toLowerCase()}${took}.${why}`;
}
