/**
 * FoolFuuka's API, which most clients of archives speak; docs/COMPATIBILITY.md says where it differs. Answers are texts when
 * they leave, since their keys are numbers in an order that an object would lose: the schemas are for the OpenAPI document.
 */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Board } from '../../../../mappings/board.ts';
import { archiveAway } from '../../../visibility/fallback-snapshot.ts';
import { foolFuukaBoards, foolFuukaSite, THREADS_PER_PAGE } from '../../../compat/foolfuuka/boards.ts';
import { findPosts, HITS_PER_PAGE, MAX_RESULTS } from '../../../compat/foolfuuka/find-posts.ts';
import { hasOpener, loadArchived } from '../../../compat/foolfuuka/load.ts';
import {
  knownThread,
  loadFoolFuukaThread,
  type FoundThread,
  type ThreadAsked,
} from '../../../compat/foolfuuka/load-thread.ts';
import * as parameters from '../../../compat/foolfuuka/parameters.ts';
import { foolFuukaPost, type Surroundings } from '../../../compat/foolfuuka/post.ts';
import {
  createThreadPrinter,
  galleryJson,
  indexJson,
  surroundingsOf,
  threadBody,
} from '../../../compat/foolfuuka/threads.ts';
import { bodyEtag, createAnswerMemory } from '../../../answer-memory.ts';
import { lastModified } from '../../../compat/four-chan/last-modified.ts';
import { giveJson } from '../../../compat/give-json.ts';
import { NotFoundError } from '../../errors.ts';
import { disconnectSignal } from '../../plugins/client-disconnect.ts';
import { sendError } from '../../plugins/problems.ts';
import { readFoolFuukaParams } from '../../../search/language/foolfuuka-params.ts';
import type { SearchHouse } from '../../../search/context.ts';
import { print } from '../../../search/language/print.ts';
import { Site } from '../../site.ts';
import { listThreads, readThreads } from '../../../threads/list.ts';
import type { ThreadRows } from '../../../threads/rows.ts';
import type { ThreadStates } from '../../../threads/states.ts';
import * as operations from './foolfuuka-operations.ts';

export const FOOLFUUKA_PATH = '/_/api/chan';

const REPLIES_OF_INDEX = 5;
const THREADS_OF_GALLERY = 100;

type ThreadRequest = FastifyRequest<{ Querystring: parameters.ThreadQuery }>;

export interface FoolFuukaHouse extends SearchHouse {
  readonly publicUrl: string | null;
  readonly states: ThreadStates;
  readonly rows: ThreadRows;
}

