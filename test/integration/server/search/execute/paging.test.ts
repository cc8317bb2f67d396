import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchAnswer } from '../../../../../mappings/contract/search.ts';
import { useWorld } from '../../../../support/world.ts';
import { givenArchive, givenServer, START, type GivenArchive, type GivenServer } from '../../given-archive.ts';

const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;

/** Two boards with the same nums and with ghost posts, all within three seconds: most sort values are shared. */
const NUMS = Array.from({ length: 40 }, (_, place) => place + 1);
const TOTAL = 3 * NUMS.length;

beforeAll(async () => {
  archive = givenArchive(world());
  for (const board of ['g', 'ck']) {
    await archive.board(board);
    await archive.storeAndIndex(
      board,
      NUMS.map((num) => ({
        num,
        comment: `word ${'pad '.repeat(num % 4)}`,
        timePosted: new Date(START + (num % 3) * 1000),
      })),
    );
  }
  await archive.storeAndIndex(
    'g',
    NUMS.map((num) => ({ num, subnum: 1, comment: 'word ghost', timePosted: new Date(START + (num % 3) * 1000) })),
  );
  server = await givenServer(world());
});

afterAll(async () => {
  await server.close();
});

async function page(sort: string, limit: number, cursor: string | null): Promise<SearchAnswer> {
  const parameters = { q: 'word', sort, limit: String(limit), ...(cursor !== null && { cursor }) };
  const { status, body } = await server.search(parameters);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as SearchAnswer;
}

const keys = (answer: SearchAnswer) => answer.hits.map((hit) => `${hit.board}.${hit.num}.${hit.subnum}`);

describe.each(['new', 'old', 'relevance', 'modified'])('sort:%s', (sort) => {
  test.each([3, 40, 100])('paging forward and back by %i shows each hit once, in one order', async (limit) => {
    const whole = [...keys(await page(sort, 100, null))];
    const there: string[] = [];
    let current = await page(sort, limit, null);
    expect(current.previous).toBeNull();
    const pages = [keys(current)];
    there.push(...keys(current));
    while (current.next !== null) {
      current = await page(sort, limit, current.next);
      expect(current.hits.length).toBeGreaterThan(0);
      expect(current.total).toEqual({ value: TOTAL, relation: 'eq' });
      pages.push(keys(current));
      there.push(...keys(current));
    }
    expect(there).toHaveLength(TOTAL);
    expect(new Set(there).size).toBe(TOTAL);
    expect(there.slice(0, whole.length)).toEqual(whole);

    const back = [keys(current)];
    while (current.previous !== null) {
      current = await page(sort, limit, current.previous);
      expect(current.next).not.toBeNull();
      back.unshift(keys(current));
    }
    expect(back).toEqual(pages);
  });
});

test('newest-first pages do not shift while posts arrive; the page before the first contains the new posts', async () => {
  const first = await page('new', 10, null);
  const second = await page('new', 10, first.next);
  await archive.storeAndIndex('ck', [
    { num: 501, comment: 'word', timePosted: new Date(START + 60_000) },
    { num: 502, comment: 'word', timePosted: new Date(START + 61_000) },
  ]);
  expect(keys(await page('new', 10, first.next))).toEqual(keys(second));
  const again = await page('new', 10, second.previous);
  expect(keys(again)).toEqual(keys(first));
  const newer = await page('new', 10, again.previous);
  expect(keys(newer)).toEqual(['ck.502.0', 'ck.501.0']);
  expect(newer.previous).toBeNull();
  expect(keys(await page('new', 10, newer.next))).toEqual(keys(first));
});

test('an age in the query means the same moment on every page', async () => {
  let now = START + 10_000;
  const moving = await givenServer(world(), { clock: () => new Date(now) });
  const query = 'q=after:24h&limit=100';
  const first = (await moving.get(`/api/v1/search?${query}`)).body as SearchAnswer;
  now += 30 * 86_400_000;
  const second = (await moving.get(`/api/v1/search?${query}&cursor=${first.next}`)).body as SearchAnswer;
  expect(first.hits.length + second.hits.length).toBe(first.total.value);
  await moving.close();
});

test('a cursor of another query, order or server is refused; another limit is accepted', async () => {
  const { next } = await page('new', 10, null);
  const ask = async (query: Record<string, string>) => server.search({ cursor: next ?? '', ...query });
  expect((await ask({ q: 'word', limit: '3' })).status).toBe(200);
  expect((await ask({ q: '  WORD ', limit: '3' })).status).toBe(400);
  for (const query of [
    { q: 'other' },
    { q: 'word', sort: 'old' },
    { q: 'word', group: 'thread' },
    { q: 'word', tz: 'Europe/Berlin' },
    { q: 'word is:reply' },
    { q: 'word', cursor: `${next}x` },
    { q: 'word', cursor: 'x' },
  ]) {
    expect(await ask(query)).toMatchObject({ status: 400, body: { code: 'cursor_invalid' } });
  }
});
