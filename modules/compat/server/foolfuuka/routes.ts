/**
 * FoolFuuka's API, which most clients of archives use; docs/COMPATIBILITY.md lists the differences. The response schemas serve the
 * OpenAPI document only: answers are sent as text, because an object would lose the order of their numeric keys.
 */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isListed, type Board } from '../../../../mappings/board.ts';
import { archiveUnavailable } from '../../../../platform/postgres-errors.ts';
import { findPosts, HITS_PER_PAGE, MAX_RESULTS, refusePartial } from './find-posts.ts';
import { loadArchived } from './load-posts.ts';
import * as parameters from './parameters.ts';
import { foolFuukaPost } from './post.ts';
import { foolFuukaBoards, foolFuukaSite, printContext, THREADS_PER_PAGE, type PrintContext } from './site.ts';
import { foolFuukaThread, galleryJson, indexJson } from './threads.ts';
import { refusalOf, type NumberedPage, type NumberedPages } from '../numbered-pages.ts';
import { lastModified, sendJson, sendThread } from '../send-json.ts';
import { readFileChange, ThreadImages, withImages } from './board-images.ts';
import { NotFoundError } from '../../../../server/shared/errors.ts';
import { readFoolFuukaParams } from './search-params.ts';
import type { SearchContext } from '../../../../server/search/context.ts';
import { print } from '../../../../server/search/language/print.ts';
import { boardNameOf, parameterRefused, postNumberOf, threadNumberOf } from '../../../../server/http/form-fields.ts';
import { Site } from '../../../../server/shared/site.ts';
import { readThreads } from '../../../../server/threads/list.ts';
import type { ThreadReader } from '../../../../server/threads/read-thread.ts';
import type { RequestContext } from '../../../../server/limits/request-context.ts';
import { requestContextOf } from '../../../../server/http/plugins/rate-limit.ts';
import { sendError } from '../../../../server/http/plugins/problems.ts';
import * as operations from './operations.ts';

export const FOOLFUUKA_PATH = '/_/api/chan';

const REPLIES_OF_INDEX = 5;
const THREADS_OF_GALLERY = 100;

type ThreadRequest = FastifyRequest<{ Querystring: parameters.ThreadQuery }>;

export interface FoolFuukaContext extends SearchContext {
  readonly publicUrl: string | null;
  readonly threadReader: ThreadReader;
  readonly pages: NumberedPages;
}

