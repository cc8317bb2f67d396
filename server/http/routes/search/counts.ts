import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  DEFAULT_FACET_VALUES,
  FacetsAnswer,
  FacetsQuery,
  TimelineAnswer,
  TimelineQuery,
} from '../../../../mappings/contract/facets.ts';
import { disconnectSignal } from '../../plugins/client-disconnect.ts';
import { problems, reference } from '../../plugins/schemas.ts';
import { countFacets } from '../../../search/facets/facets.ts';
import type { SearchHouse } from '../../../search/context.ts';
import { withRecords } from '../../../search/hydrate/choose.ts';
import { countTimeline } from '../../../search/timeline/timeline.ts';
import { parseTimeZone } from './time-zone.ts';

/** What pages draw beside the hits, asked for by itself: the hits never wait for it. */
export function searchCountRoutes(house: SearchHouse): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/search/facets',
      {
        schema: {
          operationId: 'searchFacets',
          summary: 'How the hits of a query are spread over boards, years, types of files and so on',
          tags: ['search'],
          querystring: FacetsQuery,
          response: {
            200: reference(FacetsAnswer, 'Each facet with its most frequent values, and the query of each.'),
            ...problems(400),
          },
        },
      },
      async (request, reply) => {
        const { q = '', tz = 'UTC', values = DEFAULT_FACET_VALUES } = request.query;
        const asked = { q, zone: parseTimeZone(tz), values, signal: disconnectSignal(reply) };
        const answer = await withRecords(house, 'postgres', async (chosen) => countFacets(chosen, asked));
        return reply.header('cache-control', 'no-cache').send(answer);
      },
    );
    app.get(
      '/search/timeline',
      {
        schema: {
          operationId: 'searchTimeline',
          summary: 'How the hits of a query are spread over time',
          tags: ['search'],
          querystring: TimelineQuery,
          response: {
            200: reference(TimelineAnswer, 'At most 120 buckets of equal length, as calendars have it.'),
            ...problems(400),
          },
        },
      },
      async (request, reply) => {
        const { q = '', tz = 'UTC' } = request.query;
        const asked = { q, zone: parseTimeZone(tz), signal: disconnectSignal(reply) };
        const answer = await withRecords(house, 'postgres', async (chosen) => countTimeline(chosen, asked));
        return reply.header('cache-control', 'no-cache').send(answer);
      },
    );
  };
}
