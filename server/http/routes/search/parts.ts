import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { QueryParts, QueryPartsQuery } from '../../../../mappings/contract/query-part.ts';
import { parse } from '../../../search/language/parse.ts';
import { partsOf } from '../../../search/language/parts.ts';
import { problems, reference } from '../../plugins/schemas.ts';

/** Parses a query without a lookup, so that a form can follow each key for the cost of a plain request. */
export const partsRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/search/parts',
    {
      config: { access: 'reader' },
      schema: {
        operationId: 'getQueryParts',
        summary: 'The parts of a query',
        tags: ['search'],
        querystring: QueryPartsQuery,
        response: { 200: reference(QueryParts, 'The parts of q, each with the query without it.'), ...problems(400) },
      },
    },
    async (request, reply) => {
      const { q = '' } = request.query;
      // Refuses what the search would refuse.
      parse(q);
      return reply.header('cache-control', 'public, max-age=3600').send({ parts: [...partsOf(q)] });
    },
  );
};
