import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type pg from 'pg';
import { AuditList, AuditQuery } from '../../../../mappings/contract/audit.ts';
import { asAccount, assertModeratorOfAny } from '../../../admin/as-account.ts';
import { listAudit } from '../../../audit/list.ts';
import { problems, reference } from '../../plugins/schemas.ts';

export function adminAuditRoutes(pool: pg.Pool): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/audit',
      {
        schema: {
          operationId: 'listAudit',
          summary: 'What staff did, newest first; moderators see what was done to posts of their boards',
          tags: ['admin'],
          querystring: AuditQuery,
          response: { 200: reference(AuditList, 'One page of the audit log.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => {
        const { limit = 50, ...filter } = request.query;
        const list = async (client: pg.PoolClient) => {
          await assertModeratorOfAny(client);
          return listAudit(client, { ...filter, limit });
        };
        return reply.send(await asAccount(pool, request.secret, list));
      },
    );
  };
}
