import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { DEFAULT_LIMIT, SearchAnswer, SearchQuery } from '../../../../mappings/contract/search.ts';
import { disconnectSignal } from '../../plugins/client-disconnect.ts';
import { problems, reference } from '../../plugins/schemas.ts';
import { search, type SearchHouse } from '../../../search/pipeline.ts';
import { withRecords } from '../../../search/hydrate/choose.ts';
import { serverTiming, withStages } from '../../../search/stage-timings.ts';
import { parseTimeZone } from './time-zone.ts';

export function searchRoutes(house: SearchHouse): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/search',
      {
        schema: {
          operationId: 'search',
          summary: 'Search posts',
          tags: ['search'],
          querystring: SearchQuery,
          response: {
            200: reference(SearchAnswer, 'One page of hits, with the cursors of its neighbours.'),
            ...problems(400),
          },
        },
      },
      async (request, reply) => {
        const { q = '', tz = 'UTC', sort = null, group = null, source = 'postgres' } = request.query;
        const { limit = DEFAULT_LIMIT, cursor = null } = request.query;
        const asked = { q, zone: parseTimeZone(tz), sort, group, limit, cursor, signal: disconnectSignal(reply) };
        const { result, times } = await withStages(async () =>
          withRecords(house, source, async (chosen) => search(chosen, asked)),
        );
        return reply.header('server-timing', serverTiming(times)).header('cache-control', 'no-cache').send(result);
      },
    );
  };
}
