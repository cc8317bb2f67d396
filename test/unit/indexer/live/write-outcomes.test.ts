import { expect, test } from 'vitest';
import { outcomeOf } from '../../../../indexer/live/elasticsearch-bulk.ts';

test.each([
  ['a created document', { status: 201 }, 'stored'],
  ['a replaced document', { status: 200 }, 'stored'],
  ['a version conflict', { status: 409, error: { type: 'version_conflict_engine_exception' } }, 'stale'],
  ['a conflict of another kind', { status: 409, error: { type: 'something_else' } }, 'busy'],
  ['an index that is not there', { status: 404, error: { type: 'index_not_found_exception' } }, 'no_index'],
  ['a full queue', { status: 429, error: { type: 'es_rejected_execution_exception' } }, 'busy'],
  ['a full disk', { status: 429, error: { type: 'cluster_block_exception' } }, 'blocked'],
  ['a shard that is not up', { status: 503, error: { type: 'unavailable_shards_exception' } }, 'busy'],
  ['a failing engine', { status: 500, error: { type: 'engine_exception' } }, 'busy'],
  ['a forbidden write', { status: 403, error: { type: 'cluster_block_exception' } }, 'blocked'],
  ['a cluster that starts', { status: 503, error: { type: 'cluster_block_exception' } }, 'busy'],
  ['a closed index', { status: 400, error: { type: 'index_closed_exception' } }, 'busy'],
  ['a field that does not parse', { status: 400, error: { type: 'document_parsing_exception' } }, 'refused'],
  ['an unknown field', { status: 400, error: { type: 'strict_dynamic_mapping_exception' } }, 'refused'],
  ['no answer for the item', undefined, 'busy'],
])('%s is %o: %s', (_, item, kind) => {
  expect(outcomeOf(item).kind).toBe(kind);
});

test('the reason contains Elasticsearch’s error with its cause', () => {
  const error = { type: 'document_parsing_exception', reason: 'failed to parse', caused_by: { reason: 'too long' } };
  expect(outcomeOf({ status: 400, error })).toEqual({
    kind: 'refused',
    reason: 'document_parsing_exception: failed to parse: too long',
  });
});
