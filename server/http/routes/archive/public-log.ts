import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type pg from 'pg';
import { PublicLog, PublicLogQuery } from '../../../../mappings/contract/public-log.ts';
import { archiveUnavailable } from '../../../../platform/postgres-errors.ts';
import { listPublicLog } from '../../../audit/public-log.ts';
import type { PostgresProbe } from '../../../visibility/postgres-probe.ts';
import { problems, reference } from '../../plugins/schemas.ts';

interface PublicLogContext {
  readonly pool: pg.Pool;
  readonly postgres: PostgresProbe;
}

export function publicLogRoutes({ pool, postgres }: PublicLogContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/moderation',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'listPublicLog',
          summary: 'Actions of moderators, newest first, on boards whose settings publish them',
          tags: ['archive'],
          querystring: PublicLogQuery,
          response: { 200: reference(PublicLog, 'One page of the public log.'), ...problems(400) },
        },
      },
      async (request, reply) => {
        const { limit = 50, ...filter } = request.query;
        const list = await postgres.readOrFallback(
          async () => listPublicLog(pool, { ...filter, limit }),
          async () => {
            throw archiveUnavailable();
          },
        );
        return reply.header('cache-control', 'no-cache').send(list);
      },
    );
  };
}
