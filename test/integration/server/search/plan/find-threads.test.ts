import { createRequestContext } from '../../../../../server/limits/request-context.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { findThreads, type OpenerCondition } from '../../../../../server/search/plan/find-threads.ts';
import { useWorld } from '../../../../support/world.ts';
import { givenArchive } from '../../given-archive.ts';

const world = useWorld();

/** Many threads with close nums, few with distant ones, and one num with a thread on both boards. */
const DENSE = Array.from({ length: 11_000 }, (_, place) => 100_000 + place);
const SPARSE = Array.from({ length: 50 }, (_, place) => 7 + place * 40_000_000);
const ON_CK = [...DENSE.slice(0, 900), 3_000_000_001];

const opener = (num: number, words: string) => ({ num, thread: num, opener: true, subject: words });

beforeAll(async () => {
  const archive = givenArchive(world());
  for (const board of ['g', 'ck']) await archive.board(board);
  const g = [...DENSE, ...SPARSE].map((num) => opener(num, `common ${num % 100 === 0 ? 'rare' : 'usual'}`));
  // Written to the index only, because resolving reads no rows.
  await archive.index('g', archive.given('g', g));
  await archive.index(
    'ck',
    archive.given(
      'ck',
      ON_CK.map((num) => opener(num, 'common')),
    ),
  );
  const others = [
    { num: 5, thread: 7, subject: 'common', opener: false },
    { num: 6, thread: 6, subject: 'common', opener: true, hidden: true },
  ];
  await archive.index('g', archive.given('g', others));
});

async function threadsOf(condition: OpenerCondition, most = 1_000_000): Promise<Record<string, number[]> | number> {
  const { elasticsearch, indexPrefix } = world();
  const found = await findThreads(
    { elasticsearch, indexPrefix, timeoutMs: 20_000 },
    condition,
    most,
    createRequestContext(),
  );
  expect(found.partial).toEqual([]);
  if (found.threads === null) return found.count;
  const sets = [...found.threads].map(([board, nums]): [string, number[]] => [board, nums.toSorted((a, b) => a - b)]);
  expect(found.count).toBe(sets.reduce((sum, [, nums]) => sum + nums.length, 0));
  return Object.fromEntries(sets);
}

const sorted = (nums: readonly number[]) => nums.toSorted((a, b) => a - b);
const subject = (query: string) => ({ match_phrase: { subject: { query } } });

describe('the threads whose opening posts match', () => {
  test('are found completely, each once, on every board, whatever their number and distribution', async () => {
    expect(await threadsOf({ boards: null, query: subject('common') })).toEqual({
      ck: sorted(ON_CK),
      g: sorted([...DENSE, ...SPARSE]),
    });
  });

  test('are found by one request if there are few', async () => {
    const rare = sorted([...DENSE, ...SPARSE].filter((num) => num % 100 === 0));
    expect(await threadsOf({ boards: null, query: subject('rare') })).toEqual({ g: rare });
    expect(await threadsOf({ boards: ['ck'], query: subject('common') })).toEqual({ ck: sorted(ON_CK) });
    expect(await threadsOf({ boards: ['g'], query: subject('nowhere') })).toEqual({});
    expect(await threadsOf({ boards: [], query: subject('common') })).toEqual({});
  });

  test('are counted instead of listed if they exceed the limit', async () => {
    expect(await threadsOf({ boards: ['ck'], query: subject('common') }, ON_CK.length)).toEqual({ ck: sorted(ON_CK) });
    expect(await threadsOf({ boards: ['ck'], query: subject('common') }, ON_CK.length - 1)).toBe(ON_CK.length);
  });
});
