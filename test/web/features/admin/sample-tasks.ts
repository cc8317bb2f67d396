import type { AdminBoard, Task } from '../../../../mappings/contract/admin.ts';

/** A task as the API returns it. */
export function aTask(fields: Partial<Task> = {}): Task {
  return {
    id: 7,
    kind: 'reindex',
    board: 'ck',
    status: 'processing',
    paused: false,
    cancelling: false,
    step: 'copy',
    progress: { done: 1284, total: 30_000, unit: 'documents', per_second: 820.4, seconds_left: 35 },
    details: {},
    error: null,
    requested_by: 'mika',
    enqueued_at: '2024-05-02T14:06:00.000Z',
    started_at: '2024-05-02T14:06:01.000Z',
    finished_at: null,
    duration_ms: 61_000,
    ...fields,
  };
}

/** A board without problems. */
export function anAdminBoard(fields: Partial<AdminBoard> = {}): AdminBoard {
  return {
    name: 'ck',
    worksafe: true,
    unlisted: false,
    title: 'Food & Cooking',
    posts: 1200,
    documents: 1200,
    dirty_threads: 0,
    lag_seconds: 0,
    quarantined: 0,
    drift: 0,
    verified_at: '2024-05-02T14:06:00.000Z',
    last_scrape: '2024-05-02T14:06:00.000Z',
    harvest: null,
    sources: [],
    outdated: false,
    rollback: false,
    indices: [],
    tasks: [],
    ...fields,
  };
}
