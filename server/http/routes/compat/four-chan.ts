/**
 * The 4chan API over the archive, where its clients look for it; docs/COMPATIBILITY.md says what differs. Answers are bytes
 * when they leave: the schemas are for the OpenAPI document.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type, type TSchema } from 'typebox';
import type { Board } from '../../../../mappings/board.ts';
import { archiveAway } from '../../../visibility/fallback-snapshot.ts';
import { bodyEtag, createAnswerMemory } from '../../../answer-memory.ts';
import { boardList } from '../../../compat/four-chan/board-list.ts';
import { archivedThreads, catalog, indexPage, threadList } from '../../../compat/four-chan/load-lists.ts';
import {
  createFourChanPrinter,
  knownFourChanThread,
  loadFourChanThread,
  type FoundThread,
} from '../../../compat/four-chan/load-thread.ts';
import { lastModified } from '../../../compat/four-chan/last-modified.ts';
import { giveJson } from '../../../compat/give-json.ts';
import * as contract from '../../../../mappings/contract/four-chan.ts';
import { NotFoundError } from '../../errors.ts';
import { problems, reference, unchanged } from '../../plugins/schemas.ts';
import type { SearchHouse } from '../../../search/context.ts';
import type { ThreadRows } from '../../../threads/rows.ts';
import type { ThreadStates } from '../../../threads/states.ts';

export type FourChanHouse = Pick<SearchHouse, 'pool' | 'boards' | 'archive' | 'clock'> & {
  readonly states: ThreadStates;
  readonly rows: ThreadRows;
};

const BoardPath = Type.Object({ board: Type.String() });
const ThreadPath = Type.Object({ board: Type.String(), num: Type.String() });
const PagePath = Type.Object({ board: Type.String(), page: Type.String({ description: 'From 1.' }) });

function documented(operationId: string, summary: string, answer: TSchema, params?: TSchema) {
  const refusals = params === undefined ? problems() : problems(404);
  const response = { 200: reference(answer, `${summary}.`), 304: unchanged(), ...refusals };
  return { schema: { operationId, summary, tags: ['4chan'], response, ...(params !== undefined && { params }) } };
}

type ReadDocument = (board: Board, name: string) => Promise<object | null>;

/** While PostgreSQL is away: whoever is told that a thread is gone forgets it, and half a one would be kept. */
const away = async (): Promise<never> => {
  throw archiveAway();
};

export function fourChanRoutes(house: FourChanHouse) {
  const { pool, boards, archive, clock, states, rows } = house;
  const desk = { rows, states, memory: createAnswerMemory(), print: createFourChanPrinter() };

  const boardOf = async (request: FastifyRequest): Promise<Board> => {
    const found = await boards.find((request.params as { board: string }).board);
    if (found === null) throw new NotFoundError('board_unknown', 'There is no such board in the archive.');
    return found;
  };

  const giveFound = (request: FastifyRequest, reply: FastifyReply, { body, etag, modified }: FoundThread) =>
    giveJson(request, reply, { body, etag, modified: lastModified(modified, clock()) });

  const readThread = async (request: FastifyRequest, reply: FastifyReply) => {
    const board = await boardOf(request);
    const num = numberIn((request.params as { num: string }).num);
    const answer = num === null ? null : await archive.ask(async () => loadFourChanThread(desk, board, num), away);
    if (answer === null) throw new NotFoundError('thread_unknown', 'There is no such thread in the archive.');
    return giveFound(request, reply, answer);
  };

  const giveThread = (request: FastifyRequest, reply: FastifyReply) => {
    // What nobody need be asked for goes out at once.
    const { board: name, num: written } = request.params as { board: string; num: string };
    const board = boards.known()?.find((one) => one.name === name);
    const num = numberIn(written);
    const known = board === undefined || num === null ? null : knownFourChanThread(desk, board, num);
    return known === null ? readThread(request, reply) : giveFound(request, reply, known);
  };

  const give = (read: ReadDocument) => async (request: FastifyRequest, reply: FastifyReply) => {
    const board = await boardOf(request);
    const { page = '' } = request.params as { page?: string };
    const document = await archive.ask(async () => read(board, page), away);
    if (document === null) throw new NotFoundError('page_unknown', 'There is no such page.');
    const body = JSON.stringify(document);
    return giveJson(request, reply, { body, etag: bodyEtag(body), modified: null });
  };

  return async (app: FastifyInstance): Promise<void> => {
    app.get(
      '/boards.json',
      documented('fourChanBoards', 'All boards', contract.FourChanBoards),
      async (request, reply) => {
        const body = JSON.stringify(boardList(await boards.all()));
        return giveJson(request, reply, { body, etag: bodyEtag(body), modified: null });
      },
    );
    app.get(
      '/:board/thread/:num.json',
      documented('fourChanThread', 'A thread', contract.FourChanThread, ThreadPath),
      giveThread,
    );
    app.get(
      '/:board/res/:num.json',
      documented('fourChanThreadOfVichan', 'A thread, where vichan has it', contract.FourChanThread, ThreadPath),
      giveThread,
    );
    app.get(
      '/:board/threads.json',
      documented('fourChanThreads', 'Threads by pages, and when each changed', contract.FourChanThreads, BoardPath),
      give(async (board) => threadList(pool, board, clock())),
    );
    app.get(
      '/:board/catalog.json',
      documented('fourChanCatalog', 'Opening posts by pages', contract.FourChanCatalog, BoardPath),
      give(async (board) => catalog(pool, board, clock())),
    );
    app.get(
      '/:board/archive.json',
      documented('fourChanArchive', "Threads that have left the board's pages", contract.FourChanArchive, BoardPath),
      give(async (board) => archivedThreads(pool, board)),
    );
    app.get(
      '/:board/:page.json',
      documented('fourChanPage', 'A page of threads, each with its last replies', contract.FourChanPage, PagePath),
      give(async (board, name) => {
        const page = numberIn(name);
        return page === null || page > MAX_PAGE ? null : indexPage(pool, board, page);
      }),
    );
  };
}

/** A page so far down takes PostgreSQL a tenth of a second to count off. */
const MAX_PAGE = 10_000;

function numberIn(text: string): number | null {
  const num = Number(text);
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(num) ? num : null;
}
