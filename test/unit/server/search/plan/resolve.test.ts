import { expect, test } from 'vitest';
import { createRequestContext } from '../../../../../server/limits/request-context.ts';
import { parse } from '../../../../../server/search/language/parse.ts';
import { resolveConditions } from '../../../../../server/search/plan/resolve.ts';

/** Has no lookups: a call would fail. */
const NOTHING = {} as never;

test('a partial answer in the same request does not make the lookups of another search partial', async () => {
  const request = createRequestContext();
  request.partial.add('timed_out');
  const { partial } = await resolveConditions(NOTHING, parse('heron quotes:g/5'), null, request);
  expect(partial).toBe(false);
  expect(request.partial.list()).toEqual([{ reason: 'timed_out', boards: [] }]);
});

test('the boards of a quoted post are those of the query, and looked up only for a post without a board', async () => {
  const request = createRequestContext();
  const boardsOf = async (q: string) => {
    const { resolved } = await resolveConditions(NOTHING, parse(q), ['g', 'ck'], request);
    return resolved.boards;
  };
  expect(await boardsOf('quotes:5')).toEqual(['g', 'ck']);
  expect(await boardsOf('quotes:g/5')).toBeNull();
});