export function foolFuukaRoutes(context: FoolFuukaContext): FastifyPluginAsyncTypebox {
  const { pool, boards, postgres, clock, publicUrl, threadReader, pages } = context;
  const threadImages = new ThreadImages(pool, clock);

  /** Without PostgreSQL no doc_id is known, and clients keep what they are sent: 503. */
  const fromPostgres = async <T>(read: () => Promise<T>): Promise<T> =>
    postgres.readOrFallback(read, async () => {
      throw archiveUnavailable();
    });

  const boardOf = async (written: parameters.BoardQuery['board']): Promise<Board> => {
    const board = await boards.find(boardNameOf(written));
    if (board === null) throw new NotFoundError('board_unknown', 'Board not found.');
    return board;
  };

  const contextOf = async (request: FastifyRequest): Promise<PrintContext> =>
    printContext(await boards.all(), Site.of(request, publicUrl), await boards.filesAtSource());

  const threadsOf = async (request: FastifyRequest, reply: FastifyReply, board: Board, asked: NumberedPage) => {
    const read = await pages.read(board, asked);
    if ('threads' in read) return read.threads;
    const address = Site.of(request, publicUrl).whole(read.tooFar);
    void reply.header('link', `<${address}>; rel="next"`);
    throw parameterRefused(refusalOf(address));
  };

  const answerBoards = (list: 'boards' | 'archives') => async (request: FastifyRequest, reply: FastifyReply) => {
    const site = Site.of(request, publicUrl);
    const known = (await boards.all()).filter(isListed);
    return send(request, reply, JSON.stringify({ site: foolFuukaSite(site), [list]: foolFuukaBoards(known, site) }));
  };

  const answerThread = (deleted: boolean) => async (request: ThreadRequest, reply: FastifyReply) => {
    const { query, headers } = request;
    const board = await boardOf(query.board);
    const num = threadNumberOf(query.num);
    const after = parameters.latestDocIdOf(query.latest_doc_id);
    const limit = deleted ? null : parameters.lastLimitOf(query.last_limit);
    const printing = await contextOf(request);
    const { thread, images } = await fromPostgres(async () => {
      const counted = await threadImages.read(board.id, num);
      const format = foolFuukaThread(num, { after, limit, deleted }, printing, counted);
      return { thread: await threadReader.read(board, num, format, headers['if-none-match']), images: counted };
    });
    if (thread === null) throw new NotFoundError('thread_unknown', 'Thread not found.');
    const modified = latest(thread.modified, images.modified);
    return sendThread(request, reply, { ...thread, modified }, clock());
  };

  return async (app) => {
    app.setErrorHandler<Error>((error, request, reply) => sendError(error, request, reply, sendFoolFuukaError));
    app.setNotFoundHandler((request, reply) =>
      sendError(
        new NotFoundError('route_unknown', 'Requested resource does not exist.'),
        request,
        reply,
        sendFoolFuukaError,
      ),
    );

    app.get('/boards', { config: { access: 'reader' }, schema: operations.BOARDS }, answerBoards('boards'));
    app.get('/archives', { config: { access: 'reader' }, schema: operations.ARCHIVES }, answerBoards('archives'));
    app.get('/site', { config: { access: 'reader' }, schema: operations.SITE }, answerBoards('archives'));
    app.get('/thread', { config: { access: 'reader' }, schema: operations.THREAD }, answerThread(false));
    app.get('/deleted', { config: { access: 'reader' }, schema: operations.DELETED }, answerThread(true));

    app.get('/post', { config: { access: 'reader' }, schema: operations.POST }, async (request, reply) => {
      const board = await boardOf(request.query.board);
      const { num, subnum } = postNumberOf(request.query.num);
      const printing = await contextOf(request);
      const { found, changed } = await fromPostgres(async () => {
        const archived = await loadArchived(pool, [{ board: board.name, num, subnum }]);
        return { found: (await withImages(pool, printing.boards, archived))[0], changed: await readFileChange(pool) };
      });
      if (found === undefined) throw new NotFoundError('post_unknown', 'Post not found.');
      const modified = [found.post.timeModified, found.imageModified ?? changed, changed].reduce(latest);
      const body = JSON.stringify(foolFuukaPost(found, printing));
      return sendJson(request, reply, body, lastModified(modified, clock()));
    });

    app.get('/index', { config: { access: 'reader' }, schema: operations.INDEX }, async (request, reply) => {
      const board = await boardOf(request.query.board);
      const page = parameters.pageOf(request.query.page);
      const order = parameters.orderOf(request.query.order);
      const printing = await contextOf(request);
      const requestContext = requestContextOf(request, reply);
      const body = await fromPostgres(async () => {
        const threads =
          order === 'ghost'
            ? await readThreads(pool, board, await ghostThreads(context, board, page, requestContext), REPLIES_OF_INDEX)
            : await threadsOf(request, reply, board, {
                order,
                page,
                limit: THREADS_PER_PAGE,
                replies: REPLIES_OF_INDEX,
              });
        return indexJson(pool, threads, printing);
      });
      return send(request, reply, body);
    });

    app.get('/gallery', { config: { access: 'reader' }, schema: operations.GALLERY }, async (request, reply) => {
      const board = await boardOf(request.query.board);
      const page = parameters.pageOf(request.query.page);
      const printing = await contextOf(request);
      const body = await fromPostgres(async () => {
        const asked = { order: 'created', page, limit: THREADS_OF_GALLERY, replies: 0 } as const;
        const threads = await threadsOf(request, reply, board, asked);
        return galleryJson(pool, threads, printing);
      });
      return send(request, reply, body);
    });

    app.get('/search', { config: { access: 'reader' }, schema: operations.SEARCH }, async (request, reply) => {
      const search = readFoolFuukaParams(request.query);
      // Clients read page after page until they receive `error`, which FoolFuuka sends with status 200.
      if ((search.page - 1) * HITS_PER_PAGE >= MAX_RESULTS) {
        return send(request, reply, JSON.stringify({ error: `Only the first ${MAX_RESULTS} results are returned.` }));
      }
      const requestContext = requestContextOf(request, reply);
      const printing = await contextOf(request);
      const { posts, total } = await fromPostgres(async () => {
        const found = await findPosts(context, search, HITS_PER_PAGE, requestContext);
        refusePartial(requestContext);
        const archived = await loadArchived(pool, found.keys);
        return { posts: await withImages(pool, printing.boards, archived), total: found.total };
      });
      if (posts.length === 0) return send(request, reply, JSON.stringify({ error: 'No results found.' }));
      const body = {
        0: { posts: posts.map((post) => foolFuukaPost(post, printing)) },
        meta: { total_found: total, max_results: MAX_RESULTS, search_title: titleOf(search.query) },
      };
      return send(request, reply, JSON.stringify(body));
    });
  };
}

/** Nums of threads that have ghost posts, the newest ghost post first. */
async function ghostThreads(
  context: SearchContext,
  board: Board,
  page: number,
  requestContext: RequestContext,
): Promise<readonly number[]> {
  const { query } = readFoolFuukaParams({ boards: board.name, ghost: 'only', results: 'thread' });
  if ((page - 1) * THREADS_PER_PAGE >= MAX_RESULTS) return [];
  const { keys } = await findPosts(context, { query, page }, THREADS_PER_PAGE, requestContext);
  refusePartial(requestContext);
  return keys.map(({ num }) => num);
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other;
}

function send(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  return sendJson(request, reply, body, null);
}

function titleOf(query: Parameters<typeof print>[0]): string {
  const text = print(query);
  return text === '' ? 'Displaying all posts with no filters applied.' : `Searching for posts: ${text}`;
}

/** Clients show `error` as it is. A request that fails its schema has a wrong parameter: 422, as FoolFuuka answers. */
export function sendFoolFuukaError(reply: FastifyReply, problem: { readonly status: number; readonly detail: string }) {
  return reply
    .code(problem.status === 400 ? 422 : problem.status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send({ error: problem.detail });
}
