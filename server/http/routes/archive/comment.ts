/** The whole text of one comment. Other answers contain only the beginning of long comments. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { parseComment } from '../../../../mappings/comment/parse.ts';
import { commentPlainText } from '../../../../mappings/comment/plain-text.ts';
import { PostPath, PostQuery } from '../../../../mappings/contract/post.ts';
import { archiveUnavailable } from '../../../../platform/postgres-errors.ts';
import { boardNamed } from '../../../boards/board-named.ts';
import { readWholeComment } from '../../../posts/whole-comment.ts';
import type { SearchContext } from '../../../search/context.ts';
import { NotFoundError } from '../../../shared/errors.ts';
import { requestContextOf } from '../../plugins/rate-limit.ts';
import { problems } from '../../plugins/schemas.ts';

/** Parsing the longest comment takes as long as several pages of hits. */
const COST = 5;

export function commentRoutes({
  pool,
  boards,
  postgres,
}: Pick<SearchContext, 'pool' | 'boards' | 'postgres'>): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/boards/:board/posts/:num/comment',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'getComment',
          summary: 'The whole comment of one post, as plain text',
          description:
            'For posts with `comment_truncated`: their `comment` is only the beginning of this text. 503 while PostgreSQL is unavailable.',
          tags: ['archive'],
          params: PostPath,
          querystring: PostQuery,
          response: { 200: RESPONSE, ...problems(400, 404) },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(boards, request.params.board);
        const { num } = request.params;
        const subnum = request.query.subnum ?? 0;
        await requestContextOf(request, reply).payer.chargeQuery('comment', COST);
        const html = await postgres.readOrFallback(
          async () => readWholeComment(pool, { board: board.name, num, subnum }),
          async () => {
            throw archiveUnavailable();
          },
        );
        if (html === null) {
          throw new NotFoundError('post_unknown', `There is no post ${num} on /${board.name}/ in the archive.`);
        }
        return reply
          .header('cache-control', 'no-cache')
          .type('text/plain; charset=utf-8')
          .send(commentPlainText(parseComment(html).tokens));
      },
    );
  };
}

const RESPONSE = {
  description: 'The text of the comment.',
  content: { 'text/plain': { schema: Type.Unsafe<string>({ type: 'string' }) } },
};
