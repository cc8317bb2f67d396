import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Explanation, ExplainQuery } from '../../../../mappings/contract/explain.ts';
import { Limits } from '../../../../mappings/contract/limits.ts';
import { requestContextOf } from '../../plugins/rate-limit.ts';
import { problems, reference } from '../../plugins/schemas.ts';
import { explain } from '../../../search/explain/explain.ts';
import { withRecords, type SearchContext } from '../../../search/context.ts';
import { parseTimeZone } from './time-zone.ts';

export function explainRoutes(context: SearchContext, limits: Limits): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/search/explain',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'explainSearch',
          summary: 'How a query is read, what Elasticsearch is sent, and where the time goes',
          tags: ['search'],
          querystring: ExplainQuery,
          response: { 200: reference(Explanation, 'For the first page, which this request runs.'), ...problems(400) },
        },
      },
      async (request, reply) => {
        const { q = '', sort = null, group = null, tz = 'UTC' } = request.query;
        const params = { q, sort, group, zone: parseTimeZone(tz) };
        const requestContext = requestContextOf(request, reply);
        const answer = await withRecords(context, 'postgres', async (chosen) =>
          explain(chosen, params, requestContext),
        );
        return reply.header('cache-control', 'no-cache').send(answer);
      },
    );

    app.get(
      '/limits',
      {
        config: { access: 'reader' },
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
