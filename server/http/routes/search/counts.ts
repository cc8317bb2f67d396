import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  DEFAULT_FACET_VALUES,
  FacetsAnswer,
  FacetsQuery,
  TimelineAnswer,
  TimelineQuery,
} from '../../../../mappings/contract/facets.ts';
import { requestContextOf } from '../../plugins/rate-limit.ts';
import { problems, reference } from '../../plugins/schemas.ts';
import { countFacets } from '../../../search/facets/facets.ts';
import { withRecords, type SearchContext } from '../../../search/context.ts';
import { countTimeline } from '../../../search/timeline/timeline.ts';
import { parseTimeZone } from './time-zone.ts';

/** Relative to a page of hits. */
const FACETS_COST = 3;
const TIMELINE_COST = 2;

/** Facets and timeline are requests of their own, so that hits never wait for them. */
export function searchCountRoutes(context: SearchContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/search/facets',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'searchFacets',
          summary: 'Counts of hits by board, year, file type and so on',
          tags: ['search'],
          querystring: FacetsQuery,
          response: {
            200: reference(
              FacetsAnswer,
              'Each facet with its most frequent values and the query that selects each value.',
            ),
            ...problems(400),
          },
        },
      },
      async (request, reply) => {
        const { q = '', tz = 'UTC', values = DEFAULT_FACET_VALUES } = request.query;
        const params = { q, zone: parseTimeZone(tz), values };
        const requestContext = requestContextOf(request, reply, { costFactor: FACETS_COST });
        const answer = await withRecords(context, 'postgres', async (chosen) =>
          countFacets(chosen, params, requestContext),
        );
        return reply.header('cache-control', 'no-cache').send(answer);
      },
    );
    app.get(
      '/search/timeline',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'searchTimeline',
          summary: 'Counts of hits over time',
          tags: ['search'],
          querystring: TimelineQuery,
          response: {
            200: reference(TimelineAnswer, 'At most 120 buckets of equal calendar length.'),
            ...problems(400),
          },
        },
      },
      async (request, reply) => {
        const { q = '', tz = 'UTC' } = request.query;
        const params = { q, zone: parseTimeZone(tz) };
        const requestContext = requestContextOf(request, reply, { costFactor: TIMELINE_COST });
        const answer = await withRecords(context, 'postgres', async (chosen) =>
          countTimeline(chosen, params, requestContext),
        );
        return reply.header('cache-control', 'no-cache').send(answer);
      },
    );
  };
}
