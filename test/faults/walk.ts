/**
 * `node test/faults/walk.ts [--posts 100000]` pages through that many hits, newest first, and back, while posts arrive,
 * and checks that each hit appears exactly once. Then it prints the ratio of the times of page 1,000 and page 1,
 * measured alternately. It exits with 1 if a hit was missing or repeated. The stores come from the environment or are
 * started.
 */
import { parseArgs } from 'node:util';
import { DEFAULT_SLICE_SIZE } from '../../mappings/board.ts';
import { readConfig } from '../../platform/config.ts';
import type { SearchAnswer } from '../../mappings/contract/search.ts';
import { startStack } from '../../dev-stores/start.ts';
import { givenArchive, givenServer } from '../integration/server/given-archive.ts';
import { writePosts } from '../support/builders.ts';
import { herons } from '../support/herons.ts';
import { prepareTemplate } from '../support/template.ts';
import { walkThereAndBack } from '../support/walk.ts';
import { createWorld, destroyWorld, type World } from '../support/world.ts';

const AT_ONCE = 5_000;
const LARGEST_PAGE = 100;
const PAGE = 25;
const FAR_PAGE = 1_000;
/** Number of pages between two arrivals. */
const PACE = 10;
const ROUNDS = 60;
const START = Date.UTC(2020, 0);

const { values } = parseArgs({ options: { posts: { type: 'string', default: '100000' } } });
const posts = Number(values.posts);
const say = (line: string) => process.stderr.write(`${line}\n`);

// oxlint-disable-next-line node/no-process-env -- the stores that the environment names
const stack = await startStack(readConfig({ ...process.env, SAGASU_DATA: './data/faults' }), { onProgress: say });
await prepareTemplate(stack.databaseUrl);
const world = await createWorld(stack.databaseUrl, stack.redisUrl, stack.elasticsearchUrls);
try {
  await walk(world);
} finally {
  await destroyWorld(stack.databaseUrl, world);
  await stack.stop();
}

async function walk(over: World): Promise<void> {
  const archive = givenArchive(over);
  const board = { id: await archive.board('walk'), name: 'walk', sliceSize: DEFAULT_SLICE_SIZE };
  for (let first = 1; first <= posts; first += AT_ONCE) {
    // Three posts per second, so that pages end between posts with equal times.
    const batch = herons(first, Math.min(AT_ONCE, posts - first + 1)).map((post) => ({
      ...post,
      board: board.name,
      timePosted: new Date(START + Math.floor(post.num / 3) * 1000),
    }));
    await writePosts(over.pool, board, batch);
    await archive.index(board.name, batch);
  }
  say(`${posts} posts are there`);

  const server = await givenServer(over);
  try {
    const page = async (limit: number, cursor: string | null) => {
      const place: Record<string, string> = cursor === null ? {} : { cursor };
      const { status, body } = await server.search({ q: 'heron', limit: String(limit), ...place });
      if (status !== 200) throw new Error(`a page answered ${status}: ${JSON.stringify(body)}`);
      return body as SearchAnswer;
    };
    const cursors: (string | null)[] = [];
    let [steps, arrived] = [0, 0];
    const { there, back } = await walkThereAndBack(
      async (cursor) => {
        cursors.push(cursor);
        return page(LARGEST_PAGE, cursor);
      },
      async () => {
        steps += 1;
        if (steps % PACE !== 0) return;
        arrived += 1;
        const timePosted = new Date(START + 100_000_000_000 + arrived * 1000);
        await archive.storeAndIndex(board.name, [{ num: 10_000_000 + arrived, comment: 'a late heron', timePosted }]);
      },
    );
    const met = there.flat();
    const isSameBack = JSON.stringify(back) === JSON.stringify(there);
    const isWhole = met.length === posts && new Set(met).size === posts && isSameBack;

    const far = cursors[Math.floor((FAR_PAGE * PAGE) / LARGEST_PAGE) - 1] ?? null;
    const times: { readonly far: number[]; readonly first: number[] } = { far: [], first: [] };
    for (let round = 0; round < ROUNDS; round++) {
      times.far.push(await timed(() => page(PAGE, far)));
      times.first.push(await timed(() => page(PAGE, null)));
    }
    const result = {
      posts,
      arrived,
      met: met.length,
      different: new Set(met).size,
      same_back: isSameBack,
      page_1000: far === null ? null : Number((median(times.far) / median(times.first)).toPrecision(3)),
      far_ms: median(times.far),
      first_ms: median(times.first),
    };
    process.stdout.write(`${JSON.stringify(result)}\n`);
    if (!isWhole) process.exitCode = 1;
  } finally {
    await server.close();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return Math.round((performance.now() - start) * 10) / 10;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
}
