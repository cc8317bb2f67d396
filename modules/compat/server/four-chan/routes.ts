/**
 * The 4chan API over the archive, at the paths its clients use; docs/COMPATIBILITY.md lists the differences. The response
 * schemas serve the OpenAPI document only: answers are sent as text.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type, type TSchema } from 'typebox';
import { isListed, type Board } from '../../../../mappings/board.ts';
import * as contract from '../../contract/four-chan.ts';
import { numIn } from '../../../../mappings/post.ts';
import { boardNamed } from '../../../../server/boards/board-named.ts';
import { archiveUnavailable } from '../../../../platform/postgres-errors.ts';
import { archivedThreads, boardList, catalog, indexPage, threadList, type ListedBoard } from './lists.ts';
import { fourChanTail, fourChanThread } from './thread.ts';
import type { NumberedPages } from '../numbered-pages.ts';
import { sendJson, sendThread } from '../send-json.ts';
import { NotFoundError } from '../../../../server/shared/errors.ts';
import type { SearchContext } from '../../../../server/search/context.ts';
import type { ThreadReader } from '../../../../server/threads/read-thread.ts';
import { problems, reference, unchanged } from '../../../../server/http/plugins/schemas.ts';
import { FOR_READERS } from '../../../../server/http/access.ts';

export type FourChanContext = Pick<SearchContext, 'pool' | 'boards' | 'postgres' | 'clock'> & {
  readonly threadReader: ThreadReader;
  readonly pages: NumberedPages;
};

/** Fastify refuses path segments longer than this. */
const part = (description?: string) =>
  Type.String({ maxLength: 100, ...(description !== undefined && { description }) });
const BoardPath = Type.Object({ board: part() });
const ThreadPath = Type.Object({ board: part(), num: part() });
const PagePath = Type.Object({ board: part(), page: part('From 1.') });

/** Properties of every operation. */
const DESCRIPTION =
  'In the format of the 4chan API; times are seconds since 1970. 404 with `error` if the board, thread or page does not exist; ' +
  '503 while PostgreSQL is unavailable.';

function documented(operationId: string, summary: string, answer: TSchema, params?: TSchema) {
  const refusals = params === undefined ? problems() : problems(404);
  const response = { 200: reference(answer, `${summary}.`), 304: unchanged(), ...refusals };
  return {
    ...FOR_READERS,
    schema: { operationId, summary, description: DESCRIPTION, tags: ['4chan'], response, ...(params && { params }) },
  };
}

type ReadDocument = (board: ListedBoard, name: string) => Promise<object | null>;

/**
 * Sent while PostgreSQL is unavailable: after a 404 a client would remove the thread, and after a partial thread it would keep only
 * that part.
 */
const away = async (): Promise<never> => {
  throw archiveUnavailable();
};

export function fourChanRoutes({ pool, boards, postgres, clock, threadReader, pages }: FourChanContext) {
  const boardOf = async (request: FastifyRequest): Promise<Board> =>
    boardNamed(boards, (request.params as { board: string }).board);

  const atSourceOf = async ({ name }: Board) => (await boards.filesAtSource()).get(name) ?? null;

  const answerThread = (format: typeof fourChanThread) => async (request: FastifyRequest, reply: FastifyReply) => {
    const board = await boardOf(request);
    const num = numIn((request.params as { num: string }).num);
    const read = async () =>
      num === null
        ? null
        : threadReader.read(board, num, format(board, await atSourceOf(board)), request.headers['if-none-match']);
    const thread = await postgres.readOrFallback(read, away);
    if (thread === null) throw new NotFoundError('thread_unknown', 'There is no such thread in the archive.');
    return sendThread(request, reply, thread, clock());
  };

  const answer = (read: ReadDocument) => async (request: FastifyRequest, reply: FastifyReply) => {
    const board = await boardOf(request);
    const { page = '' } = request.params as { page?: string };
    const document = await postgres.readOrFallback(
      async () => read({ ...board, atSource: await atSourceOf(board) }, page),
      away,
    );
    if (document === null) throw new NotFoundError('page_unknown', 'There is no such page.');
    return sendJson(request, reply, JSON.stringify(document), null);
  };

  return async (app: FastifyInstance): Promise<void> => {
    app.get(
      '/boards.json',
      documented('fourChanBoards', 'All boards', contract.FourChanBoards),
      async (request, reply) =>
        sendJson(request, reply, JSON.stringify(boardList((await boards.all()).filter(isListed))), null),
    );
    app.get(
      '/:board/thread/:num.json',
      documented('fourChanThread', 'A thread', contract.FourChanThread, ThreadPath),
      answerThread(fourChanThread),
    );
    app.get(
      '/:board/thread/:num-tail.json',
      documented(
        'fourChanTail',
        'The last 50 posts of a longer thread; 404 for others',
        contract.FourChanTail,
        ThreadPath,
      ),
      answerThread(fourChanTail),
    );
    app.get(
      '/:board/res/:num.json',
      documented(
        'fourChanThreadOfVichan',
        'A thread, at the address that vichan uses',
        contract.FourChanThread,
        ThreadPath,
      ),
      answerThread(fourChanThread),
    );
    app.get(
      '/:board/threads.json',
      documented(
        'fourChanThreads',
        'Threads by page, with the time of the last change of each',
        contract.FourChanThreads,
        BoardPath,
      ),
      answer(async (board) => threadList(pool, board, clock())),
    );
    app.get(
      '/:board/catalog.json',
      documented('fourChanCatalog', 'Opening posts by page', contract.FourChanCatalog, BoardPath),
      answer(async (board) => catalog(pool, board, clock())),
    );
    app.get(
      '/:board/archive.json',
      documented('fourChanArchive', "Nums of threads beyond the board's pages", contract.FourChanArchive, BoardPath),
      answer(async (board) => archivedThreads(pool, board)),
    );
    app.get(
      '/:board/:page.json',
      documented(
        'fourChanPage',
        'A page of fifteen threads, each with its last five replies',
        contract.FourChanPage,
        PagePath,
      ),
      answer(async (board, name) => {
        const page = numIn(name);
        return page === null ? null : indexPage(pages, board, page);
      }),
    );
  };
}
