import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type pg from 'pg';
import { signedIn } from '../../plugins/guard.ts';
import { listQuarantine, retryQuarantine } from '../../../admin/quarantine.ts';
import {
  Quarantine,
  QuarantineQuery,
  RetriedQuarantine,
  RetryQuarantine,
} from '../../../../mappings/contract/admin.ts';
import { problems, reference } from '../../plugins/schemas.ts';

export function adminQuarantineRoutes(pool: pg.Pool): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/quarantine',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'listQuarantine',
          summary: 'Documents that Elasticsearch refuses, longest refused first',
          tags: ['admin'],
          querystring: QuarantineQuery,
          response: {
            200: reference(Quarantine, 'One page, and the number of documents on all pages.'),
            ...problems(400, 401, 403),
          },
        },
      },
      async (request, reply) => {
        const { board = null, limit = 100, cursor = null } = request.query;
        return reply.send(await listQuarantine(pool, request.secret, { board, limit, cursor }));
      },
    );

    app.post(
      '/quarantine/retry',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'retryQuarantine',
          summary: 'Try refused documents again',
          tags: ['admin'],
          body: reference(RetryQuarantine),
          response: {
            202: reference(
              RetriedQuarantine,
              'Number of documents that the indexer will try again; accepted ones leave the list.',
            ),
            ...problems(400, 401, 403),
          },
        },
      },
      async (request, reply) => {
        const documents = await retryQuarantine(pool, request.secret, request.body);
        request.log.info({ account: signedIn(request).name, documents }, 'quarantine retry requested');
        return reply.code(202).send({ documents });
      },
    );
  };
}
