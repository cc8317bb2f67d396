import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Post } from '../../../../mappings/post.ts';
import type { SearchAnswer } from '../../../../mappings/contract/search.ts';
import { useWorld } from '../../../support/world.ts';
import { givenArchive, givenServer, NOW, type GivenArchive, type GivenServer } from '../given-archive.ts';

const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;
let posts: Post[];

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

beforeAll(async () => {
  archive = givenArchive(world());
  for (const name of ['g', 'ck', 'empty']) await archive.board(name);
  posts = await archive.storeAndIndex('g', [
    { num: 1, thread: 1, opener: true, subject: 'Kernel general', comment: 'Which kernel do you run?' },
    { num: 2, thread: 1, comment: 'The custom kernel, of course.<br><span class="quote">&gt;nvidia</span>' },
    { num: 3, thread: 1, comment: 'custom built kernel without nvidia' },
    { num: 4, thread: 1, comment: 'anon-san said so' },
    { num: 5, thread: 1, comment: 'anon was there, so was san' },
    { num: 6, thread: 1, comment: '日本語の文字 and 😀 kérnel café' },
    {
      num: 7,
      thread: 7,
      opener: true,
      subject: 'C# thread',
      comment: 'see <a href="#p2" class="quotelink">&gt;&gt;2</a>',
    },
    { num: 8, thread: 7, comment: `kernel ${'long '.repeat(12_000)}` },
  ]);
  await archive.storeAndIndex('ck', [
    { num: 11, thread: 11, opener: true, subject: 'Popcorn', comment: 'kernel of corn', timePosted: daysAgo(1) },
    { num: 12, thread: 11, comment: 'a nameless reply', timePosted: daysAgo(8), subject: 'kernel kernel kernel' },
  ]);
  server = await givenServer(world());
});

afterAll(async () => {
  await server.close();
});

async function answer(q: string, more: Record<string, string> = {}): Promise<SearchAnswer> {
  const { status, body } = await server.search({ q, ...more });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as SearchAnswer;
}

async function found(q: string, more: Record<string, string> = {}): Promise<number[]> {
  const { hits, total } = await answer(q, more);
  expect(total).toEqual({ value: hits.length, relation: 'eq' });
  return hits.map((hit) => hit.num);
}

describe('finds', () => {
  test.each([
    ['', [11, 12, 8, 7, 6, 5, 4, 3, 2, 1]],
    ['kernel', [11, 12, 8, 6, 3, 2, 1]],
    ['KERNEL custom', [3, 2]],
    ['"custom kernel"', [2]],
    ['kernel -nvidia', [11, 12, 8, 6, 1]],
    ['kernel -"custom kernel" board:g', [8, 6, 3, 1]],
    ['anon-san', [4]],
    ['anon san', [5, 4]],
    ['日本', [6]],
    ['語', [6]],
    ['cafe', [6]],
    ['😀', [6]],
    ['c#', [7]],
    ['>>2', [7]],
    ['general run', [1]],
    ['subject:kernel', [12, 1]],
    ['comment:kernel is:op', [11, 1]],
    ['is:op', [11, 7, 1]],
    ['is:reply board:ck', [12]],
    ['board:ck,empty', [11, 12]],
    ['board:empty', []],
    ['kernel -board:g', [11, 12]],
    ['popcorn OR "c#"', [11, 7]],
    ['kernel (corn OR nvidia)', [11, 3, 2]],
    ['!!! kernel run', [1]],
    ['!!!', []],
    ['nowhere', []],
    ['re:zero', []],
  ])('%s', async (q, nums) => {
    expect(await found(q)).toEqual(nums);
  });

  test.each([
    ['after:7d', [11]],
    ['after:2w', [11, 12]],
    ['before:7d after:2024', [12]],
    ['after:2024-03-30T12:00 kernel', [11]],
    ['after:2024-03-30T12:00:01', []],
    ['after:2019-03-05T12:00:07 before:2019-03-05T12:00:08', [7]],
    ['after:2019-03-05T14:00:07+02:00 before:2020', [8, 7]],
    ['before:0001', []],
    ['after:9999', []],
  ])('%s', async (q, nums) => {
    expect(await found(q)).toEqual(nums);
  });
});

