/** Peak memory of a scraper process that harvests as many boards as 4chan has. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { upsertBoard } from '../../../store/boards/boards.ts';
import { processMemory } from '../../support/process-memory.ts';
import type { World } from '../../support/world.ts';
import { toMeasure, type Measure } from '../measure.ts';
import { until } from '../until.ts';
import { withProcess } from '../with-process.ts';

const BOARDS = 77;
const POSTS_PER_THREAD = 40;
const GOAL_MB = 300;
const SECONDS_AFTERWARDS = 20;
/** Time of the first post in seconds. */
const BEGINNING = 1_700_000_000;

export async function measureScraperMemory(world: World, posts: number, say: (line: string) => void): Promise<Measure> {
  const threads = Math.max(1, Math.min(150, Math.round(posts / BOARDS / POSTS_PER_THREAD)));
  const site = createServer((request, response) => {
    const document = documentAt(request.url ?? '', threads);
    const modified = new Date(BEGINNING * 1000).toUTCString();
    const isKnown = request.headers['if-modified-since'] === modified;
    response.writeHead(document === null ? 404 : isKnown ? 304 : 200, { 'last-modified': modified });
    response.end(document === null || isKnown ? undefined : JSON.stringify(document));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  try {
    for (let board = 0; board < BOARDS; board++) {
      const name = `b${board}`;
      await upsertBoard(world.pool, { name, title: name, worksafe: true, source: '4chan', url, mediaUrl: url });
    }
    say(`harvesting ${BOARDS} boards of ${threads} threads`);
    const settings = { SAGASU_SCRAPER_OWN_ORIGIN: url, SAGASU_MEDIA_CONCURRENCY: '0', SAGASU_LOG_LEVEL: 'error' };
    const most = await withProcess('scraper/main.ts', world, settings, async ({ pid }) => {
      await until(async () => {
        const { rows } = await world.pool.query<{ posts: string }>('select count(*) as posts from posts');
        return Number(rows[0]?.posts) === BOARDS * threads * POSTS_PER_THREAD;
      });
      await new Promise((resolve) => setTimeout(resolve, SECONDS_AFTERWARDS * 1000));
      return processMemory(pid, 'VmHWM');
    });
    const name = `scraper of ${BOARDS} boards, ${BOARDS * threads} threads: peak memory`;
    return toMeasure(name, [[most, GOAL_MB]], { at: 'most', ratio: 1 }, 'MB', 'the limit');
  } finally {
    site.closeAllConnections();
    await new Promise<void>((resolve) => site.close(() => resolve()));
  }
}

function documentAt(path: string, threads: number): unknown {
  const nums = Array.from({ length: threads }, (_, at) => (at + 1) * 1_000);
  if (path.endsWith('/threads.json')) {
    const listed = nums.map((no) => ({ no, last_modified: BEGINNING, replies: POSTS_PER_THREAD - 1 }));
    return [{ page: 1, threads: listed }];
  }
  const num = Number(/\/thread\/(\d+)\.json$/.exec(path)?.[1]);
  if (!nums.includes(num)) return null;
  const posts = Array.from({ length: POSTS_PER_THREAD }, (_, at) => ({
    no: num + at,
    resto: at === 0 ? 0 : num,
    time: BEGINNING + at,
    name: 'Anonymous',
    com: `Words of ${num + at}, as long as those of most posts are: ${'lorem ipsum '.repeat(10)}`,
    ...(at === 0 && { replies: POSTS_PER_THREAD - 1 }),
  }));
  return { posts };
}
