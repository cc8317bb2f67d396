import type { Task } from '../../../mappings/contract/admin.ts';
import type { TaskRow } from './sql.ts';

export function presentTask(row: TaskRow): Task {
  const {
    id,
    kind,
    board,
    status,
    requested_action,
    step,
    details,
    error,
    requested_by,
    started_at,
    finished_at,
    now,
  } = row;
  const isUnfinished = status === 'enqueued' || status === 'processing';
  return {
    id: Number(id),
    kind,
    board,
    status,
    paused: isUnfinished && requested_action === 'pause',
    cancelling: isUnfinished && requested_action === 'cancel',
    step,
    progress: presentProgress(row, isUnfinished),
    details: { ...details },
    error: error === null ? null : { code: error.code, message: error.message },
    requested_by,
    enqueued_at: row.enqueued_at.toISOString(),
    started_at: started_at?.toISOString() ?? null,
    finished_at: finished_at?.toISOString() ?? null,
    duration_ms: started_at === null ? null : (finished_at ?? now).getTime() - started_at.getTime(),
  };
}

/** A task that stands still or has ended has no speed and no time left. */
function presentProgress({ progress, requested_action }: TaskRow, isUnfinished: boolean): Task['progress'] {
  if (!('done' in progress)) return null;
  const { done, total, unit } = progress;
  const perSecond = isUnfinished && requested_action === 'run' ? progress.perSecond : null;
  const secondsLeft =
    perSecond === null || perSecond <= 0 || total === null ? null : Math.max(0, total - done) / perSecond;
  return { done, total, unit, per_second: perSecond, seconds_left: secondsLeft };
}
