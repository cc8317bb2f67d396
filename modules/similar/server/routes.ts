import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { PostPath } from '../../../mappings/contract/post.ts';
import { archiveUnavailable } from '../../../platform/postgres-errors.ts';
import { boardNamed } from '../../../server/boards/board-named.ts';
import { requestContextOf } from '../../../server/http/plugins/rate-limit.ts';
import { problems, reference, unchanged } from '../../../server/http/plugins/schemas.ts';
import type { SearchContext } from '../../../server/search/context.ts';
import { NotFoundError } from '../../../server/shared/errors.ts';
import { etagOfBody, matchesEtag } from '../../../server/shared/etag.ts';
import { SimilarThreads } from '../contract/similar.ts';
import { SimilarThreadFinder } from './find-similar.ts';
import { presentSimilar } from './present.ts';

/** Relative to a page of hits. */
const COST = 2;

export function similarRoutes(context: SearchContext): FastifyPluginAsyncTypebox {
  const finder = new SimilarThreadFinder(context);
  return async (app) => {
    app.get(
      '/boards/:board/threads/:num/similar',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'getSimilarThreads',
          summary: 'Threads that are similar to a thread, with the words that connect them',
          description:
            'On all listed boards and the own one. They are found by the rarest words of the thread in the opening posts of others, and are the same for up to ten minutes ' +
            'unless the thread changes. 503 while PostgreSQL or Elasticsearch is unavailable.',
          tags: ['archive'],
          params: PostPath,
          response: {
            200: reference(SimilarThreads, 'At most five threads.'),
            304: unchanged(),
            ...problems(400, 404),
          },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(context.boards, request.params.board);
        const { num: thread } = request.params;
        const requestContext = requestContextOf(request, reply);
        await requestContext.payer.chargeQuery('similar', COST);
        const threads = await context.postgres.readOrFallback(
          async () => {
            const found = await finder.find(board, thread, requestContext);
            return found === null ? null : presentSimilar(context, { board, thread }, found);
          },
          async () => {
            throw archiveUnavailable();
          },
        );
        if (threads === null) {
          throw new NotFoundError('thread_unknown', `There is no thread ${thread} on /${board.name}/ in the archive.`);
        }
        const answer = {
          board: board.name,
          thread,
          threads,
          partial: !requestContext.partial.isEmpty,
          partial_reasons: requestContext.partial.list(),
          source: 'postgres' as const,
          degraded: false,
        };
        const etag = etagOfBody(JSON.stringify(answer));
        void reply.headers({ etag, 'cache-control': 'no-cache' });
        return matchesEtag(request.headers['if-none-match'], etag)
          ? reply.code(304).send(undefined)
          : reply.send(answer);
      },
    );
  };
}
