/** Tasks in words, for people. */
import { REINDEX_STEPS } from '../../mappings/task.ts';
import type { Task } from '../../mappings/contract/admin.ts';

const number = new Intl.NumberFormat('en');

export function count(value: number): string {
  return number.format(Math.round(value));
}

/** `0.4 s`, `44 s`, `3 min 5 s`, `2 h 10 min`, `3 d 4 h`. */
export function duration(ms: number): string {
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

export function isOver({ status }: Task): boolean {
  return status !== 'enqueued' && status !== 'processing';
}

/** `processing`, but for one that was told to pause or to stop. */
export function stateOf(task: Task): string {
  if (task.cancelling) return 'stopping';
  return task.paused ? 'paused' : task.status;
}

/** `copy 2/6`: the step, and of a rebuild which of how many. */
export function stepOf({ kind, step }: Task): string {
  if (step === null) return '';
  const name = step.replaceAll('_', ' ');
  const place = (REINDEX_STEPS as readonly string[]).indexOf(step);
  return kind === 'reindex' && place !== -1 ? `${name} ${place + 1}/${REINDEX_STEPS.length}` : name;
}

/** How a task ended, and what came of it. */
export function endOf(task: Task): string {
  const took = task.duration_ms === null ? '' : ` after ${duration(task.duration_ms)}`;
  if (task.status === 'failed') return `failed${took}: ${task.error?.message ?? 'without a reason'}`;
  if (task.status !== 'succeeded') return `${task.status}${took}`;
  const found = [
    ...numberIn(task, 'documents', 'documents'),
    ...numberIn(task, 'found', 'differed'),
    ...numberIn(task, 'drift', 'still differ'),
    ...numberIn(task, 'pending', 'could not be judged, they were being written'),
    ...numberIn(task, 'quarantined', 'in quarantine'),
  ];
  return `succeeded${took}${found.length === 0 ? '' : `: ${found.join(', ')}`}`;
}

/** Documents that still differ from their rows, by what the task has found. */
export function driftOf({ details }: Task): number {
  const { drift } = details as { drift?: unknown };
  return typeof drift === 'number' ? drift : 0;
}

const ALWAYS_TOLD: ReadonlySet<string> = new Set(['documents', 'found', 'drift']);

function numberIn({ details }: Task, key: string, words: string): string[] {
  const value = (details as Readonly<Record<string, unknown>>)[key];
  return typeof value === 'number' && (value > 0 || ALWAYS_TOLD.has(key)) ? [`${count(value)} ${words}`] : [];
}
