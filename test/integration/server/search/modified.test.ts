/** Finding and ordering posts by the time of their last change in the archive. */
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchAnswer } from '../../../../mappings/contract/search.ts';
import { MAPPING_VERSION } from '../../../../mappings/elasticsearch/post-index.ts';
import { fieldOf } from '../../../../mappings/search/fields.ts';
import { sortOf } from '../../../../mappings/search/sorts.ts';
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
    const mappingVersion = board === 'old' ? MAPPING_VERSION - 1 : MAPPING_VERSION;
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
  await archive.storeAndIndex('old', [{ num: 9, opener: true, comment: 'heron' }]);
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
])('%s finds posts by their last change, not by their time of posting', async (q, nums) => {
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

/** Declares that the field and the order exist since this mapping version. */
function declareSince(): () => void {
  const declared: { since?: number }[] = [fieldOf('time', 'modified'), sortOf('modified')];
  for (const each of declared) each.since = MAPPING_VERSION;
  return () => {
    for (const each of declared) delete each.since;
  };
}

test('an index that lacks a newer field is named as a gap and counted, and an export is refused', async () => {
  const undeclare = declareSince();
  try {
    await expectGaps();
  } finally {
    undeclare();
  }
  expect(await found('heron modified:2024-03')).toMatchObject({ partial: false });
});

test.each(['exif:canon', 'notice:banned', 'has:exif', 'subject:*kern*', 'file:*paper*'])(
  '%s names indices of mapping version 5 as a gap',
  async (q) => {
    expect((await found(q)).partial_reasons).toEqual([{ reason: 'field_missing', boards: ['old'] }]);
    expect((await found(`${q} board:g`)).partial_reasons).toEqual([]);
  },
);

async function expectGaps(): Promise<void> {
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
}
