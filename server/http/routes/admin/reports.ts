import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  ChangedReports,
  ChangeReports,
  DecidedReports,
  DecideReports,
  DismissNetworkReports,
  ReportQuery,
  ReportQueue,
} from '../../../../mappings/contract/reports.ts';
import type { AdminContext } from '../../../admin/context.ts';
import { signedIn } from '../../plugins/guard.ts';
import type { BoardDirectory } from '../../../boards/directory.ts';
import { dismissNetworkReports } from '../../../reports/dismiss-network.ts';
import { decideReports } from '../../../reports/decide.ts';
import { changeReports } from '../../../reports/change.ts';
import { listReports } from '../../../reports/queue.ts';
import { problems, reference } from '../../plugins/schemas.ts';

export function adminReportRoutes(
  context: AdminContext,
  boards: Pick<BoardDirectory, 'filesAtSource'>,
): FastifyPluginAsyncTypebox {
  const { pool } = context;
  return async (app) => {
    app.get(
      '/reports',
      {
        config: { access: { role: 'janitor', boards: 'any' } },
        schema: {
          operationId: 'listReports',
          summary: 'The queue of reported posts, of the boards on which the account has a role',
          tags: ['admin'],
          querystring: ReportQuery,
          response: { 200: reference(ReportQueue, 'One page of the queue.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const { board = null, category = null, state = 'open', order = 'oldest', page = 1, limit = 25 } = request.query;
        const filter = { board, category, state, order, page, limit };
        return reply.send(await listReports(pool, request.secret, filter, await boards.filesAtSource()));
      },
    );

    app.post(
      '/reports',
      {
        config: { access: { role: 'janitor', boards: 'any' } },
        schema: {
          operationId: 'changeReports',
          summary:
            'Dismiss reports of posts, open them again, write a note for other staff, or answer those who reported',
          description:
            'To hide, show or purge the posts, which closes their reports too: `POST /api/v1/admin/posts/bulk`.',
          tags: ['admin'],
          body: reference(ChangeReports),
          response: { 200: reference(ChangedReports, 'Done.'), ...problems(400, 401, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        const account = signedIn(request).name;
        const posts = await changeReports(context, { account, secret: request.secret }, request.body);
        request.log.info({ account, action: request.body.action, posts }, 'reports changed');
        return reply.send({ posts });
      },
    );

    app.post(
      '/reports/decide',
      {
        config: { access: { role: 'janitor', boards: 'any' } },
        schema: {
          operationId: 'decideReports',
          summary: 'Decide about reported posts, and ban the writer or the reporters with it',
          description:
            'Closes the reports. Posts about which somebody else has decided in the meantime stay as they are, and the answer has the decision.',
          tags: ['admin'],
          body: reference(DecideReports),
          response: { 200: reference(DecidedReports, 'Done.'), ...problems(400, 401, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        const account = signedIn(request).name;
        const done = await decideReports(context, { account, secret: request.secret }, request.body);
        const { decision, ban } = request.body;
        request.log.info({ account, decision, banned: ban?.of, posts: done.posts }, 'reports decided');
        return reply.send(done);
      },
    );

    app.post(
      '/reports/dismiss-network',
      {
        config: { access: { role: 'moderator', boards: 'any' } },
        schema: {
          operationId: 'dismissNetworkReports',
          summary: 'Dismiss the reports of all posts that only one network has reported',
          description:
            'As long as networks are kept, 7 days. Posts that others reported as well stay in the queue. A look at addresses, which the audit log has.',
          tags: ['admin'],
          body: reference(DismissNetworkReports),
          response: { 200: reference(ChangedReports, 'Done.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const account = signedIn(request).name;
        const posts = await dismissNetworkReports(context, { account, secret: request.secret }, request.body);
        request.log.info({ account, action: 'dismiss-network', posts }, 'reports changed');
        return reply.send({ posts });
      },
    );
  };
}
