import type { Task } from '../../mappings/contract/admin.ts';
import { count, duration, isOver, stateOf, stepOf } from './format.ts';

/** One task a line under a heading, columns as wide as they need to be. */
export function taskTable(tasks: readonly Task[]): string {
  const rows = [
    ['ID', 'KIND', 'BOARD', 'STATE', 'STEP', 'DONE', 'TOOK', 'ASKED FOR', 'BY'],
    ...tasks.map((task) => [
      String(task.id),
      task.kind,
      `/${task.board}/`,
      stateOf(task),
      isOver(task) ? '' : stepOf(task),
      isOver(task) ? '' : doneOf(task),
      task.duration_ms === null ? '' : duration(task.duration_ms),
      minuteOf(task.enqueued_at),
      task.requested_by,
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function doneOf({ progress }: Task): string {
  if (progress === null) return '';
  const { done, total } = progress;
  return total === null || total === 0 ? count(done) : `${Math.floor(Math.min(1, done / total) * 100)} %`;
}

/** `2026-11-21 10:50Z` */
function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')}Z`;
}

/** Everything about one task, a line each. */
export function taskPage(task: Task): string {
  const { progress, error, details } = task;
  const lines: [string, string][] = [
    ['task', String(task.id)],
    ['kind', task.kind],
    ['board', `/${task.board}/`],
    ['state', stateOf(task)],
    ['step', stepOf(task)],
    [
      'done',
      progress === null
        ? ''
        : `${count(progress.done)} of ${progress.total === null ? '?' : count(progress.total)} ${progress.unit}`,
    ],
    ['speed', progress?.per_second == null ? '' : `${count(progress.per_second)}/s`],
    ['left', progress?.seconds_left == null ? '' : duration(progress.seconds_left * 1000)],
    ['error', error === null ? '' : `${error.message} (${error.code})`],
    ['asked for', `${task.enqueued_at} by ${task.requested_by}`],
    ['begun', task.started_at ?? ''],
    ['ended', task.finished_at ?? ''],
    ['took', task.duration_ms === null ? '' : duration(task.duration_ms)],
    ...Object.entries(details).map(([key, value]): [string, string] => [
      key.replaceAll('_', ' '),
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ];
  const shown = lines.filter(([, value]) => value !== '');
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}
