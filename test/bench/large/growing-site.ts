/** A site with the 4chan API, one of whose boards gets posts at a steady rate; its other boards are empty. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeComment } from '../corpus/comment.ts';
import { createRandom, pick } from '../corpus/random.ts';

const THREADS = 40;
const TICK_MS = 100;
/** A thread this long is replaced by a new one, as on a board with a bump limit. */
const MAX_THREAD = 300;

interface SitePost {
  readonly no: number;
  readonly resto: number;
  readonly time: number;
  readonly name: string;
  readonly com: string;
}

export interface GrowingSite {
  readonly url: string;
  close(): Promise<void>;
}

export async function startGrowingSite(board: string, postsPerSecond: number): Promise<GrowingSite> {
  const random = createRandom(11);
  const threads: SitePost[][] = [];
  let [no, owed] = [1, 0];
  const write = () => {
    const place = pick(random, THREADS);
    const thread = threads[place];
    const isNew = thread === undefined || thread.length >= MAX_THREAD;
    const post = {
      no: (no += 1),
      resto: isNew ? 0 : (thread[0]?.no ?? 0),
      time: Math.floor(Date.now() / 1000),
      name: 'Anonymous',
    };
    const com = makeComment(random, board, isNew ? [] : thread.map((earlier) => earlier.no));
    if (isNew) threads[place] = [{ ...post, com }];
    else thread.push({ ...post, com });
  };
  const timer = setInterval(() => {
    for (owed += (postsPerSecond * TICK_MS) / 1000; owed >= 1; owed -= 1) write();
  }, TICK_MS);
  const documentAt = (path: string): unknown => {
    if (path.endsWith('/threads.json')) {
      const listed = path.startsWith(`/${board}/`) ? threads.filter((thread) => thread !== undefined) : [];
      return [
        {
          page: 1,
          threads: listed.map((thread) => ({
            no: thread[0]?.no,
            last_modified: thread.at(-1)?.time,
            replies: thread.length - 1,
          })),
        },
      ];
    }
    const num = Number(/\/thread\/(\d+)\.json$/.exec(path)?.[1]);
    const found = threads.find((thread) => thread[0]?.no === num);
    return found === undefined ? null : { posts: found };
  };
  const site = createServer((request, response) => {
    const document = documentAt(request.url ?? '');
    response.writeHead(document === null ? 404 : 200, { 'content-type': 'application/json' });
    response.end(document === null ? undefined : JSON.stringify(document));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    async close() {
      clearInterval(timer);
      site.closeAllConnections();
      await new Promise<void>((resolve) => site.close(() => resolve()));
    },
  };
}
