import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { DidYouMeanAnswer, DidYouMeanQuery } from '../../../../mappings/contract/did-you-mean.ts';
import { requestContextOf } from '../../plugins/rate-limit.ts';
import { problems, reference } from '../../plugins/schemas.ts';
import { withRecords, type SearchContext } from '../../../search/context.ts';
import { suggestQueries } from '../../../search/did-you-mean/did-you-mean.ts';
import { parseTimeZone } from './time-zone.ts';

/** Relative to a page of hits. */
const COST = 2;

/** Suggestions for a query with few hits are a request of their own, so that hits never wait for them. */
export function didYouMeanRoutes(context: SearchContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/search/did-you-mean',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'didYouMean',
          summary: 'Similar queries with more hits',
          tags: ['search'],
          querystring: DidYouMeanQuery,
          response: {
            200: reference(DidYouMeanAnswer, 'The smallest change first; empty when there is none.'),
            ...problems(400),
          },
        },
      },
      async (request, reply) => {
        const { q, tz = 'UTC' } = request.query;
        const params = { q, zone: parseTimeZone(tz) };
        const requestContext = requestContextOf(request, reply, { costFactor: COST });
        const suggested = await withRecords(context, 'postgres', async (chosen) =>
          suggestQueries(chosen, params, chosen.timeoutMs, requestContext),
        );
        return reply.header('cache-control', 'no-cache').send({ did_you_mean: [...(suggested ?? [])] });
      },
    );
  };
}
