import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Backlinks } from '../../../../mappings/contract/backlinks.ts';
import { PostPath } from '../../../../mappings/contract/post.ts';
import { archiveUnavailable } from '../../../../platform/postgres-errors.ts';
import { boardNamed } from '../../../boards/board-named.ts';
import type { SearchContext } from '../../../search/context.ts';
import { NotFoundError } from '../../../shared/errors.ts';
import { findBacklinks } from '../../../threads/backlinks.ts';
import { requestContextOf } from '../../plugins/rate-limit.ts';
import { problems, reference } from '../../plugins/schemas.ts';

export function backlinkRoutes(context: SearchContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/boards/:board/threads/:num/backlinks',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'getThreadBacklinks',
          summary: 'Posts of other threads that quote posts of a thread',
          description: 'They are found in the search index. 503 while PostgreSQL or Elasticsearch is unavailable.',
          tags: ['archive'],
          params: PostPath,
          response: { 200: reference(Backlinks, 'The quoting posts, newest first.'), ...problems(400, 404) },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(context.boards, request.params.board);
        const { num } = request.params;
        const requestContext = requestContextOf(request, reply);
        const found = await context.postgres.readOrFallback(
          async () => findBacklinks(context, board, num, requestContext),
          async () => {
            throw archiveUnavailable();
          },
        );
        if (found === null) {
          throw new NotFoundError('thread_unknown', `There is no thread ${num} on /${board.name}/ in the archive.`);
        }
        return reply.header('cache-control', 'no-cache').send({
          board: board.name,
          thread: num,
          backlinks: found.backlinks,
          has_more: found.hasMore,
          partial: !requestContext.partial.isEmpty,
          partial_reasons: requestContext.partial.list(),
          source: 'postgres',
          degraded: false,
        });
      },
    );
  };
}
