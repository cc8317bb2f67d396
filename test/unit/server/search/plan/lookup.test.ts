import { expect, test } from 'vitest';
import type { Identity } from '../../../../../mappings/contract/identity.ts';
import { createRequestContext } from '../../../../../server/limits/request-context.ts';
import { identityLookup, lookupKey, type FoundTerms } from '../../../../../server/search/plan/lookup.ts';
import { NOTHING_RESOLVED } from '../../../../../server/search/plan/resolved-conditions.ts';
import { exactQuery } from '../../../../../server/search/plan/value-query.ts';

const leaf = { kind: 'exact', field: 'identity', values: ['ann', 'bo'], span: { start: 0, end: 0 } } as const;
const resolved = (ann: readonly FoundTerms[], bo: readonly FoundTerms[]) => ({
  ...NOTHING_RESOLVED,
  terms: new Map([
    [lookupKey('identity', 'ann'), ann],
    [lookupKey('identity', 'bo'), bo],
  ]),
});
const near: FoundTerms = { index: 'media_hash_src', values: ['aa', 'ab'], score: 8 };
const scored = (values: readonly string[], boost: number) => ({
  constant_score: { filter: { terms: { media_hash_src: values } }, boost },
});
const far: FoundTerms = { index: 'media_hash_src', values: ['ff'] };

test('values of one field that lookups found are one condition', () => {
  expect(exactQuery(leaf, resolved([near], [far]))).toEqual({ terms: { media_hash_src: ['aa', 'ab', 'ff'] } });
});

test('an order by the lookup ranks posts by the highest score of their values', () => {
  expect(exactQuery(leaf, resolved([near], [far]), true)).toEqual({
    dis_max: { queries: [scored(['aa', 'ab'], 8), scored(['ff'], 1)] },
  });
  expect(exactQuery(leaf, resolved([], []), true)).toEqual(exactQuery(leaf, resolved([], [])));
});

test('an identity is looked up by its name in any case, and one without aliases by nothing', async () => {
  const all: Identity[] = [{ name: 'Ann', aliases: [{ kind: 'sender', value: 's12' }] }];
  const lookup = identityLookup({ all: async () => Promise.resolve(all) });
  const request = createRequestContext();
  expect(await lookup('ann', request)).toEqual([{ index: 'posterid', values: ['s12'] }]);
  expect(await lookup('bo', request)).toEqual([]);
});
