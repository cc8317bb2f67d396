import type { FastifySchemaValidationError } from 'fastify';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Board } from '../../../../mappings/board.ts';
import { archiveUnavailable } from '../../../../platform/postgres-errors.ts';
import { cachedLoader } from '../../../cache/cached-loader.ts';
import {
  BoardPath,
  FileList,
  FileListQuery,
  THREAD_ORDERS,
  ThreadList,
  ThreadListQuery,
} from '../../../../mappings/contract/thread-list.ts';
import { NUMBERED_PAGES } from '../../../../mappings/list-pages.ts';
import { RefusedError } from '../../../shared/errors.ts';
import { problems, reference } from '../../plugins/schemas.ts';
import { presentPost, type FilesAtSource } from '../../../posts/present.ts';
import { CursorError, type Cursor, type CursorCodec } from '../../../search/execute/cursor.ts';
import type { SearchContext } from '../../../search/context.ts';
import { countThreads, listFiles, listThreads, type ListedThread, type ThreadPlace } from '../../../threads/list.ts';
import { readThreadCursor, threadCursor } from '../../../threads/list-cursors.ts';
import { boardNamed } from '../../../boards/board-named.ts';

export type ThreadListContext = Pick<SearchContext, 'pool' | 'boards' | 'postgres' | 'cursors' | 'clock'>;

const TOTAL_FRESH_MS = 60_000;

/** Without PostgreSQL there are no lists, since documents do not contain the time of a thread's last bump. */
const away = async (): Promise<never> => {
  throw archiveUnavailable();
};

export function threadListRoutes(context: ThreadListContext): FastifyPluginAsyncTypebox {
  const { pool, boards, postgres, cursors, clock } = context;
  const totals = new Map<number, (freshMs: number) => Promise<number>>();
  const totalHits = async (board: Board) => {
    const counted = totals.get(board.id) ?? cachedLoader(async () => countThreads(pool, board), clock);
    totals.set(board.id, counted);
    return counted(TOTAL_FRESH_MS);
  };
  return async (app) => {
    app.get(
      '/boards/:board/threads',
      {
        config: { access: 'reader' },
        schemaErrorFormatter: refusalOf,
        schema: {
          operationId: 'listThreads',
          summary: 'Threads of a board, each with its opening post',
          description:
            'Counts are of visible posts. `total` is at most a minute old. Cursors go on from a place in the order, so that new and ' +
            `bumped threads shift nothing. Only the first ${NUMBERED_PAGES} pages have numbers too; a higher one is refused with ` +
            '`page_too_far`. 503 while PostgreSQL is unavailable.',
          tags: ['archive'],
          params: BoardPath,
          querystring: ThreadListQuery,
          response: {
            200: reference(ThreadList, 'Threads in the requested order, with cursors for the next and previous page.'),
            ...problems(400, 404),
          },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(boards, request.params.board);
        const { order, limit = 15, replies = 0, page, cursor } = request.query;
        if (page !== undefined && cursor !== undefined) throw new CursorError();
        const start = cursor === undefined ? { page: page ?? 1 } : readThreadCursor(cursors, board, order, cursor);
        const [listing, total] = await postgres.readOrFallback(
          async () => Promise.all([listThreads(pool, board, { order, start, limit, replies }), totalHits(board)]),
          away,
        );
        const atSource = (await boards.filesAtSource()).get(board.name) ?? null;
        const { first, last } = listing;
        const cursorOf = (direction: Cursor['direction'], place: ThreadPlace) =>
          threadCursor(cursors, board, order, direction, place);
        return reply.header('cache-control', 'no-cache').send({
          board: board.name,
          threads: listing.threads.map((thread) => present(thread, atSource)),
          total,
          order,
          next: listing.hasNext && last !== null ? cursorOf('forward', last) : null,
          previous: listing.hasPrevious && first !== null ? cursorOf('backward', first) : null,
          source: 'postgres',
          degraded: false,
        });
      },
    );

    app.get(
      '/boards/:board/images',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'listImages',
          summary: 'Posts of a board that have a file, newest first',
          description: 'Pages go on by cursors. 503 while PostgreSQL is unavailable.',
          tags: ['archive'],
          params: BoardPath,
          querystring: FileListQuery,
          response: {
            200: reference(FileList, 'Posts, with cursors for the next and previous page.'),
            ...problems(400, 404),
          },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(boards, request.params.board);
        const { limit = 50, cursor } = request.query;
        const from = cursor === undefined ? null : postPlace(cursors, cursor, `images\n${board.name}`);
        const { posts, hasNext, hasPrevious } = await postgres.readOrFallback(
          async () => listFiles(pool, board, from, limit),
          away,
        );
        const atSource = (await boards.filesAtSource()).get(board.name) ?? null;
        const [first, last] = [posts[0], posts.at(-1)];
        const place = (direction: Cursor['direction'], { num, subnum }: { num: number; subnum: number }) =>
          cursors.encode({ direction, position: [num, subnum], now: 0 }, `images\n${board.name}`);
        return reply.header('cache-control', 'no-cache').send({
          board: board.name,
          posts: posts.map((post) => presentPost(post, atSource)),
          order: 'created',
          next: hasNext && last !== undefined ? place('forward', last) : null,
          previous: hasPrevious && first !== undefined ? place('backward', first) : null,
          source: 'postgres',
          degraded: false,
        });
      },
    );
  };
}

function refusalOf(errors: readonly FastifySchemaValidationError[]): Error {
  if (errors.some(({ keyword, params }) => keyword === 'required' && params['missingProperty'] === 'order'))
    return new RefusedError(400, 'order_missing', `order is required: ${THREAD_ORDERS.join(' or ')}.`);
  if (errors.some(({ keyword, instancePath }) => keyword === 'maximum' && instancePath === '/page')) {
    const sentence = `Only the first ${NUMBERED_PAGES} pages have numbers. Continue with \`next\`, the cursor of the page before.`;
    return new RefusedError(400, 'page_too_far', sentence);
  }
  return new Error('The request is invalid.');
}

function postPlace(cursors: CursorCodec, text: string, binding: string) {
  const { direction, position } = cursors.decode(text, binding);
  const [num, subnum] = position;
  if (num === undefined || subnum === undefined) throw new CursorError();
  return { direction, place: { num, subnum } };
}

function present(thread: ListedThread, atSource: FilesAtSource): ThreadList['threads'][number] {
  return {
    num: thread.opener.num,
    opener: presentPost(thread.opener, atSource),
    replies: thread.lastReplies.map((post) => presentPost(post, atSource)),
    posts: thread.posts,
    images: thread.images,
    omitted_posts: thread.omittedPosts,
    omitted_images: thread.omittedImages,
  };
}
