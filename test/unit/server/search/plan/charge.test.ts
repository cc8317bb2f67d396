import { expect, test } from 'vitest';
import { Payer, createRequestContext } from '../../../../../server/limits/request-context.ts';
import { readQuery } from '../../../../../server/search/read-query.ts';

/** Has no lookups: a call would fail. */
const NO_NAMES = { boards: {} as never, identities: {} as never };

/** The charge for a request that parses these queries one after the other. The queries name no board and no identity. */
async function chargesOf(...queries: readonly Parameters<typeof readQuery>[1][]): Promise<readonly number[]> {
  const charges: number[] = [];
  const spend = async (cost: number) => void charges.push(cost);
  const request = createRequestContext({ payer: new Payer({ caller: { key: '', kind: 'reader' }, spend }) });
  for (const query of queries) await readQuery(NO_NAMES, query, request);
  return charges;
}

const Q = 'a b c d e f g h';

test('the parameters sort and group cost as much as sort: and group: in the query', async () => {
  const inQuery = await chargesOf({ q: `${Q} sort:relevance group:thread`, sort: null });
  expect(await chargesOf({ q: Q, sort: 'relevance', group: 'thread' })).toEqual(inQuery);
  expect(await chargesOf({ q: Q, sort: 'relevance' })).toEqual([8]);
  expect(await chargesOf({ q: Q, sort: null, group: 'thread' })).toEqual([8]);
  expect(inQuery).toEqual([16]);
});

test('the parameters override the query', async () => {
  expect(await chargesOf({ q: `${Q} sort:relevance`, sort: 'new' })).toEqual([4]);
});

test('the query is returned with the order, the grouping and the cost that were charged', async () => {
  const request = createRequestContext({ costFactor: 3 });
  const read = async (params: Parameters<typeof readQuery>[1]) => readQuery(NO_NAMES, params, request);
  expect(await read({ q: `${Q} sort:old`, sort: 'relevance', group: 'thread' })).toMatchObject({
    sort: 'relevance',
    group: 'thread',
    cost: 48,
  });
  expect(await read({ q: `${Q} sort:old group:thread`, sort: null })).toMatchObject({
    sort: 'old',
    group: 'thread',
    cost: 24,
  });
});

test('a query that a request reads twice is charged once', async () => {
  const query = { q: Q, sort: null };
  expect(await chargesOf(query, query)).toEqual([4]);
  expect(await chargesOf(query, { ...query, q: `${Q} i` })).toHaveLength(2);
});
