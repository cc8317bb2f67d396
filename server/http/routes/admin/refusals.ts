import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type pg from 'pg';
import { HarvestRefusalList, HarvestRefusalQuery } from '../../../../mappings/contract/refusals.ts';
import { listRefusals } from '../../../admin/refusals.ts';
import { problems, reference } from '../../plugins/schemas.ts';

export function adminRefusalRoutes(pool: pg.Pool): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/refusals',
      {
        config: { access: { role: 'admin', boards: 'any' } },
        schema: {
          operationId: 'listRefusals',
          summary: 'Data of sources that was refused, newest first',
          description:
            'One entry for each document or file and reason: refused as a whole, or with entries, mostly posts, that were refused alone.',
          tags: ['admin'],
          querystring: HarvestRefusalQuery,
          response: {
            200: reference(HarvestRefusalList, 'The newest, of boards that the account administers.'),
            ...problems(400, 401, 403),
          },
        },
      },
      async (request, reply) => {
        const { board = null, limit = 100 } = request.query;
        return reply.send(await listRefusals(pool, request.secret, { board, limit }));
      },
    );
  };
}
