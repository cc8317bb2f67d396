import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import type { Board } from '../../mappings/board.ts';
import { createAnswerMemory } from '../answer-memory.ts';
import type { ArchiveCopy } from '../archive/copy.ts';
import type { BoardDirectory } from '../boards/directory.ts';
import { PostAnswer, PostPath, PostQuery } from '../contract/post.ts';
import { Thread } from '../contract/thread.ts';
import { NotFoundError } from '../not-found.ts';
import { matchesEtag } from '../plugins/etag.ts';
import { readerGone } from '../plugins/reader-gone.ts';
import { problems, reference } from '../plugins/schemas.ts';
import { loadPost } from '../posts/load.ts';
import type { Engine } from '../search/ask.ts';
import type { SearchHouse } from '../search/house.ts';
import { visibilityByCopy } from '../search/records/visibility.ts';
import { postOfDocuments, threadOfDocuments } from '../threads/from-documents.ts';
import { loadThread, threadEtag, type LoadedThread } from '../threads/load.ts';
import type { ThreadRows } from '../threads/rows.ts';
import type { ThreadStates } from '../threads/states.ts';

export type ThreadHouse = Engine &
  Pick<SearchHouse, 'pool' | 'boards' | 'archive'> & {
    readonly states: ThreadStates;
    readonly rows: ThreadRows;
  };

/** Known as it is: to the reader, or printed before. */
interface UnchangedThread {
  readonly thread: null;
  readonly etag: string;
  /** null: the reader has it. */
  readonly body: Buffer | null;
}

export function threadRoutes(house: ThreadHouse): FastifyPluginAsyncTypebox {
  const { pool, boards, archive, states, rows } = house;
  const documents = (copy: ArchiveCopy) => ({ engine: house, visibility: visibilityByCopy(copy) });
  const memory = createAnswerMemory();
  /** By the route's own schema; kept unless it is a copy that nobody may keep. */
  const printed = (reply: FastifyReply, place: string, { thread, etag }: LoadedThread) => {
    const text = reply.serialize(thread) as string;
    return etag === null ? text : memory.keep(place, etag, text).body;
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
        const place = `${board.name}/${num}`;
        const loaded = await archive.ask<LoadedThread | UnchangedThread | null>(
          async () => {
            // What is neither the reader's nor printed is read whole: to ask what changed would be a look more.
            const isNew = copies === undefined && !memory.has(place);
            if (isNew && states.known(board.id, num) === null) return loadThread(rows, board, num);
            const etag = threadEtag(board, await states.read(board.id, num));
            if (copies !== undefined && matchesEtag(copies, etag)) return { thread: null, etag, body: null };
            const body = memory.recall(place, etag)?.body;
            return body === undefined ? loadThread(rows, board, num) : { thread: null, etag, body };
          },
          async (copy) => ({
            thread: await threadOfDocuments(documents(copy), board, num, readerGone(reply)),
            etag: null,
          }),
        );
        if (loaded === null) {
          throw new NotFoundError('thread_unknown', `There is no thread ${num} on /${board.name}/ in the archive.`);
        }
        if (loaded.etag === null) void reply.header('cache-control', 'no-store');
        else void reply.header('etag', loaded.etag);
        if (loaded.thread === null && loaded.body === null) return reply.code(304).send(undefined);
        const body = loaded.thread === null ? loaded.body : printed(reply, place, loaded);
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
            ...(await postOfDocuments(documents(copy), board, num, subnum, readerGone(reply))),
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
