import { createHash } from 'node:crypto';
import type pg from 'pg';
import { TASK_CHANNEL, type TaskKind } from '../../../mappings/task.ts';
import { inTransaction } from '../../../platform/postgres.ts';
import type { Task } from '../../../mappings/contract/admin.ts';
import { NotFoundError } from '../../http/errors.ts';
import { KeyReusedError, TaskConflictError } from './errors.ts';
import * as sql from './sql.ts';
import { readTasks } from './tasks.ts';

export interface WantedTasks {
  readonly kind: TaskKind;
  /** Names; empty for all boards. */
  readonly boards: readonly string[];
  /** As `mappings/task.ts` has them for the kind. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** A user's name, `schedule` or `cli`. */
  readonly requestedBy: string;
  /** Under the same key of the same person the same tasks are given again for a day, whatever became of them. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * One task a board, in the order of the boards; one of this kind that is under way already is given back as it is, unless
 * the schedule has asked for it and nobody has begun it: that becomes this one. All are started, or none.
 * @throws NotFoundError for a board that there is not
 * @throws TaskConflictError when a board's indices are being changed by a task of another kind
 * @throws KeyReusedError when the key came with another request
 */
export async function startTasks(pool: pg.Pool, wanted: WantedTasks): Promise<Task[]> {
  return inTransaction(pool, async (client) => {
    const { idempotencyKey: key, requestedBy } = wanted;
    if (key === undefined) return readTasks(client, await startTasksIn(client, wanted));
    await client.query(sql.FORGET_REQUESTS);
    const hash = hashOf(wanted);
    const { rowCount } = await client.query(sql.CLAIM_REQUEST, [requestedBy, key, hash]);
    if (rowCount === 0) return readTasks(client, await tasksOfRequest(client, requestedBy, key, hash));
    const ids = await startTasksIn(client, wanted);
    await client.query(sql.KEEP_REQUEST, [requestedBy, key, ids]);
    return readTasks(client, ids);
  });
}

/** The same within a transaction of the caller's, without a key. Answers the tasks' ids. */
export async function startTasksIn(client: pg.PoolClient, wanted: WantedTasks): Promise<number[]> {
  const { kind, options = {}, requestedBy } = wanted;
  const boards = await boardsNamed(client, wanted.boards);
  const taskOf = new Map<number, number>();
  for (let missing = boards; missing.length > 0; missing = boards.filter((id) => !taskOf.has(id))) {
    const started = await client.query<IdRow>(sql.INSERT_TASKS, [kind, missing, options, requestedBy]);
    for (const row of started.rows) taskOf.set(row.board_id, Number(row.id));
    await client.query(sql.TAKE_SCHEDULED, [kind, missing, options, requestedBy]);
    const underWay = await client.query<IdRow>(sql.UNFINISHED_OF_KIND, [kind, missing]);
    for (const row of underWay.rows) taskOf.set(row.board_id, Number(row.id));
    // Neither: another change stands in the way, or what stood there has ended since. Then again.
    const stopped = missing.filter((id) => !taskOf.has(id));
    const { rows } = await client.query<{ kind: TaskKind; board: string }>(sql.UNFINISHED_CHANGES, [stopped]);
    const [change] = rows.filter((row) => row.kind !== kind);
    if (change !== undefined) {
      const detail = `A ${change.kind} of /${change.board}/ is under way: wait for its end, or cancel it.`;
      throw new TaskConflictError('board_busy', detail);
    }
  }
  await client.query(sql.NOTIFY_TASKS, [TASK_CHANNEL]);
  return boards.map((id) => taskOf.get(id)).filter((id) => id !== undefined);
}

interface IdRow {
  readonly id: string;
  readonly board_id: number;
}

async function boardsNamed(client: pg.PoolClient, names: readonly string[]): Promise<number[]> {
  const { rows } = await client.query<{ id: number; name: string }>(sql.BOARDS_OF_TASKS, [names]);
  const known = new Set(rows.map((row) => row.name));
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) throw new NotFoundError('board_unknown', `There is no board ${JSON.stringify(unknown)}.`);
  return rows.map((row) => row.id);
}

async function tasksOfRequest(
  client: pg.PoolClient,
  requestedBy: string,
  key: string,
  hash: Buffer,
): Promise<number[]> {
  const { rows } = await client.query<{ request_hash: Buffer; task_ids: string[] }>(sql.READ_REQUEST, [
    requestedBy,
    key,
  ]);
  const [request] = rows;
  if (request === undefined || !request.request_hash.equals(hash)) throw new KeyReusedError();
  return request.task_ids.map(Number);
}

/** What was asked for, however its keys and boards were ordered. */
function hashOf({ kind, boards, options = {} }: WantedTasks): Buffer {
  const entries = Object.entries(options).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([kind, [...new Set(boards)].toSorted(), entries]))
    .digest();
}
