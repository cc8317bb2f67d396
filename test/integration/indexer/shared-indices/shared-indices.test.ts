/** Boards that share indices: what searches find, moves between shared and own indices, damage, and removal. */
import { beforeAll, expect, test, vi } from 'vitest';
import { boardAlias, parseIndexName, postsAlias } from '../../../../mappings/elasticsearch/index-names.ts';
import { aPost, writePosts, type TestBoard } from '../../../support/builders.ts';
import { compareStores } from '../../../support/compare-stores.ts';
import { aBoard, herons } from '../../../support/herons.ts';
import { drained, runIndexer } from '../../../support/indexer.ts';
import { ended, enqueue, registered } from '../../../support/tasks.ts';
import { useWorld } from '../../../support/world.ts';

const LIMIT = { timeout: 120_000, interval: 100 };
/** Posts up to which a board stays in shared indices. */
const BELOW = 100;

const world = useWorld();
let [tea, cups, pots]: readonly TestBoard[] = [];

const start = async () =>
  runIndexer(world(), { SAGASU_SHARE_INDEX_BELOW: String(BELOW), SAGASU_REINDEX_KEEP_HOURS: '24' });

const isShared = (name: string | undefined) => parseIndexName(world().indexPrefix, name ?? '')?.board === null;

const live = async (board: TestBoard) => (await registered(world(), board)).filter(({ state }) => state === 'live');

function given(board: TestBoard | undefined): TestBoard {
  if (board === undefined) throw new Error('no board was given');
  return board;
}

/** The number of posts that searches of an alias find, as the server sends them. */
async function found(alias: string): Promise<number> {
  await world().elasticsearch.indices.refresh({ index: alias, ignore_unavailable: true });
  return (await world().elasticsearch.count({ index: alias, ignore_unavailable: true })).count;
}

const ofBoard = async (board: TestBoard) => found(boardAlias(world().indexPrefix, board.name));
const ofAll = async () => found(postsAlias(world().indexPrefix));

async function documentsIn(index: string, board: TestBoard): Promise<number> {
  await world().elasticsearch.indices.refresh({ index });
  return (await world().elasticsearch.count({ index, query: { term: { board: board.name } } })).count;
}

async function isEqual(): Promise<void> {
  await drained(world());
  expect(await compareStores(world())).toMatchObject({ differences: [] });
}

const rebuild = async (board: TestBoard) => {
  const task = await ended(world(), await enqueue(world(), 'reindex', board), 120_000);
  expect(task).toMatchObject({ status: 'succeeded', error: null, details: { drift: 0 } });
};

beforeAll(async () => {
  [tea, cups, pots] = [
    await aBoard(world(), 'tea', 20),
    await aBoard(world(), 'cups', 30),
    await aBoard(world(), 'pots', 150),
  ];
});

test('small boards share an index, and a large one has its own', async () => {
  await start();
  await isEqual();
  const [ofTea, ofCups, ofPots] = [await live(given(tea)), await live(given(cups)), await live(given(pots))];
  expect(ofTea.map(({ name }) => name)).toEqual(ofCups.map(({ name }) => name));
  expect([isShared(ofTea[0]?.name), isShared(ofPots[0]?.name)]).toEqual([true, false]);
  expect([await ofBoard(given(tea)), await ofBoard(given(cups)), await ofAll()]).toEqual([20, 30, 200]);
});

test('a rebuild moves one board, searches find each post once, and a rollback returns', async () => {
  await start();
  const [before] = await live(given(tea));
  await rebuild(given(tea));
  const [after] = await live(given(tea));
  expect([isShared(after?.name), after?.name === before?.name]).toEqual([true, false]);
  // The old index still has the posts, for a rollback.
  expect(await documentsIn(before?.name ?? '', given(tea))).toBe(20);
  expect([await ofBoard(given(tea)), await ofBoard(given(cups)), await ofAll()]).toEqual([20, 30, 200]);

  await writePosts(world().pool, given(tea), herons(21, 5));
  await isEqual();
  expect(await compareStores(world(), { state: 'standby' })).toMatchObject({ differences: [] });
  const task = await ended(world(), await enqueue(world(), 'rollback', given(tea)));
  expect(task).toMatchObject({ status: 'succeeded' });
  expect((await live(given(tea))).map(({ name }) => name)).toEqual([before?.name]);
  expect([await ofBoard(given(tea)), await ofAll()]).toEqual([25, 205]);
  await isEqual();
});

