import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Explanation, ExplainQuery } from '../../../../mappings/contract/explain.ts';
import { Limits } from '../../../../mappings/contract/limits.ts';
import { disconnectSignal } from '../../plugins/client-disconnect.ts';
import { problems, reference } from '../../plugins/schemas.ts';
import { explain } from '../../../search/explain/explain.ts';
import type { SearchHouse } from '../../../search/context.ts';
import { withRecords } from '../../../search/hydrate/choose.ts';
import { parseTimeZone } from './time-zone.ts';

export function explainRoutes(house: SearchHouse, limits: Limits): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/search/explain',
      {
        schema: {
          operationId: 'explainSearch',
          summary: 'How a query is read, what it asks of Elasticsearch, and where its time goes',
          tags: ['search'],
          querystring: ExplainQuery,
          response: { 200: reference(Explanation, 'Of the first page, which was really asked for.'), ...problems(400) },
        },
      },
      async (request, reply) => {
        const { q = '', sort = null, group = null, tz = 'UTC' } = request.query;
        const asked = { q, sort, group, zone: parseTimeZone(tz), signal: disconnectSignal(reply) };
        const answer = await withRecords(house, 'postgres', async (chosen) => explain(chosen, asked));
        return reply.header('cache-control', 'no-cache').send(answer);
      },
    );

    app.get(
      '/limits',
      {
        schema: {
          operationId: 'getLimits',
          summary: 'The limits in force',
          tags: ['search'],
          response: { 200: reference(Limits, 'For queries, pages, feeds, exports and callers.'), ...problems() },
        },
      },
      async (_request, reply) => reply.header('cache-control', 'no-cache').send(limits),
    );
  };
}
