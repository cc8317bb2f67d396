/** Running and failed tasks, and the last backup. */
import texts from '../../../mappings/locales/en/overview.json' with { type: 'json' };
import type { OverviewContext, OverviewPart, PartLine } from '../part.ts';
import { TASK_ERRORS, WATCHED_TASKS, type WatchedTaskRow } from '../sql.ts';

const isLastBackup = ({ kind, status }: WatchedTaskRow) => kind === 'backup' && status === 'succeeded';

async function readWatched({ pool, may }: OverviewContext): Promise<readonly WatchedTaskRow[]> {
  const { rows } = await pool.query<WatchedTaskRow>(WATCHED_TASKS);
  return rows.filter(({ board }) => may('admin', board === null ? 'all' : { board }));
}

export const tasksPart: OverviewPart = {
  name: 'tasks',
  role: ['admin', 'any'],
  texts,
  async read(context) {
    const tasks = (await readWatched(context)).filter((task) => !isLastBackup(task));
    const failed = tasks.filter(({ status }) => status === 'failed');
    for (const status of ['enqueued', 'processing', 'failed'])
      context.measure('sagasu_tasks', tasks.filter((task) => task.status === status).length, { status });
    const errors = await readErrors(context, failed);
    return [
      ...failed.map((task) => ({ ...lineOf(task, 'tasks.failed', 'error'), detail: errors.get(task.id) ?? null })),
      ...tasks
        .filter(({ status }) => status !== 'failed')
        .map((task) => lineOf(task, task.status === 'enqueued' ? 'tasks.enqueued' : 'tasks.running', 'ok')),
    ];
  },
};

async function readErrors(
  { asViewer }: OverviewContext,
  failed: readonly WatchedTaskRow[],
): Promise<ReadonlyMap<string, string | null>> {
  if (failed.length === 0) return new Map();
  const ids = failed.map(({ id }) => id);
  const { rows } = await asViewer(async (client) =>
    client.query<{ id: string; message: string | null }>(TASK_ERRORS, [ids]),
  );
  return new Map(rows.map(({ id, message }) => [id, message]));
}

function lineOf({ id, kind, board, since }: WatchedTaskRow, line: string, state: PartLine['state']): PartLine {
  return {
    kind: board === null ? `${line}-archive` : line,
    state,
    board,
    name: kind,
    since: since.toISOString(),
    href: `/admin/tasks/${id}`,
  };
}

const DAY_MS = 86_400_000;

export const backupPart: OverviewPart = {
  name: 'backup',
  role: ['admin', 'all'],
  texts,
  async read(context) {
    const last = (await readWatched(context)).find(isLastBackup);
    const href = '/admin/tasks?kind=backup';
    if (last === undefined) return [{ kind: 'backup.none', state: 'warning', href }];
    const ageMs = context.clock().getTime() - last.since.getTime();
    context.measure('sagasu_backup_age_seconds', Math.max(0, ageMs / 1_000));
    const isOld = ageMs > context.limits.overviewBackupDays * DAY_MS;
    return [{ kind: 'backup.last', state: isOld ? 'warning' : 'ok', since: last.since.toISOString(), href }];
  },
};