test('a board that grows moves to its own index without a request, and its documents leave the shared one', async () => {
  const [shared] = await live(given(cups));
  await start();
  await writePosts(world().pool, given(cups), herons(31, 90));
  await vi.waitFor(async () => {
    const [own] = await live(given(cups));
    expect(isShared(own?.name)).toBe(false);
  }, LIMIT);
  await isEqual();
  expect([await ofBoard(given(cups)), await ofAll()]).toEqual([120, 295]);
  // Without a rollback to keep them for.
  await world().pool.query(
    `update indices set state = 'retired', state_since = now() - interval '1 hour' where board_id = $1 and state = 'standby'`,
    [given(cups).id],
  );
  await vi.waitFor(async () => expect(await documentsIn(shared?.name ?? '', given(cups))).toBe(0), LIMIT);
  expect(await documentsIn(shared?.name ?? '', given(tea))).toBe(25);
  await isEqual();
});

test('a verification repairs documents and aliases of one board, and reports nothing of the others', async () => {
  await start();
  const [shared] = await live(given(tea));
  const index = shared?.name ?? '';
  await writePosts(world().pool, given(pots), [aPost({ num: 500, comment: 'a heron' })]);
  await drained(world());
  const { elasticsearch, indexPrefix } = world();
  await elasticsearch.delete({ index, id: 'tea.3.0', refresh: true });
  await elasticsearch.indices.putAlias({ index, name: boardAlias(indexPrefix, 'tea') });
  await elasticsearch.indices.putAlias({
    index,
    name: postsAlias(indexPrefix),
    filter: { terms: { board: ['cups', 'tea'] } },
  });
  const broken = await ended(world(), await enqueue(world(), 'verify', given(tea), { repair: true, deep: true }));
  expect(broken).toMatchObject({ status: 'succeeded', details: { drift: 0, kinds: { missing: 1, alias: 2 } } });
  const whole = await ended(world(), await enqueue(world(), 'verify', given(tea), { repair: true, deep: true }));
  expect(whole).toMatchObject({ status: 'succeeded', details: { found: 0, documents: 50 } });
  expect(await ofBoard(given(tea))).toBe(25);
  await isEqual();
});

test('boards whose shared index is lost are filled again in another one', async () => {
  const [lost] = await live(given(tea));
  await world().elasticsearch.indices.delete({ index: lost?.name ?? '' });
  await start();
  await vi.waitFor(async () => {
    expect((await live(given(tea))).map(({ name }) => name)).not.toContain(lost?.name);
    await drained(world());
    expect(await ofBoard(given(tea))).toBe(25);
  }, LIMIT);
  await isEqual();
});

test('a removed board leaves no document in a shared index, and its name can be taken again', async () => {
  const milk = await aBoard(world(), 'milk', 10);
  await start();
  await drained(world());
  const [shared] = await live(milk);
  const index = shared?.name ?? '';
  expect([isShared(index), await documentsIn(index, milk)]).toEqual([true, 10]);
  await world().pool.query(`select remove_board('milk')`);
  await vi.waitFor(async () => expect((await world().pool.query('select from removed_indices')).rowCount).toBe(0), {
    ...LIMIT,
    timeout: 240_000,
  });
  expect(await documentsIn(index, milk)).toBe(0);
  expect(await ofBoard(given(tea))).toBe(25);
  const again = await aBoard(world(), 'milk', 3);
  await isEqual();
  expect(await ofBoard(again)).toBe(3);
});
