import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Board } from '../../../../mappings/board.ts';
import { archiveUnavailable } from '../../../../platform/postgres-errors.ts';
import type { FallbackSnapshot } from '../../../visibility/fallback-snapshot.ts';
import { boardNamed } from '../../../boards/board-named.ts';
import { NumberPath, PostAnswer, PostPath, PostQuery, PostsOfNumber } from '../../../../mappings/contract/post.ts';
import { Thread } from '../../../../mappings/contract/thread.ts';
import { NotFoundError } from '../../../shared/errors.ts';
import { matchesEtag } from '../../../shared/etag.ts';
import { requestContextOf } from '../../plugins/rate-limit.ts';
import { problems, reference, unchanged } from '../../plugins/schemas.ts';
import { loadPost, loadPostsOfNumber, type FilesAtSource } from '../../../posts/present.ts';
import type { ElasticsearchContext } from '../../../search/elasticsearch/send-search.ts';
import type { SearchContext } from '../../../search/context.ts';
import { visibilityBySnapshot } from '../../../visibility/visible-posts.ts';
import { postOfDocuments, threadOfDocuments } from '../../../threads/from-documents.ts';
import { presentThread } from '../../../threads/present-thread.ts';
import type { PrintedThread, ThreadFormat, ThreadReader } from '../../../threads/read-thread.ts';

export type ThreadContext = ElasticsearchContext &
  Pick<SearchContext, 'pool' | 'boards' | 'postgres'> & { readonly threadReader: ThreadReader };

export function threadRoutes(context: ThreadContext): FastifyPluginAsyncTypebox {
  const { pool, boards, postgres, threadReader } = context;
  const documents = (copy: FallbackSnapshot) => ({ context, visibility: visibilityBySnapshot(copy), boards });
  const atSourceOf = async ({ name }: Board) => (await boards.filesAtSource()).get(name) ?? null;
  return async (app) => {
    app.get(
      '/boards/:board/threads/:num',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'getThread',
          summary: 'A thread with all its posts',
          description:
            'Visible posts, ordered by num and then subnum; in a channel of a cabal by the links between posts. `rev` is the highest revision of any post of the thread. While ' +
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
          async () => threadReader.read(board, num, ownFormat(board.name, num, await atSourceOf(board)), tags),
          async (copy) => threadOfDocuments(documents(copy), board, num, requestContextOf(request, reply)),
        );
        if (thread === null) {
          throw new NotFoundError('thread_unknown', `There is no thread ${num} on /${board.name}/ in the archive.`);
        }
        if (!('etag' in thread)) return reply.header('cache-control', 'no-store').send(thread);
        const { body, etag } = thread;
        void reply.headers({ etag, 'cache-control': 'no-cache' });
        if (body === null || matchesEtag(tags, etag)) return reply.code(304).send(undefined);
        // The body is printed already: these bytes equal the output of the schema's serializer.
        return reply.type('application/json; charset=utf-8').send(body as unknown as Thread);
      },
    );

    app.get(
      '/boards/:board/posts/:num',
      {
        config: { access: 'reader' },
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
            const row = await loadPost(pool, board, { num, subnum }, await atSourceOf(board));
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

    app.get(
      '/posts/:num',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'findPosts',
          summary: 'The posts with one number, on all boards',
          description:
            'Visible posts by their num, or ghost posts by num and `subnum`. Elasticsearch is not asked. 503 while PostgreSQL is ' +
            'unavailable.',
          tags: ['archive'],
          params: NumberPath,
          querystring: PostQuery,
          response: { 200: reference(PostsOfNumber, 'The posts, or none.'), ...problems(400) },
        },
      },
      async (request, reply) => {
        const { num } = request.params;
        const subnum = request.query.subnum ?? 0;
        const posts = await postgres.readOrFallback(
          async () => loadPostsOfNumber(pool, { num, subnum }, await boards.filesAtSource()),
          async () => {
            throw archiveUnavailable();
          },
        );
        return reply
          .header('cache-control', 'no-cache')
          .send({ num, posts: [...posts], source: 'postgres', degraded: false });
      },
    );
  };
}

function ownFormat(name: string, num: number, atSource: FilesAtSource): ThreadFormat {
  return {
    name: 'own',
    version: atSource?.mediaUrl ?? '',
    print: (rows) => JSON.stringify(presentThread(name, num, rows, atSource)),
  };
}
