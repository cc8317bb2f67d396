import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Task } from '../../../mappings/contract/admin.ts';
import { TASK_CHANNEL, type TaskKind } from '../../../mappings/task.ts';
import { NotFoundError, RefusedError } from '../../shared/errors.ts';
import { asAccount, assertAdmin } from '../as-account.ts';
import * as sql from './sql.ts';
import { readTasks } from './tasks.ts';

export interface TaskRequest {
  readonly kind: TaskKind;
  /** Names; empty for all boards. */
  readonly boards: readonly string[];
  /** By kind, as in `mappings/task.ts`. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** An account's name, `schedule` or `cli`. */
  readonly requestedBy: string;
  /** Token of the requesting session; without one the pool's role must have the right. */
  readonly secret?: string;
  /** For a day, the same key from the same requester returns the same tasks, whatever their status. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * Starts one task for each board and returns the tasks in the order of the boards. An unfinished task of the same kind is
 * returned as it is; if the schedule enqueued it and no indexer has begun it, it takes the options of this request. Starts
 * all tasks or none.
 * @throws NotFoundError `board_unknown`
 * @throws RefusedError 409 `board_busy`: a task of another kind is changing the indices of a board
 * @throws RefusedError 422 `key_reused`: the key came with another request before
 */
export async function startTasks(pool: pg.Pool, request: TaskRequest): Promise<Task[]> {
  return asAccount(pool, request.secret ?? null, async (client) => {
    const { idempotencyKey: key, requestedBy } = request;
    if (key === undefined) return readTasks(client, await start(client, request));
    await client.query(sql.DELETE_OLD_REQUESTS);
    const hash = hashOf(request);
    const { rowCount } = await client.query(sql.INSERT_REQUEST, [requestedBy, key, hash]);
    if (rowCount === 0) return readTasks(client, await tasksOfRequest(client, requestedBy, key, hash));
    const ids = await start(client, request);
    await client.query(sql.SET_REQUEST_TASKS, [requestedBy, key, ids]);
    return readTasks(client, ids);
  });
}

/** Returns the tasks' ids, in the order of the boards. */
async function start(client: pg.PoolClient, request: TaskRequest): Promise<number[]> {
  const { kind, options = {}, requestedBy } = request;
  const named = await boardsNamed(client, request.boards, kind);
  if (request.secret !== undefined) for (const board of named) await assertAdmin(client, board);
  const boards = named.map(({ id }) => id);
  const taskOf = new Map<number, number>();
  for (let missing = boards; missing.length > 0; missing = boards.filter((id) => !taskOf.has(id))) {
    const started = await client.query<IdRow>(sql.INSERT_TASKS, [kind, missing, options, requestedBy]);
    for (const row of started.rows) taskOf.set(row.board_id, Number(row.id));
    await client.query(sql.TAKE_OVER_SCHEDULED, [kind, missing, options, requestedBy]);
    const unfinished = await client.query<IdRow>(sql.UNFINISHED_OF_KIND, [kind, missing]);
    for (const row of unfinished.rows) taskOf.set(row.board_id, Number(row.id));
    // A board without a task has a task of another kind that blocks it, or had one that has ended since. In the second case, try again.
    const blocked = missing.filter((id) => !taskOf.has(id));
    const { rows } = await client.query<{ kind: TaskKind; board: string }>(sql.UNFINISHED_CHANGES, [blocked]);
    const [change] = rows.filter((row) => row.kind !== kind);
    if (change !== undefined) {
      const detail = `A ${change.kind} of /${change.board}/ is in progress: wait until it ends, or cancel it.`;
      throw new RefusedError(409, 'board_busy', detail);
    }
  }
  await client.query(sql.NOTIFY_TASKS, [TASK_CHANNEL]);
  return boards.map((id) => taskOf.get(id)).filter((id) => id !== undefined);
}

interface IdRow {
  readonly id: string;
  readonly board_id: number;
}

interface NamedBoard {
  readonly id: number;
  readonly name: string;
}

/** All boards that such a task can do something for, if no names are given. @throws NotFoundError `board_unknown` */
async function boardsNamed(
  client: pg.PoolClient,
  names: readonly string[],
  kind: TaskKind,
): Promise<readonly NamedBoard[]> {
  const { rows } = await client.query<NamedBoard>(sql.READ_BOARDS, [names, kind]);
  const known = new Set(rows.map((row) => row.name));
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) throw new NotFoundError('board_unknown', `There is no board ${JSON.stringify(unknown)}.`);
  return rows;
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
  if (request === undefined || !request.request_hash.equals(hash)) {
    throw new RefusedError(
      422,
      'key_reused',
      'This Idempotency-Key was already used for a different request: send a new one.',
    );
  }
  return request.task_ids.map(Number);
}

/** The same hash for the same request, in whatever order its options and boards are given. */
function hashOf({ kind, boards, options = {} }: TaskRequest): Buffer {
  const entries = Object.entries(options).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([kind, [...new Set(boards)].toSorted(), entries]))
    .digest();
}
