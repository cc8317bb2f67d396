import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Board } from '../../../../mappings/board.ts';
import { toPost } from '../../../../mappings/postgres/post-row.ts';
import type { FallbackSnapshot } from '../../../visibility/fallback-snapshot.ts';
import { boardNamed } from '../../../boards/board-named.ts';
import { PostAnswer, PostPath, PostQuery } from '../../../../mappings/contract/post.ts';
import { Thread } from '../../../../mappings/contract/thread.ts';
import { NotFoundError } from '../../errors.ts';
import { matchesEtag } from '../../plugins/etag.ts';
import { requestContextOf } from '../../plugins/rate-limit.ts';
import { problems, reference, unchanged } from '../../plugins/schemas.ts';
import { loadPost, presentPost } from '../../../posts/present.ts';
import type { SearchClient } from '../../../search/execute/send-search.ts';
import type { SearchContext } from '../../../search/context.ts';
import { visibilityBySnapshot } from '../../../visibility/visible-posts.ts';
import { postOfDocuments, threadOfDocuments } from '../../../threads/from-documents.ts';
import type { PrintedThread, ThreadFormat, ThreadReader } from '../../../threads/read-thread.ts';

export type ThreadContext = SearchClient &
  Pick<SearchContext, 'pool' | 'boards' | 'postgres'> & { readonly threadReader: ThreadReader };

export function threadRoutes(context: ThreadContext): FastifyPluginAsyncTypebox {
  const { pool, boards, postgres, threadReader } = context;
  const documents = (copy: FallbackSnapshot) => ({ client: context, visibility: visibilityBySnapshot(copy) });
  return async (app) => {
    app.get(
      '/boards/:board/threads/:num',
      {
        schema: {
          operationId: 'getThread',
          summary: 'A thread with all its posts',
          description:
            'Visible posts, ordered by num and then subnum. `rev` is the highest revision of any post of the thread. While ' +
            'PostgreSQL is unavailable the thread comes from the search index: `degraded` is true, and there is no ETag.',
          tags: ['archive'],
          params: PostPath,
          response: {
            200: reference(Thread, 'The thread. Its ETag changes whenever one of its posts does.'),
            304: unchanged(),
            ...problems(400, 404),
          },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(boards, request.params.board);
        const { num } = request.params;
        const tags = request.headers['if-none-match'];
        const thread = await postgres.readOrFallback<PrintedThread | Thread | null>(
          async () => threadReader.read(board, num, ownFormat(board, num), tags),
          async (copy) => threadOfDocuments(documents(copy), board, num, requestContextOf(request, reply)),
        );
        if (thread === null) {
          throw new NotFoundError('thread_unknown', `There is no thread ${num} on /${board.name}/ in the archive.`);
        }
        if (!('etag' in thread)) return reply.header('cache-control', 'no-store').send(thread);
        const { body, etag } = thread;
        void reply.headers({ etag, 'cache-control': 'no-cache' });
        if (body === null || matchesEtag(tags, etag)) return reply.code(304).send(undefined);
        // Printed already: these bytes are what the serializer of the schema would write.
        return reply.type('application/json; charset=utf-8').send(body as unknown as Thread);
      },
    );

    app.get(
      '/boards/:board/posts/:num',
      {
        schema: {
          operationId: 'getPost',
          summary: 'One post',
          description:
            'A visible post by its num; a ghost post by its num and `subnum`. While PostgreSQL is unavailable the post comes from ' +
            'the search index, and `degraded` is true.',
          tags: ['archive'],
          params: PostPath,
          querystring: PostQuery,
          response: { 200: reference(PostAnswer, 'The post.'), ...problems(400, 404) },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(boards, request.params.board);
        const { num } = request.params;
        const subnum = request.query.subnum ?? 0;
        const post = await postgres.readOrFallback<PostAnswer | null>(
          async () => {
            const row = await loadPost(pool, board, num, subnum);
            return row === null ? null : { ...row, source: 'postgres', degraded: false };
          },
          async (copy) => ({
            ...(await postOfDocuments(documents(copy), board, num, subnum, requestContextOf(request, reply))),
            source: 'elasticsearch',
            degraded: true,
          }),
        );
        if (post === null) {
          throw new NotFoundError('post_unknown', `There is no post ${num} on /${board.name}/ in the archive.`);
        }
        return reply.header('cache-control', post.degraded ? 'no-store' : 'no-cache').send(post);
      },
    );
  };
}

/** A thread of this API; also one whose opener is hidden. */
function ownFormat({ name, mediaUrl }: Board, num: number): ThreadFormat {
  return {
    name: 'own',
    version: mediaUrl,
    print: ({ state, rows }) => {
      const posts = rows.map((row) => presentPost(toPost(row), mediaUrl));
      const rev = Number(state.highest);
      const thread: Thread = { board: name, num, posts, rev, source: 'postgres', degraded: false };
      return JSON.stringify(thread);
    },
  };
}
