import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { FormQuery, QueryForm } from '../../../../mappings/contract/form.ts';
import { problems, reference } from '../../plugins/schemas.ts';
import { formOf } from '../../../search/language/form.ts';
import { parse } from '../../../search/language/parse.ts';

/** Parses a query without a lookup, so that a form can follow each key for the cost of a plain request. */
export const formRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/search/form',
    {
      schema: {
        operationId: 'getQueryForm',
        summary: 'A query as the fields of the advanced search form',
        tags: ['search'],
        querystring: FormQuery,
        response: { 200: reference(QueryForm, 'Conditions that no field holds are in `words`.'), ...problems(400) },
      },
    },
    async (request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').send(formOf(parse(request.query.q ?? ''))),
  );
};
