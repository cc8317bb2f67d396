import { beforeEach, expect, test } from 'vitest';
import { createCountCache, type CountTimes } from '../../../../server/statistics/count-cache.ts';

interface Answer {
  readonly count: number;
  readonly partial: boolean;
}

const FRESH_MS = 600_000;
const START = Date.parse('2024-03-31T12:00:00Z');

let now = START;
let counts = 0;
let cached: ReturnType<typeof createCountCache<Answer>>;

beforeEach(() => {
  now = START;
  counts = 0;
  cached = createCountCache<Answer>(() => new Date(now), FRESH_MS, 2);
});

const count = async () => ({ count: ++counts, partial: false });
const partly = async () => ({ count: ++counts, partial: true });

test('an answer is cached until its stated time', async () => {
  let times: CountTimes | undefined;
  await cached('g', '1', async (stated) => {
    times = stated;
    // Counting takes some time.
    now += 5_000;
    return count();
  });
  expect(times).toEqual({ countedAt: START, freshUntil: START + FRESH_MS });
  now = START + FRESH_MS - 1;
  expect(await cached('g', '1', count)).toMatchObject({ count: 1 });
  now = START + FRESH_MS;
  expect(await cached('g', '1', count)).toMatchObject({ count: 2 });
});

test('a partial answer is kept for half a minute', async () => {
  await cached('g', '1', partly);
  now += 29_999;
  expect(await cached('g', '1', count)).toMatchObject({ count: 1 });
  now += 1;
  expect(await cached('g', '1', count)).toMatchObject({ count: 2 });
});

test('concurrent callers share a count, and a failed count is not cached', async () => {
  const { promise, reject } = Promise.withResolvers<Answer>();
  const both = [cached('g', '1', async () => promise), cached('g', '1', count)];
  reject(new Error('no answer'));
  for (const answer of both) await expect(answer).rejects.toThrow('no answer');
  expect(await cached('g', '1', count)).toMatchObject({ count: 1 });
});

test('another state of the moderation is counted again', async () => {
  await cached('g', '1', count);
  expect(await cached('g', '2', count)).toMatchObject({ count: 2 });
});

test('a count that is evicted while it runs still answers its caller', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const first = cached('a', '1', async () => promise);
  for (const board of ['b', 'c', 'd']) await cached(board, '1', count);
  resolve({ count: 100, partial: false });
  expect(await first).toMatchObject({ count: 100 });
});