export function foolFuukaRoutes(house: FoolFuukaHouse): FastifyPluginAsyncTypebox {
  const { pool, boards, archive, clock, states, rows } = house;
  const desk = { rows, states, memory: createAnswerMemory(), print: createThreadPrinter() };

  /** While PostgreSQL is away nobody knows what the rows' places are, and a client keeps what it is told. */
  const asked = async <T>(read: () => Promise<T>): Promise<T> =>
    archive.ask(read, async () => {
      throw archiveAway();
    });

  const boardOf = async (written: parameters.BoardQuery['board']): Promise<Board> => {
    const board = await boards.find(parameters.boardNameOf(written));
    if (board === null) throw new NotFoundError('board_unknown', 'Board not found.');
    return board;
  };

  const around = async (request: FastifyRequest): Promise<Surroundings> =>
    surroundingsOf(await boards.all(), Site.of(request, house.publicUrl));

  const giveBoards = (list: 'boards' | 'archives') => async (request: FastifyRequest, reply: FastifyReply) => {
    const site = Site.of(request, house.publicUrl);
    const known = await boards.all();
    return give(request, reply, JSON.stringify({ site: foolFuukaSite(site), [list]: foolFuukaBoards(known, site) }));
  };

  const wantedThread = (request: ThreadRequest, board: Board, all: readonly Board[]): ThreadAsked => ({
    board,
    num: parameters.threadNumberOf(request.query.num),
    after: parameters.latestDocIdOf(request.query.latest_doc_id),
    limit: parameters.lastLimitOf(request.query.last_limit),
    around: surroundingsOf(all, Site.of(request, house.publicUrl)),
  });
  const giveThread = (request: FastifyRequest, reply: FastifyReply, answer: FoundThread): FastifyReply => {
    if (answer.body.length === 0) return reply.code(204).header('cache-control', 'no-cache').send();
    const { body, etag } = answer;
    return giveJson(request, reply, { body, etag, modified: lastModified(answer.modified, clock()) });
  };

  const readThread = async (request: ThreadRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const board = await boardOf(request.query.board);
    const wanted = wantedThread(request, board, await boards.all());
    const answer = await asked(async () => loadFoolFuukaThread(desk, wanted));
    if (answer === null) throw threadNotFound();
    return giveThread(request, reply, answer);
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

    app.get('/boards', { schema: operations.BOARDS }, giveBoards('boards'));
    app.get('/archives', { schema: operations.ARCHIVES }, giveBoards('archives'));
    app.get('/site', { schema: operations.SITE }, giveBoards('archives'));

    app.get('/thread', { schema: operations.THREAD }, (request, reply) => {
      // What nobody need be asked for goes out at once.
      const all = boards.known() ?? [];
      const name = parameters.boardNameOf(request.query.board);
      const board = all.find((one) => one.name === name);
      const known = board === undefined ? null : knownThread(desk, wantedThread(request, board, all));
      return known === null ? readThread(request, reply) : giveThread(request, reply, known);
    });

    app.get('/deleted', { schema: operations.DELETED }, async (request, reply) => {
      const { query } = request;
      const board = await boardOf(query.board);
      const num = parameters.threadNumberOf(query.num);
      const after = parameters.latestDocIdOf(query.latest_doc_id);
      const where = await around(request);
      const { rows: all } = await asked(async () => rows.read(board, num));
      if (!hasOpener(all, num)) throw threadNotFound();
      const posts = after === null ? all : all.filter((row) => Number(row.doc_id) > after);
      const replies = posts.filter((row) => !row.opener && row.time_deleted_post !== null);
      if (after !== null && replies.length === 0) return reply.code(204).header('cache-control', 'no-cache').send();
      const op = posts.find((row) => row.opener);
      const body = threadBody({
        num,
        op: op === undefined ? null : desk.print(op, where),
        posts: replies.map((row) => desk.print(row, where)),
      });
      return giveJson(request, reply, { ...body, modified: null });
    });

    app.get('/post', { schema: operations.POST }, async (request, reply) => {
      const board = await boardOf(request.query.board);
      const { num, subnum } = parameters.postNumberOf(request.query.num);
      const [found] = await asked(async () => loadArchived(pool, [{ board: board.name, num, subnum }]));
      if (found === undefined) throw new NotFoundError('post_unknown', 'Post not found.');
      const body = JSON.stringify(foolFuukaPost(found, await around(request)));
      const modified = lastModified(found.post.timeModified, clock());
      return giveJson(request, reply, { body, etag: bodyEtag(body), modified });
    });

    app.get('/index', { schema: operations.INDEX }, async (request, reply) => {
      const board = await boardOf(request.query.board);
      const page = parameters.pageOf(request.query.page);
      const order = parameters.orderOf(request.query.order);
      const where = await around(request);
      const signal = disconnectSignal(reply);
      const body = await asked(async () => {
        const threads =
          order === 'ghost'
            ? await readThreads(pool, board, await ghostThreads(house, board, page, signal), REPLIES_OF_INDEX)
            : (
                await listThreads(pool, board, {
                  order,
                  start: { page },
                  limit: THREADS_PER_PAGE,
                  replies: REPLIES_OF_INDEX,
                })
              ).threads;
        return indexJson(pool, threads, where);
      });
      return give(request, reply, body);
    });

    app.get('/gallery', { schema: operations.GALLERY }, async (request, reply) => {
      const board = await boardOf(request.query.board);
      const page = parameters.pageOf(request.query.page);
      const where = await around(request);
      const body = await asked(async () => {
        const asking = { order: 'created', start: { page }, limit: THREADS_OF_GALLERY, replies: 0 } as const;
        const { threads } = await listThreads(pool, board, asking);
        return galleryJson(pool, threads, where);
      });
      return give(request, reply, body);
    });

    app.get('/search', { schema: operations.SEARCH }, async (request, reply) => {
      const search = readFoolFuukaParams(request.query);
      // Clients walk page by page until they meet an error, which has always come with 200 here.
      if ((search.page - 1) * HITS_PER_PAGE >= MAX_RESULTS) {
        return give(request, reply, JSON.stringify({ error: `Only the first ${MAX_RESULTS} results are returned.` }));
      }
      const signal = disconnectSignal(reply);
      const where = await around(request);
      const { posts, total } = await asked(async () => {
        const found = await findPosts(house, search, HITS_PER_PAGE, signal);
        return { posts: await loadArchived(pool, found.keys), total: found.total };
      });
      if (posts.length === 0) return give(request, reply, JSON.stringify({ error: 'No results found.' }));
      const body = {
        0: { posts: posts.map((post) => foolFuukaPost(post, where)) },
        meta: { total_found: total, max_results: MAX_RESULTS, search_title: titleOf(search.query) },
      };
      return give(request, reply, JSON.stringify(body));
    });
  };
}

/** Threads that somebody haunts, the last haunted first. */
async function ghostThreads(
  house: SearchHouse,
  board: Board,
  page: number,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const { query } = readFoolFuukaParams({ boards: board.name, ghost: 'only', results: 'thread' });
  if ((page - 1) * THREADS_PER_PAGE >= MAX_RESULTS) return [];
  return (await findPosts(house, { query, page }, THREADS_PER_PAGE, signal)).keys.map(({ num }) => num);
}

function give(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  return giveJson(request, reply, { body, etag: bodyEtag(body), modified: null });
}

function titleOf(query: Parameters<typeof print>[0]): string {
  const text = print(query);
  return text === '' ? 'Displaying all posts with no filters applied.' : `Searching for posts: ${text}`;
}

function threadNotFound(): NotFoundError {
  return new NotFoundError('thread_unknown', 'Thread not found.');
}

/** Clients show `error` as it is; what a schema refuses is a wrong parameter too. */
function sendFoolFuukaError(reply: FastifyReply, problem: { readonly status: number; readonly detail: string }) {
  return reply
    .code(problem.status === 400 ? 422 : problem.status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send({ error: problem.detail });
}
