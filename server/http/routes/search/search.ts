import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { DEFAULT_LIMIT, SearchAnswer, SearchQuery } from '../../../../mappings/contract/search.ts';
import type { RequestContext } from '../../../limits/request-context.ts';
import { requestContextOf } from '../../plugins/rate-limit.ts';
import { problems, reference } from '../../plugins/schemas.ts';
import { withRecords, type SearchContext } from '../../../search/context.ts';
import { suggestQueries, type DidYouMeanParams } from '../../../search/did-you-mean/did-you-mean.ts';
import { search } from '../../../search/pipeline.ts';
import { sentAnswer, wantedFields } from '../../../search/present/sent-hit.ts';
import { parseTimeZone } from './time-zone.ts';

export function searchRoutes(context: SearchContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/search',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'search',
          summary: 'Search posts',
          tags: ['search'],
          querystring: SearchQuery,
          response: {
            200: reference(SearchAnswer, 'One page of hits, with the cursors of the next and the previous page.'),
            ...problems(400),
          },
        },
      },
      async (request, reply) => {
        const { q = '', tz = 'UTC', sort = null, group = null, source = 'postgres' } = request.query;
        const { limit = DEFAULT_LIMIT, cursor = null, page = 1, count, fields, include } = request.query;
        const wanted = wantedFields({ fields, include });
        const params = {
          q,
          zone: parseTimeZone(tz),
          sort,
          group,
          limit,
          cursor,
          page,
          count: count === 'exact' ? 'all' : 'within',
          marks: wanted.has('highlights'),
        } as const;
        const requestContext = requestContextOf(request, reply);
        const answer = await withRecords(context, source, async (chosen) => {
          const found = await search(chosen, params, requestContext);
          return mayBeMisspelt(found, params) ? withSuggestions(chosen, found, params, requestContext) : found;
        });
        return reply
          .header('server-timing', requestContext.timings.header())
          .header('cache-control', 'no-cache')
          .send(sentAnswer(answer, wanted));
      },
    );
  };
}

function mayBeMisspelt({ total }: SearchAnswer, { cursor, page }: { cursor: string | null; page: number }): boolean {
  return total.value === 0 && total.relation === 'eq' && cursor === null && page === 1;
}

async function withSuggestions(
  context: SearchContext,
  answer: SearchAnswer,
  params: DidYouMeanParams,
  request: RequestContext,
): Promise<SearchAnswer> {
  const suggested = await request.timings.measure('suggest', async () =>
    suggestQueries(context, params, context.suggestionsMs, request),
  );
  return suggested === null ? answer : { ...answer, did_you_mean: [...suggested] };
}
