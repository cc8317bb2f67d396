import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ExamplesAnswer } from '../../../../mappings/contract/examples.ts';
import type { SearchContext } from '../../../search/context.ts';
import { createExamples } from '../../../search/examples/examples.ts';
import { requestContextOf } from '../../plugins/rate-limit.ts';
import { problems, reference } from '../../plugins/schemas.ts';

export function exampleRoutes(context: SearchContext): FastifyPluginAsyncTypebox {
  const examples = createExamples(context);
  return async (app) => {
    app.get(
      '/search/examples',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'getSearchExamples',
          summary: 'Queries for each part of the query language that find posts in this archive',
          description:
            'Made from the newest visible posts. They are shared for half an hour, or until something is hidden or shown. ' +
            'Finding them anew costs as much of the rate limit as twelve searches.',
          tags: ['search'],
          response: { 200: reference(ExamplesAnswer, 'Examples with the number of their hits.'), ...problems() },
        },
      },
      async (request, reply) =>
        reply
          .header('cache-control', 'no-cache')
          .send(await examples(requestContextOf(request, reply, { timeBudget: null }))),
    );
  };
}
