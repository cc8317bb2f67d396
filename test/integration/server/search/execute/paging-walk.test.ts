import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_SLICE_SIZE } from '../../../../../mappings/board.ts';
import type { SearchAnswer } from '../../../../../mappings/contract/search.ts';
import { aPost, writePosts } from '../../../../support/builders.ts';
import { walkThereAndBack } from '../../../../support/walk.ts';
import { useWorld } from '../../../../support/world.ts';
import { givenArchive, givenServer, START, type GivenArchive, type GivenServer } from '../../given-archive.ts';

const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;

/** Number of posts on each of two boards. Three posts share a second, so that pages end between equal times. */
const NUMS = 1_500;
const TOTAL = 2 * NUMS;

beforeAll(async () => {
  archive = givenArchive(world());
  server = await givenServer(world());
  for (const name of ['g', 'ck']) {
    const id = await archive.board(name);
    const posts = Array.from({ length: NUMS }, (_, place) =>
      aPost({
        board: name,
        num: place + 1,
        thread: place + 1 - (place % 10),
        comment: 'walked',
        timePosted: new Date(START + Math.floor(place / 3) * 1000),
      }),
    );
    await writePosts(world().pool, { id, name, sliceSize: DEFAULT_SLICE_SIZE }, posts);
    await archive.index(name, posts);
  }
});

afterAll(async () => {
  await server.close();
});

async function page(parameters: Record<string, string>): Promise<SearchAnswer> {
  const { status, body } = await server.search(parameters);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as SearchAnswer;
}

test('newest first, paging through 3,000 hits and back shows each once while newer and older posts arrive', async () => {
  let num = 10_000;
  let steps = 0;
  const arrive = async () => {
    steps += 1;
    if (steps % 4 !== 0) return;
    num += 1;
    // Newer posts are before the start of the walk; older and non-matching posts are nowhere in it.
    await archive.storeAndIndex(num % 2 === 0 ? 'g' : 'ck', [
      { num, comment: 'walked', timePosted: new Date(START + 10_000_000 + num * 1000) },
      { num: num + 100_000, comment: 'other', timePosted: new Date(START + 1000) },
    ]);
  };
  const { there, back } = await walkThereAndBack(
    (cursor) => page({ q: 'walked', limit: '75', ...(cursor !== null && { cursor }) }),
    arrive,
  );
  const met = there.flat();
  expect(met).toHaveLength(TOTAL);
  expect(new Set(met).size).toBe(TOTAL);
  expect(back).toEqual(there);
  // The posts that arrived are before the first page.
  const { total } = await page({ q: 'walked' });
  expect(total.value).toBe(TOTAL + num - 10_000);
});

test('oldest first, posts that arrive during the walk appear once, at the end', async () => {
  let num = 20_000;
  const before = (await page({ q: 'walked' })).total.value;
  const { there } = await walkThereAndBack(
    (cursor) => page({ q: 'walked', sort: 'old', limit: '100', ...(cursor !== null && { cursor }) }),
    async () => {
      if (num >= 20_010) return;
      num += 1;
      await archive.storeAndIndex('g', [
        { num, comment: 'walked', timePosted: new Date(START + 20_000_000 + num * 1000) },
      ]);
    },
  );
  const met = there.flat();
  expect(met).toHaveLength(before + 10);
  expect(new Set(met).size).toBe(met.length);
  expect(met.slice(-10)).toEqual(Array.from({ length: 10 }, (_, place) => `g.${20_001 + place}.0`));
});
