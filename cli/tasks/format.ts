/** Formats tasks for printing. */
import type { Task } from '../../mappings/contract/admin.ts';
import { REINDEX_STEPS } from '../../mappings/task.ts';
import { formatMinute, formatTable } from '../table.ts';

const number = new Intl.NumberFormat('en');

/** Rounded, with separators: `12,346`. */
export function formatCount(value: number): string {
  return number.format(Math.round(value));
}

/** At most two units: `0.4 s`, `44 s`, `3 min 5 s`, `2 h 10 min`, `3 d 4 h`. */
export function formatDuration(ms: number): string {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const [d, h, min, s] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  if (d > 0) return `${d} d ${h} h`;
  if (h > 0) return `${h} h ${min} min`;
  return min > 0 ? `${min} min ${s} s` : `${s} s`;
}

/** `/g/`, or words for a task of the whole archive. */
export function formatPlace(board: string | null): string {
  return board === null ? 'the whole archive' : `/${board}/`;
}

export function isFinished({ status }: Task): boolean {
  return status !== 'enqueued' && status !== 'processing';
}

/** The status, or `paused` or `stopping` if that was requested. */
export function formatState(task: Task): string {
  if (task.cancelling) return 'stopping';
  return task.paused ? 'paused' : task.status;
}

/** `copy 2/6` for a rebuild, which has numbered steps; `ranges` for other kinds; empty before the first step. */
export function formatStep({ kind, step }: Task): string {
  if (step === null) return '';
  const name = step.replaceAll('_', ' ');
  const place = (REINDEX_STEPS as readonly string[]).indexOf(step);
  return kind === 'reindex' && place !== -1 ? `${name} ${place + 1}/${REINDEX_STEPS.length}` : name;
}

/** How a task ended and what it found. */
export function formatResult(task: Task): string {
  const took = task.duration_ms === null ? '' : ` after ${formatDuration(task.duration_ms)}`;
  if (task.status === 'failed') return `failed${took}: ${task.error?.message ?? 'no reason recorded'}`;
  if (task.status !== 'succeeded') return `${task.status}${took}`;
  const found = [
    ...formatDetail(task, 'documents', 'documents'),
    ...formatDetail(task, 'found', 'differed'),
    ...formatDetail(task, 'drift', 'still differ'),
    ...formatDetail(task, 'rewritten', 'written again, since their index holds none to compare'),
    ...formatDetail(task, 'uncompared', 'not compared in full, since their index holds none (use --repair)'),
    ...formatDetail(task, 'pending', 'not compared because they were being written'),
    ...formatDetail(task, 'quarantined', 'in quarantine'),
  ];
  return `succeeded${took}${found.length === 0 ? '' : `: ${found.join(', ')}`}`;
}

/** Documents that still differ from their rows after a verification. */
export function countDrift({ details }: Task): number {
  const { drift } = details as { drift?: unknown };
  return typeof drift === 'number' ? drift : 0;
}

const PRINTED_WHEN_ZERO: ReadonlySet<string> = new Set(['documents', 'found', 'drift']);

function formatDetail({ details }: Task, key: string, label: string): string[] {
  const value = (details as Readonly<Record<string, unknown>>)[key];
  const isPrinted = typeof value === 'number' && (value > 0 || PRINTED_WHEN_ZERO.has(key));
  return isPrinted ? [`${formatCount(value)} ${label}`] : [];
}

/** One line per task. */
export function formatTaskTable(tasks: readonly Task[]): string {
  return formatTable(tasks, {
    ID: ({ id }) => String(id),
    KIND: ({ kind }) => kind,
    BOARD: ({ board }) => (board === null ? 'all' : `/${board}/`),
    STATE: formatState,
    STEP: (task) => (isFinished(task) ? null : formatStep(task) || null),
    DONE: (task) => (isFinished(task) ? null : formatShare(task)),
    TOOK: ({ duration_ms: ms }) => (ms === null ? null : formatDuration(ms)),
    REQUESTED: ({ enqueued_at: time }) => formatMinute(time),
    BY: ({ requested_by: name }) => name,
  });
}

function formatShare({ progress }: Task): string | null {
  if (progress === null) return null;
  const { done, total } = progress;
  return total === null || total === 0 ? formatCount(done) : `${Math.floor(Math.min(1, done / total) * 100)} %`;
}

/** Everything about one task, one line per fact. */
export function formatTask(task: Task): string {
  const { progress, error, details } = task;
  const total = progress?.total == null ? '?' : formatCount(progress.total);
  const lines: [string, string][] = [
    ['task', String(task.id)],
    ['kind', task.kind],
    ['board', formatPlace(task.board)],
    ['state', formatState(task)],
    ['step', formatStep(task)],
    ['done', progress === null ? '' : `${formatCount(progress.done)} of ${total} ${progress.unit}`],
    ['speed', progress?.per_second == null ? '' : `${formatCount(progress.per_second)}/s`],
    ['remaining', progress?.seconds_left == null ? '' : formatDuration(progress.seconds_left * 1000)],
    ['error', error === null ? '' : `${error.message} (${error.code})`],
    ['requested', `${task.enqueued_at} by ${task.requested_by}`],
    ['started', task.started_at ?? ''],
    ['finished', task.finished_at ?? ''],
    ['took', task.duration_ms === null ? '' : formatDuration(task.duration_ms)],
    ...Object.entries(details).map(([key, value]): [string, string] => [
      key.replaceAll('_', ' '),
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ];
  const shown = lines.filter(([, value]) => value !== '');
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}