describe("days begin in the reader's time zone", () => {
  // Post 7 was posted at 12:00:07 UTC.
  test.each([
    ['during:2019-03-05T12', 'UTC', [8, 7, 6, 5, 4, 3, 2, 1]],
    ['during:2019-03-05T13', 'Europe/Berlin', [8, 7, 6, 5, 4, 3, 2, 1]],
    ['during:2019-03-05T12', 'Europe/Berlin', []],
    ['before:2019-03-06', 'Pacific/Auckland', []],
    ['during:2019-03-06T01:00:07', 'Pacific/Auckland', [7]],
    ['during:2019-03-05T12:00:07Z', 'Pacific/Auckland', [7]],
    // Noon of 30 March in UTC is 31 March in that zone, and noon of 31 March is 1 April.
    ['during:2024-03-30', 'UTC', [11]],
    ['during:2024-03-30', 'Pacific/Auckland', []],
    ['during:yesterday', 'Pacific/Auckland', [11]],
  ])('%s in %s', async (q, tz, nums) => {
    expect(await found(`${q} board:g,ck`, { tz })).toEqual(nums);
  });

  test('an invalid time zone is refused', async () => {
    const { status, body } = await server.search({ q: 'after:today', tz: 'Mars/Olympus' });
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'zone_unknown' } });
  });

  test('a cursor of another time zone is refused', async () => {
    const { next } = await answer('after:2019', { tz: 'Europe/Berlin', limit: '2' });
    expect((await server.search({ q: 'after:2019', limit: '2', cursor: next ?? '' })).status).toBe(400);
    expect((await server.search({ q: 'after:2019', tz: 'Europe/Berlin', cursor: next ?? '' })).status).toBe(200);
  });
});

describe('hints', () => {
  test('accompany the answer to a query with a probable mistake', async () => {
    const { hits, hints } = await answer('kernel baord:g');
    expect(hits).toEqual([]);
    expect(hints).toEqual([
      {
        code: 'field_near',
        message: 'Unknown field "baord:"; searched as a word. Did you mean board:?',
        position: { start: 7, end: 14 },
        suggestion: 'kernel board:g',
      },
    ]);
  });

  test('are absent from an unambiguous query', async () => {
    expect(await answer('kernel board:g')).not.toHaveProperty('hints');
  });
});

describe('orders', () => {
  test('newest first is the default', async () => {
    expect(await found('kernel')).toEqual([11, 12, 8, 6, 3, 2, 1]);
  });

  test('oldest first', async () => {
    expect(await found('kernel sort:old')).toEqual([1, 2, 3, 6, 8, 12, 11]);
    expect(await found('kernel', { sort: 'old' })).toEqual([1, 2, 3, 6, 8, 12, 11]);
  });

  test('best match first puts a long post with one mention last', async () => {
    const nums = await found('kernel sort:relevance');
    expect(nums[0]).toBe(12);
    expect(nums.at(-1)).toBe(8);
  });

  test('a parameter overrides the query, and the answer names the order', async () => {
    expect(await answer('kernel sort:old', { sort: 'relevance' })).toMatchObject({ sort: 'relevance' });
    expect(await answer('kernel sort:old')).toMatchObject({ sort: 'old' });
  });
});

async function marks(q: string, num: number) {
  const hit = (await answer(q)).hits.find((one) => one.num === num);
  return {
    comment: cut(hit?.comment, hit?.highlights.comment),
    subject: cut(hit?.subject, hit?.highlights.subject),
  };
}

function cut(text: string | null | undefined, ranges: [number, number][] | undefined) {
  return ranges?.map(([start, end]) => text?.slice(start, end));
}

describe('highlights', () => {
  test.each([
    ['kernel', 1, { comment: ['kernel'], subject: ['Kernel'] }],
    ['subject:kernel', 1, { comment: undefined, subject: ['Kernel'] }],
    ['"custom kernel" nvidia', 2, { comment: ['custom kernel', 'nvidia'], subject: undefined }],
    ['anon-san', 4, { comment: ['anon-san'], subject: undefined }],
    ['日本語 kernel', 6, { comment: ['日本語', 'kérnel'], subject: undefined }],
    ['cafe 😀', 6, { comment: ['😀', 'café'], subject: undefined }],
    ['is:op board:g', 1, { comment: undefined, subject: undefined }],
  ])('%s marks exactly what matched in %i', async (q, num, expected) => {
    expect(await marks(q, num)).toEqual(expected);
  });

  test('mark a comment of 60,000 characters like any other', async () => {
    expect(await marks('kernel', 8)).toEqual({ comment: ['kernel'], subject: undefined });
  });
});

