import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { FormQuery, QueryForm } from '../../../../mappings/contract/form.ts';
import { problems, reference } from '../../plugins/schemas.ts';
import { formOf } from '../../../search/language/form.ts';
import { parse } from '../../../search/language/parse.ts';

/** Reads a query and asks nobody: it costs what any request does, for a form that follows what is being typed. */
export const formRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/search/form',
    {
      schema: {
        operationId: 'getQueryForm',
        summary: 'A query as the fields of a form',
        tags: ['search'],
        querystring: FormQuery,
        response: { 200: reference(QueryForm, 'What no field holds is in `words`.'), ...problems(400) },
      },
    },
    async (request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').send(formOf(parse(request.query.q ?? ''))),
  );
};
