import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { POST_ORDERS, PostList, PostListQuery } from '../../../../mappings/contract/post-list.ts';
import { BoardPath } from '../../../../mappings/contract/thread-list.ts';
import type { Post } from '../../../../mappings/post.ts';
import { archiveUnavailable } from '../../../../platform/postgres-errors.ts';
import { boardNamed } from '../../../boards/board-named.ts';
import { listPosts, placeOf, type PostOrder } from '../../../posts/list.ts';
import { presentPost } from '../../../posts/present.ts';
import { CursorError, type CursorCodec } from '../../../search/execute/cursor.ts';
import { RefusedError } from '../../../shared/errors.ts';
import { problems, reference } from '../../plugins/schemas.ts';
import type { ThreadListContext } from './thread-lists.ts';

export function postListRoutes(context: ThreadListContext): FastifyPluginAsyncTypebox {
  const { pool, boards, postgres, cursors, clock } = context;
  return async (app) => {
    app.get(
      '/boards/:board/posts',
      {
        config: { access: 'reader' },
        schemaErrorFormatter: (errors) =>
          errors.some(({ keyword, params }) => keyword === 'required' && params['missingProperty'] === 'order')
            ? new RefusedError(400, 'order_missing', `order is required: ${POST_ORDERS.join(' or ')}.`)
            : new Error('The request is invalid.'),
        schema: {
          operationId: 'listPosts',
          summary: 'Posts of a board, the last changed or the newest first',
          description:
            'From PostgreSQL, without a search. Pages go on by cursors. 503 while PostgreSQL is unavailable.',
          tags: ['archive'],
          params: BoardPath,
          querystring: PostListQuery,
          response: {
            200: reference(PostList, 'Posts in the requested order, with cursors for the next and previous page.'),
            ...problems(400, 404),
          },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(boards, request.params.board);
        const { order, limit = 50, cursor } = request.query;
        const binding = `posts\n${board.name}\n${order}`;
        const from = cursor === undefined ? null : startOf(cursors, cursor, binding, order);
        const { posts, hasNext, hasPrevious } = await postgres.readOrFallback(
          async () => listPosts(pool, board, { order, limit, from }),
          async () => {
            throw archiveUnavailable();
          },
        );
        const atSource = (await boards.filesAtSource()).get(board.name) ?? null;
        const [first, last] = [posts[0], posts.at(-1)];
        const cursorAt = (direction: 'forward' | 'backward', post: Post) =>
          cursors.encode({ direction, position: placeOf(order, post), now: clock().getTime() }, binding);
        return reply.header('cache-control', 'no-cache').send({
          board: board.name,
          posts: posts.map((post) => presentPost(post, atSource)),
          order,
          next: hasNext && last !== undefined ? cursorAt('forward', last) : null,
          previous: hasPrevious && first !== undefined ? cursorAt('backward', first) : null,
          source: 'postgres',
          degraded: false,
        });
      },
    );
  };
}

/** @throws CursorError for a cursor of another list */
function startOf(cursors: CursorCodec, text: string, binding: string, order: PostOrder) {
  const { direction, position } = cursors.decode(text, binding);
  const place = position.filter((value) => typeof value === 'number');
  if (place.length !== (order === 'modified' ? 1 : 2)) throw new CursorError();
  return { direction, place };
}
