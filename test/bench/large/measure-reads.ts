/** Latency of each kind of read on the large archive, one reader. */
import { freePort } from '../../support/ports.ts';
import { processMemory } from '../../support/process-memory.ts';
import type { World } from '../../support/world.ts';
import { createSagasu, getJson } from '../contenders/sagasu.ts';
import { ZIPF_BOARDS } from '../corpus.ts';
import { quantilesOf, timed } from '../measure.ts';
import { threadOfAbout, waitForServer } from '../measures/thread.ts';
import type { BenchOptions } from '../options.ts';
import { readingServer, withProcess } from '../with-process.ts';
import type { Figure } from './kept-stages.ts';
import { largeQueries, type KindOfRead } from './large-queries.ts';

const WARM_UP = 20;
const DEEP_PAGE = 100;
/** Statistics and series are cached or large, so fewer reads suffice. */
const SLOW_READS = 20;

export async function measureReads(
  world: World,
  posts: number,
  { queries: count }: Pick<BenchOptions, 'queries'>,
): Promise<readonly Figure[]> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  return withProcess('server/main.ts', world, readingServer(port), async ({ pid }) => {
    await waitForServer(url);
    const queries = await largeQueries(world, posts, WARM_UP + count);
    const figures: Figure[] = [];
    const add = (step: string, times: readonly number[]) => {
      const [p50, p95, p99] = quantilesOf(times);
      figures.push({ step, value: `${p50} / ${p95} / ${p99} ms`, remark: 'p50 / p95 / p99' });
    };
    for (const [kind, texts] of queries) add(`search: ${kind}`, await timesOf(await addressesOf(url, kind, texts)));
    const common = queries.get('common') ?? [];
    add('facets', await timesOf(common.map((q) => `${url}/api/v1/search/facets?q=${encodeURIComponent(q)}`)));
    add('timeline', await timesOf(common.map((q) => `${url}/api/v1/search/timeline?q=${encodeURIComponent(q)}`)));
    const boards = ZIPF_BOARDS.slice(0, SLOW_READS).map(({ name }) => `${url}/api/v1/boards/${name}`);
    add(
      'statistics of a board',
      await timesOf(
        boards.map((board) => `${board}/statistics`),
        0,
      ),
    );
    add(
      'series of a board',
      await timesOf(
        boards.map((board) => `${board}/series`),
        0,
      ),
    );
    add('statistics of all boards', [await timed(() => getJson(`${url}/api/v1/statistics`))]);
    for (const size of [300, 20_000]) {
      const { board, thread, posts: found } = await threadOfAbout(world, size);
      const address = `${url}/api/v1/boards/${board}/threads/${thread}`;
      add(
        `a thread of ${found} posts`,
        await timesOf(
          Array.from({ length: SLOW_READS }, () => address),
          2,
        ),
      );
    }
    figures.push({
      step: 'server after these reads',
      value: `${Math.round(processMemory(pid, 'VmHWM'))} MB`,
      remark: 'peak memory',
    });
    return figures;
  });
}

async function addressesOf(url: string, kind: KindOfRead, texts: readonly string[]): Promise<readonly string[]> {
  const sagasu = createSagasu(url);
  const all: string[] = [];
  for (const q of texts) {
    const cursor = kind === 'deep page' ? await sagasu.cursorOf(q, DEEP_PAGE) : null;
    all.push(`${url}/api/v1/search?q=${encodeURIComponent(q)}&limit=25${cursor === null ? '' : `&cursor=${cursor}`}`);
  }
  return all;
}

/** The first reads warm up and are not measured. */
async function timesOf(addresses: readonly string[], warmUp = WARM_UP): Promise<readonly number[]> {
  const times: number[] = [];
  for (const address of addresses) times.push(await timed(() => getJson(address)));
  return times.slice(warmUp);
}
