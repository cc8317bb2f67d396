import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type pg from 'pg';
import type { RequestedAction } from '../../../../mappings/task.ts';
import { asAccount } from '../../../admin/as-account.ts';
import { signedIn } from '../../plugins/guard.ts';
import { startTasks } from '../../../admin/tasks/start.ts';
import { listTasks, readTask, requestTaskAction } from '../../../admin/tasks/tasks.ts';
import {
  IdempotencyHeaders,
  StartedTasks,
  StartTask,
  Task,
  TaskList,
  TaskPath,
  TaskQuery,
  type StartTask as Wanted,
} from '../../../../mappings/contract/admin.ts';
import { problems, reference } from '../../plugins/schemas.ts';

const ACTIONS: readonly (readonly [path: string, operationId: string, summary: string, action: RequestedAction])[] = [
  ['pause', 'pauseTask', 'Pause a task', 'pause'],
  ['resume', 'resumeTask', 'Resume a paused task', 'run'],
  ['cancel', 'cancelTask', 'Cancel a task and undo what it has begun', 'cancel'],
];

export function adminTaskRoutes(pool: pg.Pool): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/tasks',
      {
        config: { access: { role: 'admin', boards: 'any' } },
        schema: {
          operationId: 'listTasks',
          summary: 'Tasks of the boards that the account is admin of, newest first',
          tags: ['admin'],
          querystring: TaskQuery,
          response: { 200: reference(TaskList, 'One page of tasks.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => {
        const { limit = 50, ...filter } = request.query;
        const list = async (client: pg.PoolClient) => listTasks(client, { ...filter, limit });
        return reply.send(await asAccount(pool, request.secret, list));
      },
    );

    app.get(
      '/tasks/:id',
      {
        config: { access: { role: 'admin', boards: 'any' } },
        schema: {
          operationId: 'getTask',
          summary: 'One task',
          tags: ['admin'],
          params: TaskPath,
          response: { 200: reference(Task, 'The task.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) =>
        reply.send(await asAccount(pool, request.secret, async (client) => readTask(client, request.params.id))),
    );

    app.post(
      '/tasks',
      {
        config: { access: { role: 'admin', boards: 'listed' } },
        schema: {
          operationId: 'startTasks',
          summary: 'Start a task for each of the boards, of which the account must be admin',
          tags: ['admin'],
          headers: IdempotencyHeaders,
          body: reference(StartTask),
          response: {
            202: reference(StartedTasks, 'The tasks in the order of the boards; an indexer will begin them.'),
            ...problems(400, 401, 403, 404, 409, 422),
          },
        },
      },
      async (request, reply) => {
        const { kind, boards } = request.body;
        const tasks = await startTasks(pool, {
          kind,
          boards,
          options: optionsOf(request.body),
          requestedBy: signedIn(request).name,
          secret: request.secret,
          idempotencyKey: request.headers['idempotency-key'],
        });
        request.log.info({ account: signedIn(request).name, kind, tasks: tasks.map(({ id }) => id) }, 'tasks started');
        return reply.code(202).send({ tasks });
      },
    );

    for (const [path, operationId, summary, action] of ACTIONS) {
      app.post(
        `/tasks/:id/${path}`,
        {
          config: { access: { role: 'admin', boards: 'any' } },
          schema: {
            operationId,
            summary,
            tags: ['admin'],
            params: TaskPath,
            response: {
              200: reference(Task, 'The task after the request; an indexer acts on it within a second.'),
              ...problems(400, 401, 403, 404, 409),
            },
          },
        },
        async (request, reply) => {
          const task = await requestTaskAction(pool, request.params.id, action, request.secret);
          request.log.info({ account: signedIn(request).name, task: task.id, action }, 'task action requested');
          return reply.send(task);
        },
      );
    }
  };
}

function optionsOf({ kind, repair = false, deep = false }: Wanted): Readonly<Record<string, unknown>> {
  return kind === 'verify' ? { repair, deep } : {};
}
