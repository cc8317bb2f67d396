import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  CompleteQuery,
  CompletionAnswer,
  Suggestions,
  SuggestionsQuery,
} from '../../../../mappings/contract/completion.ts';
import { requestContextOf } from '../../plugins/rate-limit.ts';
import { problems, reference } from '../../plugins/schemas.ts';
import { complete, suggest } from '../../../search/completion/complete.ts';
import { withRecords, type SearchContext } from '../../../search/context.ts';

/** Completions while a query is typed. */
export function completionRoutes(context: SearchContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/search/complete',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'completeQuery',
          summary: 'Completions at the caret of a query',
          tags: ['search'],
          querystring: CompleteQuery,
          response: {
            200: reference(CompletionAnswer, 'Best completion first; empty when there is none.'),
            ...problems(400),
          },
        },
      },
      async (request, reply) => {
        const { q = '', at = q.length } = request.query;
        const requestContext = requestContextOf(request, reply);
        const completions = await withRecords(context, 'postgres', async (chosen) =>
          complete(chosen, { q, at }, requestContext),
        );
        return reply.header('cache-control', 'no-cache').send({ completions });
      },
    );
    app.get(
      '/search/suggestions',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'suggestQueries',
          summary: "Whole queries, for a browser's search field (OpenSearch suggestions)",
          tags: ['search'],
          querystring: SuggestionsQuery,
          response: {
            200: {
              description: 'The query and its completions.',
              content: { 'application/x-suggestions+json': { schema: reference(Suggestions) } },
            },
            ...problems(400),
          },
        },
      },
      async (request, reply) => {
        const { q = '' } = request.query;
        const requestContext = requestContextOf(request, reply);
        const suggestions = await withRecords(context, 'postgres', async (chosen) =>
          suggest(chosen, q, requestContext),
        );
        return reply
          .header('cache-control', 'no-cache')
          .type('application/x-suggestions+json; charset=utf-8')
          .send(suggestions);
      },
    );
  };
}
