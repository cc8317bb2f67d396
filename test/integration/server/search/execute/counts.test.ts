import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FacetsAnswer } from '../../../../../mappings/contract/facets.ts';
import type { SearchAnswer } from '../../../../../mappings/contract/search.ts';
import { useWorld } from '../../../../support/world.ts';
import { givenArchive, givenConfig, givenServer, type GivenServer } from '../../given-archive.ts';

const world = useWorld();
let server: GivenServer;

/** Two boards with 40 and 15 posts. The server counts 20 hits. */
beforeAll(async () => {
  const archive = givenArchive(world());
  for (const [board, count] of [
    ['g', 40],
    ['ck', 15],
  ] as const) {
    await archive.board(board);
    const nums = Array.from({ length: count }, (_, place) => place + 1);
    await archive.storeAndIndex(
      board,
      nums.map((num) => ({ num, thread: 1, opener: num === 1, comment: num % 10 === 0 ? 'knot tenth' : 'knot' })),
    );
  }
  server = await givenServer(world(), { config: { ...givenConfig(world()), searchCounted: 20 } });
});

afterAll(async () => server.close());

const totalOf = async (parameters: Record<string, string>) =>
  ((await server.search({ limit: '5', ...parameters })).body as SearchAnswer).total;

test('a total beyond the limit is a lower bound, and exact on request', async () => {
  expect(await totalOf({ q: 'knot board:g' })).toEqual({ value: 20, relation: 'gte' });
  expect(await totalOf({ q: 'knot' })).toEqual({ value: 20, relation: 'gte' });
  expect(await totalOf({ q: 'knot', count: 'exact' })).toEqual({ value: 55, relation: 'eq' });
  expect(await totalOf({ q: 'knot', sort: 'relevance' })).toEqual({ value: 20, relation: 'gte' });
});

test('few hits, and all hits of a board with few posts, are counted exactly', async () => {
  expect(await totalOf({ q: 'tenth' })).toEqual({ value: 5, relation: 'eq' });
  expect(await totalOf({ q: 'knot board:ck' })).toEqual({ value: 15, relation: 'eq' });
});

test('a lower bound ends no page early', async () => {
  const first = (await server.search({ q: 'knot', limit: '50' })).body as SearchAnswer;
  expect(first.hits).toHaveLength(50);
  const second = (await server.search({ q: 'knot', limit: '50', cursor: first.next ?? '' })).body as SearchAnswer;
  expect(second.hits).toHaveLength(5);
  expect(second.next).toBeNull();
});

test('facets and the FoolFuuka API count all hits', async () => {
  const facets = (await server.app.inject({ url: '/api/v1/search/facets?q=knot' })).json<FacetsAnswer>();
  expect(facets).toMatchObject({ total: 55, total_relation: 'eq' });
  const foolfuuka = (await server.app.inject({ url: '/_/api/chan/search/?text=knot' })).json<Record<string, unknown>>();
  expect(foolfuuka).toMatchObject({ meta: { total_found: 55 } });
});

test('grouped by thread, the total is that of threads', async () => {
  expect(await totalOf({ q: 'knot', group: 'thread' })).toEqual({ value: 2, relation: 'eq' });
});
