/** A host with several boards, each an Upstream. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { World } from '../../support/world.ts';
import { storedPosts } from './stored.ts';
import { Upstream, addBoard } from './upstream.ts';

export interface Site {
  readonly url: string;
  readonly boards: ReadonlyMap<string, Upstream>;
  /** Adds and registers a board with `threads` threads, numbered in hundreds. */
  add(name: string, threads: number, replies?: number): Promise<Upstream>;
  /** Returns whether the stored posts are exactly those of the source. */
  isStored(): Promise<boolean>;
  /** Number of requests for each thread, by path. */
  threadFetches(): Map<string, number>;
  close(): Promise<void>;
}

export async function openSite(world: World): Promise<Site> {
  const boards = new Map<string, Upstream>();
  const server = createServer((request, response) => {
    const board = boards.get(request.url?.split('/')[1] ?? '');
    if (board === undefined) response.writeHead(404).end();
    else board.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    boards,
    async add(name, threads, replies = 3) {
      const board = new Upstream();
      for (let thread = 1; thread <= threads; thread++) board.start(thread * 100, replies);
      boards.set(name, board);
      await addBoard(world, url, undefined, name);
      return board;
    },
    async isStored() {
      const posts = await storedPosts(world.pool);
      const stored = new Map(posts.map((post) => [`${post.board}.${post.num}`, post.comment]));
      const there = [...boards].flatMap(([name, board]) =>
        board.posts().map((post) => [`${name}.${post.no}`, post['com']] as const),
      );
      return stored.size === there.length && there.every(([id, comment]) => stored.get(id) === comment);
    },
    threadFetches() {
      const times = new Map<string, number>();
      for (const { path } of [...boards.values()].flatMap(({ asked }) => asked)) {
        if (path.includes('/thread/')) times.set(path, (times.get(path) ?? 0) + 1);
      }
      return times;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export function total(times: ReadonlyMap<string, number>): number {
  return [...times.values()].reduce((sum, count) => sum + count, 0);
}
