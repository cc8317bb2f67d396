import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import type { BoardDirectory } from '../boards/directory.ts';
import { Post, PostPath, PostQuery } from '../contract/post.ts';
import { Thread } from '../contract/thread.ts';
import { NotFoundError } from '../not-found.ts';
import { problems, reference } from '../plugins/schemas.ts';
import { loadPost } from '../posts/load.ts';
import { loadThread, loadThreadEtag } from '../threads/load.ts';

export function threadRoutes(pool: Pool, boards: BoardDirectory): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/boards/:board/threads/:num',
      {
        schema: {
          operationId: 'getThread',
          summary: 'A thread with all its posts',
          tags: ['archive'],
          params: PostPath,
          response: {
            200: reference(Thread, 'The thread. Its ETag changes exactly when something in it does.'),
            304: Type.Unsafe<undefined>({
              type: 'null',
              description: 'Unchanged since the copy that If-None-Match names.',
            }),
            ...problems(400, 404),
          },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(boards, request.params.board);
        const { num } = request.params;
        void reply.header('cache-control', 'no-cache');
        const copies = request.headers['if-none-match'];
        if (copies !== undefined) {
          const etag = await loadThreadEtag(pool, board, num);
          if (names(copies, etag)) return reply.header('etag', etag).code(304).send(undefined);
        }
        const loaded = await loadThread(pool, board, num);
        if (loaded === null) {
          throw new NotFoundError('thread_unknown', `There is no thread ${num} on /${board.name}/ in the archive.`);
        }
        return reply.header('etag', loaded.etag).send(loaded.thread);
      },
    );

    app.get(
      '/boards/:board/posts/:num',
      {
        schema: {
          operationId: 'getPost',
          summary: 'One post',
          tags: ['archive'],
          params: PostPath,
          querystring: PostQuery,
          response: { 200: reference(Post, 'The post.'), ...problems(400, 404) },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(boards, request.params.board);
        const post = await loadPost(pool, board, request.params.num, request.query.subnum ?? 0);
        if (post === null) {
          throw new NotFoundError(
            'post_unknown',
            `There is no post ${request.params.num} on /${board.name}/ in the archive.`,
          );
        }
        return reply.header('cache-control', 'no-cache').send(post);
      },
    );
  };
}

async function boardNamed(boards: BoardDirectory, name: string): Promise<Board> {
  const board = await boards.find(name);
  if (board === null) throw new NotFoundError('board_unknown', 'There is no such board in the archive.');
  return board;
}

/** RFC 9110: a list of tags, compared weakly, since a proxy that compresses makes ours weak. */
function names(header: string, etag: string): boolean {
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
