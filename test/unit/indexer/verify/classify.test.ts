import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classify, placeOf, type FoundDocument } from '../../../../indexer/verify/classify.ts';
import { toPostDocument } from '../../../../mappings/elasticsearch/post-document.ts';
import { documentVersion } from '../../../../mappings/elasticsearch/version.ts';
import { aPost } from '../../../support/builders.ts';

const index = {
  boardId: 3,
  board: 'g',
  sliceSize: 100,
  name: 'posts-g-v2-1-1',
  slice: 1,
  hasDocuments: true,
  isShared: false,
};
const post = aPost({ board: 'g', num: 150, rev: 40, comment: 'as it was' });
const ID = 'g.150.0';
const EPOCH = 2;

function found(change: Partial<FoundDocument> = {}): FoundDocument {
  return {
    id: ID,
    version: documentVersion(EPOCH, 40),
    seqNo: 9,
    primaryTerm: 1,
    source: JSON.parse(JSON.stringify(toPostDocument(post, 3))) as Record<string, unknown>,
    ...change,
  };
}

test('a document that equals its row is accepted, regardless of the order of its fields', () => {
  expect(classify(index, ID, found(), post, EPOCH)).toBeNull();
  const source = Object.fromEntries(Object.entries(found().source).toReversed());
  expect(classify(index, ID, found({ source }), post, EPOCH)).toBeNull();
});

test('a version of an earlier epoch is accepted, and one of a later epoch is ahead', () => {
  expect(classify(index, ID, found({ version: documentVersion(1, 40) }), post, EPOCH)).toBeNull();
  expect(classify(index, ID, found({ version: documentVersion(3, 40) }), post, EPOCH)).toBe('ahead');
});

test('each difference is reported with its kind', () => {
  expect(classify(index, ID, null, post, EPOCH)).toBe('missing');
  expect(classify(index, ID, found(), null, EPOCH)).toBe('extra');
  expect(classify(index, ID, null, null, EPOCH)).toBeNull();
  expect(classify(index, ID, found({ version: documentVersion(EPOCH, 39) }), post, EPOCH)).toBe('stale');
  expect(classify(index, ID, found({ version: documentVersion(EPOCH, 41) }), post, EPOCH)).toBe('ahead');
  expect(classify(index, ID, found({ version: 0 }), post, EPOCH)).toBe('stale');
  expect(classify(index, ID, found({ source: {} }), post, EPOCH)).toBe('altered');
});

test('a change of any single field is detected', () => {
  const { source } = found();
  for (const field of Object.keys(source)) {
    const { [field]: _, ...without } = source;
    expect(classify(index, ID, found({ source: without }), post, EPOCH), field).toBe('altered');
    expect(classify(index, ID, found({ source: { ...source, [field]: 'other' } }), post, EPOCH), field).toBe('altered');
  }
  expect(classify(index, ID, found({ source: { ...source, capcode: 'M' } }), post, EPOCH)).toBe('altered');
});

function sourceWith(extra: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(toPostDocument({ ...post, extra }, 3))) as Record<string, unknown>;
}

test('any field value is accepted exactly in its JSON form', () => {
  const arbitrary = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(arbitrary, arbitrary, (extra, other) => {
      const row = { ...post, extra };
      expect(classify(index, ID, found({ source: sourceWith(extra) }), row, EPOCH)).toBeNull();
      const isEqual = isDeepStrictEqual(sourceWith(extra), sourceWith(other));
      expect(classify(index, ID, found({ source: sourceWith(other) }), row, EPOCH)).toBe(isEqual ? null : 'altered');
    }),
  );
});

/** The verdict on a document that has `there` where the row has `extra`. */
function judged(extra: Record<string, unknown>, there: Record<string, unknown>) {
  const { source } = found();
  const rest = { ...(source['rest'] as object), extra: there };
  return classify(index, ID, found({ source: { ...source, rest } }), { ...post, extra }, EPOCH);
}

test('an array is not equal to an object with its indices, nor a missing field to an empty array', () => {
  expect(judged({ list: ['a'] }, { list: ['a'] })).toBeNull();
  expect(judged({ list: { 0: 'a' } }, { list: ['a'] })).toBe('altered');
  expect(judged({ list: ['a'] }, { list: { 0: 'a' } })).toBe('altered');
  expect(judged({ list: [] }, { list: {} })).toBe('altered');
  expect(judged({ list: null }, { list: {} })).toBe('altered');
  expect(judged({ list: [Number.NaN] }, { list: [null] })).toBeNull();
});

test.each([
  ['of another board', 'ck.150.0'],
  ['of another slice', 'g.250.0'],
  ['before the slice', 'g.99.0'],
  ['with zeros in front', 'g.0150.0'],
  ['with a part too many', 'g.150.0.0'],
  ['without a subnum', 'g.150'],
  ['of no number', 'g.x.0'],
  ['of a fraction', 'g.150.5.0'],
  ['with an exponent', 'g.15e1.0'],
  ['of a subnum that no column holds', 'g.150.2147483648'],
  ['that is anything', 'odd'],
])('an id %s belongs to no row of the index', (_, id) => {
  expect(placeOf(id, index)).toBeNull();
  expect(classify(index, id, found({ id }), null, EPOCH)).toBe('misplaced');
  expect(classify(index, id, null, null, EPOCH)).toBeNull();
});

test('a row from which no document can be built differs from any document', () => {
  const broken = { ...post, timePosted: undefined as unknown as Date };
  expect(classify(index, ID, found(), broken, EPOCH)).toBe('altered');
  expect(classify(index, ID, null, broken, EPOCH)).toBe('missing');
});
