import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VerifyState } from '../../../../indexer/verify/verification.ts';
import { indexName } from '../../../../mappings/elasticsearch/index-names.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../../support/builders.ts';
import { compareStores } from '../../../support/compare-stores.ts';
import { drained, runIndexer } from '../../../support/indexer.ts';
import { openVerifier, type TestVerifier } from '../../../support/verifier.ts';
import { seededRandom } from '../../../simulation/scheduler.ts';
import { useWorld } from '../../../support/world.ts';

const world = useWorld();
const random = seededRandom(3);

let verifier: TestVerifier;
let boards = 0;
beforeAll(() => {
  verifier = openVerifier(world(), random);
});
afterAll(async () => verifier.close());

async function indexed(name: string, nums: readonly number[], sliceSize?: number): Promise<TestBoard> {
  const board = await insertBoard(world().pool, name, sliceSize === undefined ? {} : { sliceSize });
  await writePosts(
    world().pool,
    board,
    nums.map((num) => aPost({ num, comment: `post ${num}` })),
  );
  await drained(world());
  return board;
}

const live = ({ name, sliceSize }: TestBoard, num: number) =>
  indexName(world().indexPrefix, { board: name, slice: Math.floor(num / sliceSize), build: 1 });

test('posts near the largest num are compared, and the empty range before them costs nothing', async () => {
  await runIndexer(world());
  const top = Number.MAX_SAFE_INTEGER;
  const nums = [1, 9_999, 10_000, 10_001, 49_999_999, 50_000_000, top - 20_000, top - 10_000, top - 1, top];
  const board = await indexed('far', nums);
  expect(await verifier.verify(board)).toMatchObject({ found: 0, documents: nums.length });
  await world().elasticsearch.delete({ index: live(board, top), id: `far.${top}.0` });
  await world().elasticsearch.delete({ index: live(board, 9_999), id: 'far.9999.0' });
  expect(await verifier.verify(board)).toMatchObject({ found: 2, kinds: { missing: 2 } });
  expect(await verifier.verify(board, { repair: true })).toMatchObject({ found: 2, drift: 0 });
  expect(await verifier.verify(board, { depth: 'all' })).toMatchObject({ found: 0, documents: nums.length });
});

test('slices with posts but without a live index are named, because they were not compared', async () => {
  await runIndexer(world());
  const board = await indexed('partly', [1, 2, 1_500, 2_500], 1_000);
  expect(await verifier.verify(board)).toMatchObject({ documents: 4, found: 0, unindexed: [] });
  const setState = async (state: string) =>
    world().pool.query('update indices set state = $2 where name = $1', [live(board, 1_500), state]);
  await setState('standby');
  expect(await verifier.verify(board)).toMatchObject({ unindexed: [1] });
  await setState('live');
});

test('a document that was compared in full is skipped until it is written or all documents are requested', async () => {
  await runIndexer(world());
  const board = await indexed('quiet', [1, 2, 3, 4, 5, 6, 7, 8]);
  const index = live(board, 1);
  const seqNo = async () => {
    const { rows } = await world().pool.query<{ verified_seq_no: string | null }>(
      'select verified_seq_no from indices where name = $1',
      [index],
    );
    return rows[0]?.verified_seq_no ?? null;
  };
  expect(await seqNo()).toBeNull();
  await verifier.verify(board);
  expect(await seqNo()).toBe('7');
  await writePosts(world().pool, board, [aPost({ num: 9 })]);
  await drained(world());
  await verifier.verify(board);
  expect(await seqNo()).toBe('8');
  // The difference is not repaired, so that the next verification finds it too.
  await world().elasticsearch.update({ index, id: 'quiet.4.0', doc: { comment: 'forged' } });
  expect(await verifier.verify(board)).toMatchObject({ found: 1, drift: 1 });
  expect(await seqNo()).toBe('8');
  expect(await verifier.verify(board)).toMatchObject({ found: 1, drift: 1 });
  expect(await verifier.verify(board, { repair: true })).toMatchObject({ found: 1, drift: 0 });
  expect(Number(await seqNo())).toBeGreaterThanOrEqual(9);
});

/** Records that everything in the index was compared in full. */
async function passBy(index: string): Promise<void> {
  const stats = await world().elasticsearch.indices.stats({ index, level: 'shards' });
  const [copy] = Object.values(stats.indices?.[index]?.shards ?? {}).flat();
  const { max_seq_no: last } = (copy as { seq_no?: { max_seq_no?: number } }).seq_no ?? {};
  const { rowCount } = await world().pool.query(
    'update indices set verified_uuid = $2, verified_seq_no = $3 where name = $1',
    [index, stats.indices?.[index]?.uuid, last],
  );
  expect(rowCount).toBe(1);
}

/** Writes a document with some fields changed, under its current version. */
async function forge(index: string, id: string, change: object): Promise<void> {
  const { _version: version, _source: source } = await world().elasticsearch.get<object>({ index, id });
  await world().elasticsearch.transport.request({
    method: 'PUT',
    path: `/${index}/_doc/${id}`,
    querystring: { version, version_type: 'external_gte' },
    body: { ...source, ...change },
  });
}

test('a document that was compared by sums only is compared in full by the next verification', async () => {
  await runIndexer(world());
  const board = await indexed('sums', [1, 2, 3]);
  expect(await verifier.verify(board, { depth: 'sums' })).toMatchObject({ found: 0, documents: 3 });
  await forge(live(board, 2), 'sums.2.0', { comment: 'forged' });
  expect(await verifier.verify(board)).toMatchObject({ found: 1, kinds: { altered: 1 } });
});

