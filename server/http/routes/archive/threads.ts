import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Board } from '../../../../mappings/board.ts';
import { createAnswerMemory } from '../../../answer-memory.ts';
import type { ArchiveCopy } from '../../../visibility/fallback-snapshot.ts';
import type { BoardDirectory } from '../../../boards/directory.ts';
import { PostAnswer, PostPath, PostQuery } from '../../../../mappings/contract/post.ts';
import { Thread } from '../../../../mappings/contract/thread.ts';
import { NotFoundError } from '../../errors.ts';
import { matchesEtag } from '../../plugins/etag.ts';
import { disconnectSignal } from '../../plugins/client-disconnect.ts';
import { problems, reference, unchanged } from '../../plugins/schemas.ts';
import { loadPost } from '../../../posts/load.ts';
import type { Engine } from '../../../search/execute/send-search.ts';
import type { SearchHouse } from '../../../search/context.ts';
import { visibilityByCopy } from '../../../visibility/visible-posts.ts';
import { postOfDocuments, threadOfDocuments } from '../../../threads/from-documents.ts';
import { createThreadPrinter, loadThread, threadEtag } from '../../../threads/load.ts';
import type { ThreadRows } from '../../../threads/rows.ts';
import type { ThreadStates } from '../../../threads/states.ts';

export type ThreadHouse = Engine &
  Pick<SearchHouse, 'pool' | 'boards' | 'archive'> & {
    readonly states: ThreadStates;
    readonly rows: ThreadRows;
  };

interface ThreadAnswer {
  /** null: the reader has it. */
  readonly body: Buffer | string | null;
  /** null while PostgreSQL is away: the copy is not to be kept. */
  readonly etag: string | null;
}

export function threadRoutes(house: ThreadHouse): FastifyPluginAsyncTypebox {
  const { pool, boards, archive, states, rows } = house;
  const documents = (copy: ArchiveCopy) => ({ engine: house, visibility: visibilityByCopy(copy) });
  const memory = createAnswerMemory();
  const desk = { rows, print: createThreadPrinter() };
  const load = async (place: string, board: Board, num: number): Promise<ThreadAnswer | null> => {
    const loaded = await loadThread(desk, board, num);
    return loaded === null ? null : memory.keep(place, loaded.etag, loaded);
  };
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
            304: unchanged(),
            ...problems(400, 404),
          },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(boards, request.params.board);
        const { num } = request.params;
        void reply.header('cache-control', 'no-cache');
        const copies = request.headers['if-none-match'];
        const place = `${board.name}/${num}`;
        const answer = await archive.ask<ThreadAnswer | null>(
          async () => {
            // What is neither the reader's nor printed is read whole: to ask what changed would be a look more.
            const isNew = copies === undefined && !memory.has(place);
            if (isNew && states.known(board.id, num) === null) return load(place, board, num);
            const state = await states.read(board.id, num);
            const etag = threadEtag(board, state);
            // Of what nobody may see there is no copy, whatever its name.
            if (state.posts > state.hidden && matchesEtag(copies, etag)) return { body: null, etag };
            return memory.recall(place, etag) ?? load(place, board, num);
          },
          async (copy) => ({
            body: reply.serialize(
              await threadOfDocuments(documents(copy), board, num, disconnectSignal(reply)),
            ) as string,
            etag: null,
          }),
        );
        if (answer === null) {
          throw new NotFoundError('thread_unknown', `There is no thread ${num} on /${board.name}/ in the archive.`);
        }
        const { body, etag } = answer;
        if (etag === null) void reply.header('cache-control', 'no-store');
        else void reply.header('etag', etag);
        if (body === null) return reply.code(304).send(undefined);
        return reply.type('application/json; charset=utf-8').send(body as unknown as Thread);
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
          response: { 200: reference(PostAnswer, 'The post.'), ...problems(400, 404) },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(boards, request.params.board);
        const { num } = request.params;
        const subnum = request.query.subnum ?? 0;
        const post = await archive.ask<PostAnswer | null>(
          async () => {
            const row = await loadPost(pool, board, num, subnum);
            return row === null ? null : { ...row, source: 'postgres', degraded: false };
          },
          async (copy) => ({
            ...(await postOfDocuments(documents(copy), board, num, subnum, disconnectSignal(reply))),
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

/** @throws NotFoundError */
export async function boardNamed(boards: BoardDirectory, name: string): Promise<Board> {
  const board = await boards.find(name);
  if (board === null) throw new NotFoundError('board_unknown', 'There is no such board in the archive.');
  return board;
}
