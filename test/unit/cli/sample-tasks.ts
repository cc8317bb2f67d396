import type { Task } from '../../../mappings/contract/admin.ts';

/** A rebuild of /g/ half way through its copy step, with the fields that the test overrides. */
export function aTask(known: Partial<Task> = {}): Task {
  return {
    id: 7,
    kind: 'reindex',
    board: 'g',
    status: 'processing',
    paused: false,
    cancelling: false,
    step: 'copy',
    progress: { done: 450_000, total: 1_000_000, unit: 'documents', per_second: 12_345.6, seconds_left: 44.6 },
    details: {},
    error: null,
    requested_by: 'cli',
    enqueued_at: '2026-01-02T03:04:05.000Z',
    started_at: '2026-01-02T03:04:06.000Z',
    finished_at: null,
    duration_ms: 36_400,
    ...known,
  };
}

export function anEndedTask(known: Partial<Task> = {}): Task {
  return aTask({ status: 'succeeded', finished_at: '2026-01-02T03:05:46.000Z', duration_ms: 100_000, ...known });
}
