import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAsWritten, type IndexPlace } from '../../../../indexer/verify/classify.ts';
import { cutHits } from '../../../../indexer/verify/raw-hits.ts';
import { documentId, toPostDocument } from '../../../../mappings/elasticsearch/post-document.ts';
import { documentVersion } from '../../../../mappings/elasticsearch/version.ts';
import { aPost } from '../../../support/builders.ts';

const NAME = 'posts-g-v3-0-1';
const place: IndexPlace = {
  boardId: 3,
  board: 'g',
  sliceSize: 1_000,
  name: NAME,
  slice: 0,
  hasDocuments: true,
  isShared: false,
};

interface Given {
  readonly id: string;
  readonly seqNo: number;
  readonly source: string;
  readonly isIgnored?: boolean;
}

/** A response as Elasticsearch writes it. */
function answerOf(hits: readonly Given[], isSorted: boolean): string {
  const each = hits.map(({ id, seqNo, source, isIgnored }) => {
    const head = `{"_index":"${NAME}","_id":${JSON.stringify(id)},"_version":${seqNo + 1},"_seq_no":${seqNo},"_primary_term":1`;
    const ignored = isIgnored === true ? '"_ignored":["name.raw"],' : '';
    return `${head},"_score":${isSorted ? 'null' : '0.9999'},${ignored}"_source":${source}${isSorted ? `,"sort":[${seqNo}]` : ''}}`;
  });
  const shards = '"_shards":{"total":1,"successful":1,"skipped":0,"failed":0}';
  return `{"took":1,"timed_out":false,${shards},"hits":{"max_score":null,"hits":[${each.join(',')}]}}`;
}

const BEGIN = `{"_index":"${NAME}","_id":"g.1.0","_version":1,"_seq_no":1,"_primary_term":1,"_score":null,"_source":`;
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('},', '}]}}', '"', BEGIN, ',"sort":[1]', '"hits":[]}}'),
);
const value = fc.oneof(text, fc.jsonValue(), fc.dictionary(text, fc.oneof(text, fc.jsonValue())));
const anySource = fc.dictionary(text, value).map((fields) => JSON.stringify(fields));
const given = fc
  .uniqueArray(fc.record({ seqNo: fc.nat(), source: anySource, isIgnored: fc.boolean() }), {
    selector: ({ seqNo }) => seqNo,
  })
  .map((hits) => hits.map((hit) => ({ ...hit, id: `g.${hit.seqNo}.0` })));

test('hits are cut correctly, regardless of their content', () => {
  fc.assert(
    fc.property(given, fc.boolean(), (hits, isSorted) => {
      const expected = hits.map(({ id, seqNo, source: sent }) => ({ id, seqNo, version: seqNo + 1, source: sent }));
      expect(cutHits(answerOf(hits, isSorted), NAME)).toEqual(expected);
    }),
  );
});

/** A document that contains the beginnings, and the whole, of other hits. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom('},', ']', '{', '}', ',"sort":[4]', '"_source":{}', '}]}}'),
      fc.constant(BEGIN),
      fc.constant(
        `{"_index":"${NAME}","_id":"g.9.0","_version":9,"_seq_no":9,"_primary_term":1,"_score":null,"_source":{}},`,
      ),
    ),
    { maxLength: 6 },
  )
  .map((parts) => {
    const list = `{"rest":{"list":[${parts.join('')}]}}`;
    try {
      JSON.parse(list);
      return list;
    } catch {
      return `{"rest":{"list":[${BEGIN}{}}]}}`;
    }
  });

test('if all sources equal expected documents, they are the sources of all hits', () => {
  let forged = 0;
  const one = fc.record({ seqNo: fc.nat(50), source: fc.oneof(hostile, anySource) });
  const many = fc.uniqueArray(one, { minLength: 1, maxLength: 5, selector: ({ seqNo }) => seqNo });
  fc.assert(
    fc.property(many, (some) => {
      const hits = some.map((hit) => ({ ...hit, id: `g.${hit.seqNo}.0` }));
      const truth = new Map(hits.map(({ id, source: sent }) => [id, sent]));
      const cut = cutHits(answerOf(hits, true), NAME);
      if (cut === null || !cut.every((hit) => hit.source === truth.get(hit.id))) forged++;
      else expect(cut.map(({ id }) => id)).toEqual(hits.map(({ id }) => id));
    }),
    { numRuns: 1_000 },
  );
  expect(forged).toBeGreaterThan(0);
});

test('a response of another form returns null', () => {
  const hit = { id: 'g.1.0', seqNo: 1, source: '{}' };
  expect(cutHits(answerOf([hit], true), NAME)).toHaveLength(1);
  expect(cutHits(answerOf([hit], true), 'another')).toBeNull();
  expect(cutHits(answerOf([{ ...hit, id: 'g"1' }], true), NAME)).toBeNull();
  expect(cutHits(answerOf([hit], true).replace('"_id"', ' "_id"'), NAME)).toBeNull();
  expect(cutHits(answerOf([hit], true).replace('"_score"', '"_routing":"x","_score"'), NAME)).toBeNull();
  expect(cutHits('{"error":"none"}', NAME)).toBeNull();
  expect(cutHits(answerOf([], true), NAME)).toEqual([]);
});

test('isAsWritten is true exactly for the text that the indexer writes', () => {
  const post = aPost({ board: 'g', num: 150, rev: 40, comment: 'as it "was" 日本\u2028' });
  const written = {
    id: documentId(post),
    version: documentVersion(2, 40),
    seqNo: 1,
    source: JSON.stringify(toPostDocument(post, 3)),
  };
  expect(isAsWritten(place, written, post, 2)).toBe(true);
  expect(isAsWritten(place, written, null, 2)).toBe(false);
  expect(isAsWritten(place, { ...written, version: documentVersion(2, 41) }, post, 2)).toBe(false);
  expect(isAsWritten(place, { ...written, version: documentVersion(3, 40) }, post, 2)).toBe(false);
  for (let at = 0; at < written.source.length; at++) {
    const source = `${written.source.slice(0, at)}_${written.source.slice(at + 1)}`;
    expect(isAsWritten(place, { ...written, source }, post, 2)).toBe(source === written.source);
  }
  expect(isAsWritten(place, { ...written, source: `${written.source} ` }, post, 2)).toBe(false);
  const broken = { ...post, timePosted: undefined as unknown as Date };
  expect(isAsWritten(place, { ...written, source: 'null' }, broken, 2)).toBe(false);
});