test('an alteration that earlier verifications missed is found by a deep verification', async () => {
  await runIndexer(world());
  const board = await indexed('deep', [1, 2, 3]);
  await forge(live(board, 2), 'deep.2.0', { comment: 'forged' });
  await passBy(live(board, 2));
  expect(await verifier.verify(board, { depth: 'all' })).toMatchObject({ found: 1, kinds: { altered: 1 } });
});

test('a misplaced document that earlier verifications missed is found by any verification', async () => {
  await runIndexer(world());
  const board = await indexed('places', [1, 2, 3, 201], 200);
  const index = live(board, 1);
  const source = await sourceOf(index, 'places.2.0');
  for (const [id, change] of [
    ['places.201.0', { num: 201 }],
    ['elsewhere.2.0', { board: 'elsewhere', num: 20_000 }],
    ['numless', { num: undefined }],
  ] as const) {
    await world().elasticsearch.index({ index, id, document: { ...source, ...change } });
  }
  await passBy(index);
  expect(await verifier.verify(board)).toMatchObject({ found: 3, kinds: { misplaced: 3 } });
});

test.each([
  [
    'a document that is gone',
    'missing',
    async (index: string, id: string) => world().elasticsearch.delete({ index, id }),
  ],
  ['a first checksum', 'altered', async (index: string, id: string) => forge(index, id, { h1: 5 })],
  ['a second checksum', 'altered', async (index: string, id: string) => forge(index, id, { h2: 5 })],
] as const)('%s that earlier verifications missed is found by the sums', async (_, kind, damage) => {
  await runIndexer(world());
  const board = await indexed(`sums-${++boards}`, [1, 2, 3]);
  await damage(live(board, 2), `${board.name}.2.0`);
  await passBy(live(board, 2));
  expect(await verifier.verify(board)).toMatchObject({ found: 1, kinds: { [kind]: 1 } });
});

async function sourceOf(index: string, id: string): Promise<object> {
  const { _source: source } = await world().elasticsearch.get<object>({ index, id });
  return source ?? {};
}

test('a post that arrives after the deletion of a document with its num and an absurd version is indexed', async () => {
  await runIndexer(world());
  const board = await indexed('arrives', [1, 2]);
  const index = live(board, 1);
  await world().elasticsearch.transport.request({
    method: 'PUT',
    path: `/${index}/_doc/arrives.3.0`,
    querystring: { version: '9223372036854775807', version_type: 'external' },
    body: { board: 'arrives', num: 3, rev: 1 },
  });
  expect(await verifier.verify(board, { repair: true })).toMatchObject({ found: 1, drift: 0, kinds: { extra: 1 } });
  await writePosts(world().pool, board, [aPost({ num: 3, comment: 'at last' })]);
  await drained(world());
  expect(await verifier.verify(board)).toMatchObject({ found: 0, documents: 3 });
  const settings = await world().elasticsearch.indices.getSettings({ index });
  expect(JSON.stringify(settings)).not.toContain('gc_deletes');
});

test('a stopped verification resumes at its position, and reports the whole result', async () => {
  await runIndexer(world());
  const board = await indexed('paused', [1, 150, 310, 470, 630, 790, 950], 160);
  for (const num of [1, 470, 950]) {
    await world().elasticsearch.delete({ index: live(board, num), id: `paused.${num}.0` });
  }
  let state: VerifyState | null = null;
  let stops = 0;
  let done: Awaited<ReturnType<TestVerifier['verify']>> | null = null;
  while (done === null) {
    let steps = 0;
    const step = async (reached: VerifyState) => {
      state = structuredClone(reached);
      // Stops after every second step.
      if (++steps === 2) throw new Error('stopped');
    };
    done = await verifier.verify(board, {}, { onProgress: step, resume: state }).catch((error: Error) => {
      if (error.message !== 'stopped') throw error;
      stops++;
      return null;
    });
  }
  expect(stops).toBeGreaterThan(2);
  expect(done).toMatchObject({ found: 3, drift: 3, documents: 4, kinds: { missing: 3 } });
});

test('only the requested indices are compared', async () => {
  await runIndexer(world());
  const board = await indexed('named', [1, 250], 200);
  for (const num of [1, 250]) {
    await world().elasticsearch.delete({ index: live(board, num), id: `named.${num}.0` });
  }
  const result = await verifier.verify(board, { indices: [live(board, 250)] });
  expect(result).toMatchObject({ found: 1, samples: [{ kind: 'missing', id: 'named.250.0' }] });
});

test('an unknown index under an alias is removed from the alias and kept', async () => {
  await runIndexer(world());
  const board = await indexed('strange', [1]);
  const foreign = `${world().indexPrefix}foreign`;
  const alias = `${world().indexPrefix}posts-strange`;
  await world().elasticsearch.indices.create({ index: foreign, aliases: { [alias]: {} } });
  expect(await verifier.verify(board, { repair: true })).toMatchObject({ found: 1, drift: 0, kinds: { alias: 1 } });
  const { [foreign]: left } = await world().elasticsearch.indices.getAlias({ index: foreign });
  expect(left?.aliases).toEqual({});
});

test('indices and aliases of the tests are deleted', async () => {
  await runIndexer(world());
  const { rows } = await world().pool.query<{ id: number; name: string; slice_size: string }>('select * from boards');
  for (const { id, name, slice_size: size } of rows) {
    await verifier.verify({ id, name, sliceSize: Number(size) }, { repair: true, depth: 'all' });
  }
  expect((await compareStores(world())).differences).toEqual([]);
});
