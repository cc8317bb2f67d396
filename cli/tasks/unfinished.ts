/** Tasks that have not ended, and whether an indexer works on them, which the API does not report. */
import { leaseEnded } from '../../mappings/postgres/lease.ts';
import type pg from 'pg';
import { COMMAND_KINDS, type TaskKind } from '../../mappings/task.ts';
import { formatPlace } from './format.ts';

export interface UnfinishedTask {
  readonly id: number;
  readonly kind: TaskKind;
  readonly board: string | null;
  readonly options: Readonly<Record<string, unknown>>;
  /** An indexer holds the task under a lease that has not expired. */
  readonly held: boolean;
  /** The store or process that its indexer waits for. */
  readonly waiting_for: string | null;
}

/** Index: tasks_unfinished. */
const SELECT_UNFINISHED = `
  select t.id, t.kind, b.name as board, t.options,
         coalesce(t.status = 'processing' and not ${leaseEnded('t.lease_until')}, false) as held,
         t.details ->> 'waiting_for' as waiting_for
    from tasks t
    left join boards b on b.id = t.board_id
   where t.status in ('enqueued', 'processing')
   order by t.id`;

export async function readUnfinishedTasks(pool: pg.Pool): Promise<readonly UnfinishedTask[]> {
  const { rows } = await pool.query<Omit<UnfinishedTask, 'id'> & { readonly id: string }>(SELECT_UNFINISHED);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

const NO_INDEXER = 'no indexer is running. Start one: npm start, or sagasu run indexer';

/** Why nothing happens to a task; null when an indexer works on it, or when the task has ended. */
export function waitingReason(id: number, unfinished: readonly UnfinishedTask[]): string | null {
  const task = unfinished.find((one) => one.id === id);
  if (task === undefined) return null;
  if (task.held) return task.waiting_for;
  if (COMMAND_KINDS.some((kind) => kind === task.kind)) return 'its command was stopped. Run it again';
  const held = unfinished.filter((one) => one.held);
  const first = unfinished.find(({ kind, board }) => kind === 'reindex' && board === task.board);
  if (task.kind === 'verify' && first !== undefined && held.length > 0) {
    return `task ${first.id} rebuilds ${formatPlace(task.board)} first`;
  }
  const rebuild = held.find(({ kind }) => kind === 'reindex');
  if (task.kind === 'reindex' && rebuild !== undefined) {
    return `few boards are rebuilt at the same time, and task ${rebuild.id} is rebuilding ${formatPlace(rebuild.board)}`;
  }
  return held.length > 0 ? 'the indexers are busy with other tasks' : NO_INDEXER;
}

/** Why no indexer makes progress with any task; null when one does. */
export function stalledReason(unfinished: readonly UnfinishedTask[]): string | null {
  const held = unfinished.filter((one) => one.held && !COMMAND_KINDS.some((kind) => kind === one.kind));
  const [first] = held;
  if (first === undefined) return NO_INDEXER;
  return held.every(({ waiting_for: store }) => store !== null) ? first.waiting_for : null;
}
