import { describe, expect, test } from 'vitest';
import type { FoundThreads } from '../../../../../server/search/plan/find-threads.ts';
import { createThreadSetCache, type LoadThreads } from '../../../../../server/search/plan/thread-set-cache.ts';

const HERE = new AbortController().signal;

function found(...nums: number[]): FoundThreads {
  return { threads: new Map([['g', nums]]), count: nums.length, partial: [] };
}

/** Returns the given answers in turn, and counts the requests. */
function finding(...answers: FoundThreads[]): LoadThreads & { asked: number } {
  const find = Object.assign(async () => answers[find.asked++] ?? found(), { asked: 0 });
  return find;
}

describe('a set of threads', () => {
  test('is found once and then cached for less than a minute', async () => {
    let now = 1_000;
    const cache = createThreadSetCache(() => now);
    const find = finding(found(1), found(2));
    expect(await cache.find('a', find, HERE)).toEqual(found(1));
    now = 46_000;
    expect(await cache.find('a', find, HERE)).toEqual(found(1));
    now = 46_001;
    expect(await cache.find('a', find, HERE)).toEqual(found(2));
  });

  test('is found once for all concurrent callers', async () => {
    const cache = createThreadSetCache(() => 1000);
    const find = finding(found(1));
    const answers = await Promise.all([cache.find('a', find, HERE), cache.find('a', find, HERE)]);
    expect(answers).toEqual([found(1), found(1)]);
    expect(find.asked).toBe(1);
  });

  test('is remembered as too large for a while', async () => {
    const cache = createThreadSetCache(() => 1000);
    const many = { threads: null, count: 5_000_000, partial: [] };
    const find = finding(many, found(1));
    expect([await cache.find('a', find, HERE), await cache.find('a', find, HERE)]).toEqual([many, many]);
  });

  test('is not cached if it is partial or failed', async () => {
    const cache = createThreadSetCache(() => 1000);
    const find = finding({ ...found(1), partial: [{ reason: 'timed_out', boards: [] }] }, found(1, 2));
    await cache.find('a', find, HERE);
    expect(await cache.find('a', find, HERE)).toEqual(found(1, 2));
    await expect(cache.find('b', async () => Promise.reject(new Error('away')), HERE)).rejects.toThrow('away');
    expect(await cache.find('b', finding(found(3)), HERE)).toEqual(found(3));
  });

  test('replaces the oldest one if the cache is full', async () => {
    const cache = createThreadSetCache(() => 1000, 6);
    await cache.find('a', finding(found(1, 2)), HERE);
    await cache.find('b', finding(found(3)), HERE);
    await cache.find('c', finding(found(4)), HERE);
    const again = finding(found(9));
    expect(await cache.find('c', again, HERE)).toEqual(found(4));
    expect(await cache.find('b', again, HERE)).toEqual(found(3));
    expect(await cache.find('a', again, HERE)).toEqual(found(9));
  });
});

const endless: LoadThreads = async (signal) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('stopped')));
  });

describe('the search for a set', () => {
  test('ends when its last waiting caller has left, and not before', async () => {
    const cache = createThreadSetCache(() => 1000);
    const [one, other] = [new AbortController(), new AbortController()];
    let ended = false;
    const both = Promise.allSettled([
      cache.find('a', endless, one.signal),
      cache.find('a', endless, other.signal),
    ]).then((results) => {
      ended = true;
      return results.map(({ status }) => status);
    });
    one.abort();
    await new Promise(setImmediate);
    expect(ended).toBe(false);
    other.abort();
    expect(await both).toEqual(['rejected', 'rejected']);
    expect(await cache.find('a', finding(found(1)), HERE)).toEqual(found(1));
  });
});
