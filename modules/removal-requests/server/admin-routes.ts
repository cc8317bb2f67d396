import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { asAdmin } from '../../../server/admin/as-account.ts';
import type { AdminContext } from '../../../server/admin/context.ts';
import type { BoardDirectory } from '../../../server/boards/directory.ts';
import { signedIn } from '../../../server/http/plugins/guard.ts';
import { emptyResponse, problems, reference } from '../../../server/http/plugins/schemas.ts';
import {
  DecidedRemoval,
  DecideRemoval,
  RemovalQueue,
  RemovalQueueQuery,
  RemovalRequestPath,
  RemovalSettings,
} from '../contract/removal-requests.ts';
import { decideRemoval } from './decide.ts';
import { listQueue } from './queue.ts';
import { readSettings, saveSettings } from './settings.ts';

export function adminRemovalRoutes(
  context: AdminContext,
  boards: Pick<BoardDirectory, 'filesAtSource'>,
): FastifyPluginAsyncTypebox {
  const { pool } = context;
  return async (app) => {
    app.get(
      '/removal-requests',
      {
        config: { access: { role: 'moderator', boards: 'any' } },
        schema: {
          operationId: 'listRemovalRequests',
          summary: 'The queue of removal requests, whose posts are all on boards that the account moderates',
          description: 'Requests about a name or a search are for moderators of all boards.',
          tags: ['admin'],
          querystring: RemovalQueueQuery,
          response: { 200: reference(RemovalQueue), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => {
        const { state = 'open', reason = null, about = null, page = 1 } = request.query;
        const filter = { state, reason, about, page };
        return reply.send(await listQueue(pool, request.secret, filter, await boards.filesAtSource()));
      },
    );

    app.post(
      '/removal-requests/:id',
      {
        config: { access: { role: 'moderator', boards: 'any' } },
        schema: {
          operationId: 'decideRemovalRequest',
          summary: 'Decide a removal request and carry out the decision, write a note, or open it again',
          description: '409 `request_changed` if the person or somebody of staff has changed it since `version`.',
          tags: ['admin'],
          params: RemovalRequestPath,
          body: reference(DecideRemoval),
          response: { 200: reference(DecidedRemoval), ...problems(400, 401, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        const { name: account } = signedIn(request);
        const { id } = request.params;
        const decided = await decideRemoval(context, { account, secret: request.secret }, id, request.body);
        request.log.info({ account, request: id, action: request.body.action, ...decided }, 'removal request changed');
        return reply.send(decided);
      },
    );

    app.get(
      '/removal-settings',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'readRemovalSettings',
          summary: 'Deadlines of removal requests, and templates of answers',
          tags: ['admin'],
          response: { 200: reference(RemovalSettings), ...problems(401, 403) },
        },
      },
      async (request, reply) => reply.send(await asAdmin(pool, request.secret, readSettings)),
    );

    app.put(
      '/removal-settings',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'saveRemovalSettings',
          summary: 'Replace the deadlines of removal requests and the templates of answers',
          description: 'New deadlines apply to new requests.',
          tags: ['admin'],
          body: reference(RemovalSettings),
          response: { 204: emptyResponse('Saved.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => {
        await asAdmin(pool, request.secret, async (client) => saveSettings(client, request.body));
        request.log.info({ account: signedIn(request).name }, 'removal settings saved');
        return reply.code(204).send(undefined);
      },
    );
  };
}
