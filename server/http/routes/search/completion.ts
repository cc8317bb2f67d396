import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  CompleteQuery,
  CompletionAnswer,
  Suggestions,
  SuggestionsQuery,
} from '../../../../mappings/contract/completion.ts';
import { requestContextOf } from '../../plugins/rate-limit.ts';
import { problems, reference } from '../../plugins/schemas.ts';
import { languageOf } from '../../short-pages.ts';
import { complete, suggest } from '../../../search/completion/complete.ts';
import { withRecords, type SearchContext } from '../../../search/context.ts';

/** Names of emoji are in the reader's language. */
const HEADERS = { 'cache-control': 'no-cache', vary: 'Accept-Language, Cookie' };

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
          complete(chosen, { q, at, language: languageOf(request).code }, requestContext),
        );
        return reply.headers(HEADERS).send({ completions });
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
          suggest(chosen, { q, language: languageOf(request).code }, requestContext),
        );
        return reply.headers(HEADERS).type('application/x-suggestions+json; charset=utf-8').send(suggestions);
      },
    );
  };
}