test("a hit contains its thread's subject and its own fields that have a value, and no HTML", async () => {
  const { hits } = await answer('"of course"');
  const fields =
    'board num subnum thread time_posted time_modified comment doc_id rev highlights thread_subject thread_title';
  expect(Object.keys(hits[0] ?? {})).toEqual(fields.split(' '));
  expect(hits[0]).toMatchObject({
    board: 'g',
    num: 2,
    thread: 1,
    thread_subject: 'Kernel general',
    thread_title: 'Kernel general',
    comment: 'The custom kernel, of course.\n>nvidia',
    rev: posts[1]?.rev,
  });
  expect(JSON.stringify(hits)).not.toContain('<span');
});

test('a hit in a thread without a subject contains the first words of its opening post', async () => {
  await archive.storeAndIndex('ck', [
    { num: 31, opener: true, comment: '<s>Rye</s> and wheat<br>loaves' },
    { num: 32, thread: 31, comment: 'untitledword' },
  ]);
  expect((await answer('untitledword')).hits).toMatchObject([{ thread_title: '[spoiler] and wheat' }]);
});
test('programs choose the fields of hits, and tokens are sent on request', async () => {
  const fieldsOf = async (parameters: Record<string, string>) => {
    const { body } = await server.search({ q: '"of course"', ...parameters });
    return (body as SearchAnswer).hits.map((hit) => Object.keys(hit));
  };
  const address = ['board', 'num', 'subnum', 'thread'];
  expect(await fieldsOf({ fields: 'comment, subject' })).toEqual([[...address, 'comment']]);
  expect(await fieldsOf({ fields: 'highlights', include: 'tokens' })).toEqual([[...address, 'tokens', 'highlights']]);
  expect((await fieldsOf({ include: 'tokens' }))[0]).toContain('tokens');
  const { status, body } = await server.search({ q: 'kernel', fields: 'num,coment' });
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { code: 'field_unknown', detail: expect.stringMatching(/^Field 2 .*"coment".*comment, /s) as string },
  });
});

describe('while the index lags behind', () => {
  test('a just hidden post is absent, also from the total', async () => {
    await archive.storeAndIndex('ck', [
      { num: 21, comment: 'secretword shown' },
      { num: 22, comment: 'secretword leaked' },
    ]);
    await world().pool.query('update posts set hidden = true where num = 22');
    expect(await found('secretword')).toEqual([21]);
    await world().pool.query('update posts set hidden = false where num = 22');
    expect(await found('secretword')).toEqual([22, 21]);
  });

  test('a just edited post is shown as it is now, without highlights that no longer fit', async () => {
    await archive.storeAndIndex('ck', [{ num: 23, comment: 'before oldword after' }]);
    await archive.store('ck', [{ num: 23, comment: 'something else' }]);
    const { hits } = await answer('oldword');
    expect(hits).toHaveLength(1);
    expect(hits[0]).toMatchObject({ comment: 'something else', highlights: {} });
  });

  test('a document without a row is not a hit', async () => {
    await archive.index('ck', [{ ...(posts[0] as Post), board: 'ck', num: 999, comment: 'ghostword' }]);
    expect(await found('ghostword')).toEqual([]);
  });

  test('a page is filled with later hits in place of missing rows', async () => {
    const many = await archive.storeAndIndex(
      'ck',
      Array.from({ length: 40 }, (_, place) => ({ num: 100 + place, comment: 'fillword' })),
    );
    await world().pool.query('update posts set hidden = true where num between 120 and 139');
    const { hits, total, next } = await answer('fillword', { limit: '15' });
    expect(hits.map((hit) => hit.num)).toEqual(
      many
        .slice(5, 20)
        .map((post) => post.num)
        .toReversed(),
    );
    expect(next).not.toBeNull();
    expect(total.value).toBeLessThan(40);
  });
});
