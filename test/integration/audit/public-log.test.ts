/** The public log of moderation: off by default, by the settings of each board, and without anything that names a hidden post. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BoardList } from '../../../mappings/contract/board.ts';
import type { PublicLog } from '../../../mappings/contract/public-log.ts';
import type { ModerationAction } from '../../../server/moderation/moderate.ts';
import { changeDefaults, changeSettings } from '../../../store/boards/settings.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../support/builders.ts';
import { useWorld } from '../../support/world.ts';
import { givenServer, type GivenServer } from '../server/given-archive.ts';
import { readPage } from '../../support/page.ts';
import { givenBuiltPages } from '../server/given-pages.ts';
import { actAsStaff } from '../../support/moderation.ts';

const world = useWorld();
let g: TestBoard;
let tea: TestBoard;
let server: GivenServer;

const act = async (board: TestBoard, action: ModerationAction, num: number, threads = false) =>
  actAsStaff(world(), world().pool, action, board, [num], { threads, reason: 'canary of the reason' });

beforeAll(async () => {
  [g, tea] = [await insertBoard(world().pool, 'g'), await insertBoard(world().pool, 'tea')];
  for (const board of [g, tea]) {
    await writePosts(
      world().pool,
      board,
      [700, 701, 702].map((num) => aPost({ num, thread: 700 })),
    );
  }
  await act(g, 'hide', 701);
  await act(tea, 'hide', 701);
  await act(g, 'show', 701);
  await act(g, 'purge', 700, true);
  // Changes nothing.
  await act(g, 'purge', 700, true);
  server = await givenServer(world(), { clock: () => new Date(), webRoot: await givenBuiltPages() });
});
afterAll(async () => {
  await server.close();
});
beforeEach(async () => {
  await world().pool.query(`update boards set settings = '{}'`);
  await world().pool.query(`update board_defaults set settings = '{}'`);
});

const read = async (query = ''): Promise<PublicLog> => {
  const { status, body } = await server.get(`/api/v1/moderation${query}`);
  expect(status).toBe(200);
  return body as PublicLog;
};
const lines = async (query = '') =>
  (await read(query)).entries.map(({ board, action, posts, thread, actor }) =>
    [board, action, posts, ...(thread ? ['thread'] : []), ...(actor === null ? [] : [actor])].join(' '),
  );

test('is empty until a board publishes it', async () => {
  expect(await read()).toEqual({ entries: [], next: null });
  await changeSettings(world().pool, g, { publicLogNames: true });
  expect(await read()).toEqual({ entries: [], next: null });
});

describe('on a board with the setting', () => {
  const OF_G = ['g purge 3 thread', 'g show 1', 'g hide 1'];

  test('shows the time and number of hidden, shown and purged posts, and nothing of other boards', async () => {
    await changeSettings(world().pool, g, { publicLog: true });
    expect(await lines()).toEqual(OF_G);
    const { entries } = await read();
    expect(entries[0]?.at).toMatch(/:00\.000Z$/);
    expect(JSON.stringify(entries.map(({ id: _id, at: _at, ...rest }) => rest))).not.toMatch(/70[012]|canary|warden/);
  });

  test('names the moderators only if the setting allows it', async () => {
    await changeSettings(world().pool, g, { publicLog: true, publicLogNames: true });
    await changeSettings(world().pool, tea, { publicLog: true });
    expect(await lines()).toEqual([`${OF_G[0]} chief`, `${OF_G[1]} warden`, 'tea hide 1', 'g hide 1 warden']);
  });

  test('follows the default of all boards, which a board overrides', async () => {
    await changeDefaults(world().pool, { publicLog: true });
    await changeSettings(world().pool, g, { publicLog: false });
    expect(await lines()).toEqual(['tea hide 1']);
    const { boards } = (await server.get('/api/v1/boards')).body as BoardList;
    await expect
      .poll(async () =>
        ((await server.get('/api/v1/boards')).body as BoardList).boards.map(({ public_log: isPublic }) => isPublic),
      )
      .toEqual(boards.map(({ name }) => name === 'tea'));
  });

  test('has pages and can be limited to one board', async () => {
    await changeDefaults(world().pool, { publicLog: true });
    expect(await lines('?board=tea')).toEqual(['tea hide 1']);
    const first = await read('?limit=3');
    expect(first.entries).toHaveLength(3);
    expect(await lines(`?limit=3&before=${first.next}`)).toEqual(['g hide 1']);
    expect((await server.get('/api/v1/moderation?before=9007199254740993')).status).toBe(400);
  });

  test('is a page for readers without scripts', async () => {
    await changeSettings(world().pool, g, { publicLog: true });
    const { body } = await server.get('/moderation');
    const page = readPage(String(body));
    expect(page.texts('.public-log li')[0]).toMatch(/deleted permanently.*3 posts \(whole thread\)/);
    expect(page.texts('#root, #page-data').join()).not.toMatch(/70[012]|canary|warden/);
  });
});
