import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  CompleteQuery,
  CompletionAnswer,
  Suggestions,
  SuggestionsQuery,
} from '../../../../mappings/contract/completion.ts';
import { disconnectSignal } from '../../plugins/client-disconnect.ts';
import { problems, reference } from '../../plugins/schemas.ts';
import { complete } from '../../../search/completion/complete.ts';
import { suggest } from '../../../search/completion/suggest.ts';
import type { SearchHouse } from '../../../search/context.ts';
import { withRecords } from '../../../search/hydrate/choose.ts';

/** Help while a query is being written. */
export function completionRoutes(house: SearchHouse): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/search/complete',
      {
        schema: {
          operationId: 'completeQuery',
          summary: 'What may stand where the caret is',
          tags: ['search'],
          querystring: CompleteQuery,
          response: {
            200: reference(CompletionAnswer, 'The most likely ones first; none where nothing can be said.'),
            ...problems(400),
          },
        },
      },
      async (request, reply) => {
        const { q = '', at = q.length } = request.query;
        const asked = { q, at, signal: disconnectSignal(reply) };
        const completions = await withRecords(house, 'postgres', async (chosen) => complete(chosen, asked));
        return reply.header('cache-control', 'no-cache').send({ completions });
      },
    );
    app.get(
      '/search/suggestions',
      {
        schema: {
          operationId: 'suggestQueries',
          summary: "Whole queries, for a browser's own search field",
          tags: ['search'],
          querystring: SuggestionsQuery,
          response: {
            200: {
              description: 'The query and what it may become.',
              content: { 'application/x-suggestions+json': { schema: reference(Suggestions) } },
            },
            ...problems(400),
          },
        },
      },
      async (request, reply) => {
        const asked = { q: request.query.q ?? '', signal: disconnectSignal(reply) };
        const suggestions = await withRecords(house, 'postgres', async (chosen) => suggest(chosen, asked));
        return reply
          .header('cache-control', 'no-cache')
          .type('application/x-suggestions+json; charset=utf-8')
          .send(suggestions);
      },
    );
  };
}
