/** Eight readers, alone and beside scraping. */
import { request } from 'undici';
import { upsertBoard } from '../../../store/boards/boards.ts';
import { freePort } from '../../support/ports.ts';
import { processMemory } from '../../support/process-memory.ts';
import type { World } from '../../support/world.ts';
import { ZIPF_BOARDS } from '../corpus.ts';
import { percent, quantilesOf } from '../measure.ts';
import { waitForServer } from '../measures/thread.ts';
import type { BenchOptions } from '../options.ts';
import { watchStores } from '../store-memory.ts';
import { until } from '../until.ts';
import { readingServer, WITHOUT_SCHEDULE, withProcess } from '../with-process.ts';
import { startGrowingSite } from './growing-site.ts';
import type { Figure } from './kept-stages.ts';
import { largeQueries } from './large-queries.ts';

const READERS = 8;
const POSTS_PER_SECOND = 50;
/** How often `--seconds` the readers read, since scraping has cycles of several seconds. */
const TURNS = 12;
const LIVE_BOARD = 'live';

export async function measureLoad(
  world: World,
  posts: number,
  { queries, seconds }: Pick<BenchOptions, 'queries' | 'seconds'>,
  say: (line: string) => void,
): Promise<readonly Figure[]> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const stores = await watchStores(world);
  const texts = [...(await largeQueries(world, posts, queries)).values()].flat();
  const ms = TURNS * seconds * 1000;
  return withProcess('server/main.ts', world, readingServer(port), async ({ pid }) => {
    await waitForServer(url);
    await readFor(url, texts, ms / 4);
    const alone = await readFor(url, texts, ms);
    say(`alone: ${describe(alone)}`);
    const site = await startGrowingSite(LIVE_BOARD, POSTS_PER_SECOND);
    try {
      const places = { source: '4chan', url: site.url, mediaUrl: site.url, worksafe: true } as const;
      for (const name of [...ZIPF_BOARDS.map((board) => board.name), LIVE_BOARD]) {
        await upsertBoard(world.pool, { name, title: name, ...places });
      }
      const settings = { ...WITHOUT_SCHEDULE, SAGASU_SCRAPER_OWN_ORIGIN: site.url, SAGASU_MEDIA_CONCURRENCY: '0' };
      return await withProcess('indexer/main.ts', world, settings, async (indexer) =>
        withProcess('scraper/main.ts', world, settings, async (scraper) => {
          await until(async () => (await countLive(world)) > 0);
          const before = await countLive(world);
          const beside = await readFor(url, texts, ms);
          const scraped = (await countLive(world)) - before;
          const memory = [
            ['server', pid],
            ['indexer', indexer.pid],
            ['scraper', scraper.pid],
          ] as const;
          const sizes = memory.map(([name, one]) => `${name} ${Math.round(processMemory(one, 'VmHWM'))}`);
          for (const { name, most } of stores.end()) sizes.push(`${name} ${Math.round(most)}`);
          return [
            { step: 'eight readers alone', value: describe(alone) },
            {
              step: 'eight readers beside scraping',
              value: describe(beside),
              remark: `${(scraped / (ms / 1000)).toFixed(0)} posts a second, ${percent(beside.times.length, alone.times.length).toFixed(0)} % of the answers`,
            },
            { step: 'peak memory', value: `${sizes.join(', ')} MB` },
          ];
        }),
      );
    } finally {
      await site.close();
    }
  });
}

interface Readings {
  readonly times: readonly number[];
  readonly errors: number;
  readonly seconds: number;
}

async function readFor(url: string, texts: readonly string[], ms: number): Promise<Readings> {
  const times: number[] = [];
  let [next, errors] = [0, 0];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: READERS }, async () => {
      while (performance.now() - began < ms) {
        // A prime step mixes the kinds.
        const q = texts[(next += 7919) % texts.length] ?? '';
        const start = performance.now();
        const { statusCode, body } = await request(`${url}/api/v1/search?q=${encodeURIComponent(q)}&limit=25`);
        await body.dump();
        if (statusCode === 200) times.push(performance.now() - start);
        else errors += 1;
      }
    }),
  );
  return { times, errors, seconds: ms / 1000 };
}

function describe({ times, errors, seconds }: Readings): string {
  const [p50, p95, p99] = quantilesOf(times);
  return `${(times.length / seconds).toFixed(0)} answers a second, ${p50} / ${p95} / ${p99} ms, ${errors} errors`;
}

async function countLive({ pool }: World): Promise<number> {
  const { rows } = await pool.query<{ posts: string }>(
    'select count(*) as posts from posts where board_id = (select id from boards where name = $1)',
    [LIVE_BOARD],
  );
  return Number(rows[0]?.posts);
}
