/** Finding and ordering posts by the time of their last change in the archive. */
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchAnswer } from '../../../../mappings/contract/search.ts';
import { MAPPING_VERSION, MODIFIED_SINCE } from '../../../../mappings/elasticsearch/post-index.ts';
import { documentId, toPostDocument } from '../../../../mappings/elasticsearch/post-document.ts';
import { indexName } from '../../../../mappings/elasticsearch/index-names.ts';
import { useWorld } from '../../../support/world.ts';
import { givenArchive, givenServer, type GivenServer } from '../given-archive.ts';

const world = useWorld();
const registry = new Registry();
let server: GivenServer;

const at = (day: string) => new Date(`2024-03-${day}T12:00:00Z`);

beforeAll(async () => {
  const archive = givenArchive(world());
  for (const board of ['g', 'old']) {
    const id = await archive.board(board);
    const mappingVersion = board === 'old' ? MODIFIED_SINCE - 1 : MAPPING_VERSION;
    await world().pool.query(
      `insert into indices (name, board_id, slice, build, mapping_version, state) values ($1, $2, 0, 1, $3, 'live')`,
      [indexName(world().indexPrefix, { board, slice: 0, build: 1 }), id, mappingVersion],
    );
  }
  await archive.storeAndIndex('g', [
    { num: 1, opener: true, comment: 'heron', timeModified: new Date('2024-03-31T08:00:00Z') },
    { num: 2, thread: 1, comment: 'heron', timeModified: at('10') },
    { num: 3, thread: 1, comment: 'heron', timeModified: at('20') },
    { num: 4, thread: 1, comment: 'heron', timeModified: at('20') },
  ]);
  const [post] = await archive.storeAndIndex('old', [{ num: 9, opener: true, comment: 'heron' }]);
  if (post === undefined) throw new Error('nothing was stored');
  // As an older program wrote it.
  const { time_modified: time, ...document } = toPostDocument(post, 1);
  await world().elasticsearch.index({
    index: indexName(world().indexPrefix, { board: 'old', slice: 0, build: 1 }),
    id: documentId(post),
    document: { ...document, rest: { ...(document['rest'] as object), time_modified: time } },
    refresh: true,
  });
  server = await givenServer(world(), { metrics: registry });
});
afterAll(async () => server?.close());

async function found(q: string, more: Readonly<Record<string, string>> = {}): Promise<SearchAnswer> {
  const { status, body } = await server.search({ q, ...more });
  expect([q, status]).toEqual([q, 200]);
  return body as SearchAnswer;
}

const numsOf = ({ hits }: SearchAnswer) => hits.map(({ num }) => num);

test.each([
  ['modified:2024-03-20', [4, 3]],
  ['modified:2024-03-15..', [4, 3, 1]],
  ['modified:..2024-03-15', [2]],
  ['modified:1d', [1]],
  ['-modified:2024-03-20', [2, 1]],
  ['modified:2024-03-20 during:2019', [4, 3]],
  ['modified:2019', []],
])('%s finds posts by their last change, not by their posting', async (q, nums) => {
  const answer = await found(`heron board:g ${q}`);
  expect(numsOf(answer)).toEqual(nums);
  expect(answer).toMatchObject({ partial: false, total: { value: nums.length, relation: 'eq' } });
});

test('sort:modified begins with the last change and pages both ways without gaps', async () => {
  const first = await found('heron board:g sort:modified', { limit: '2' });
  const second = await found('heron board:g sort:modified', { limit: '2', cursor: first.next ?? '' });
  expect([numsOf(first), numsOf(second), second.next]).toEqual([[1, 4], [3, 2], null]);
  const back = await found('heron board:g sort:modified', { limit: '2', cursor: second.previous ?? '' });
  expect(numsOf(back)).toEqual([1, 4]);
});

test('an index of an older mapping is named as a gap and counted, and an export is refused', async () => {
  const gap = [{ reason: 'field_missing', boards: ['old'] }];
  expect(await found('heron modified:2024-03')).toMatchObject({
    partial: true,
    partial_reasons: gap,
    total: { value: 4, relation: 'gte' },
  });
  const ordered = await found('heron sort:modified');
  expect([numsOf(ordered), ordered.partial_reasons]).toEqual([[1, 4, 3, 2, 9], gap]);
  for (const path of ['facets', 'timeline']) {
    const { body } = await server.get(`/api/v1/search/${path}?q=modified:2024-03`);
    expect(body).toMatchObject({ partial: true, partial_reasons: gap });
  }
  expect((await server.get('/api/v1/search/export?q=modified:2024-03')).status).toBe(503);
  expect(await registry.metrics()).toMatch(/sagasu_search_partial_total\{reason="field_missing"\} [1-9]/);
  // Other queries, and other boards, are complete.
  expect(await found('heron')).toMatchObject({ partial: false, total: { value: 5, relation: 'eq' } });
  expect(await found('heron board:g modified:2024-03')).toMatchObject({ partial: false });
});

test('posts of documents of an older mapping are whole', async () => {
  const [hit] = (await found('heron board:old', { source: 'elasticsearch' })).hits;
  expect(hit?.time_modified).toBe((await found('heron board:old')).hits[0]?.time_modified);
});
