/** Similar threads for readers: the words that connect them, groups, `like:`, unlisted boards, hidden and purged posts. */
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSettings } from '../../../../store/boards/settings.ts';
import { createSearchContext } from '../../../../server/http/services.ts';
import { createRequestContext } from '../../../../server/limits/request-context.ts';
import type { ThreadGroups } from '../../../../server/search/plan/lookup-stores.ts';
import { PostgresProbe } from '../../../../server/visibility/postgres-probe.ts';
import { givenAdmin, type Admin } from '../../../../test/integration/server/admin/given-admin.ts';
import {
  givenArchive,
  givenConfig,
  givenServer,
  SERVER_SECRET,
  type GivenArchive,
  type GivenServer,
} from '../../../../test/integration/server/given-archive.ts';
import { useWorld } from '../../../../test/support/world.ts';
import type { ExamplesAnswer } from '../../../../mappings/contract/examples.ts';
import type { SimilarThreads } from '../../contract/similar.ts';
import { SimilarThreadFinder } from '../../server/find-similar.ts';
import { presentSimilar } from '../../server/present.ts';

const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;
let admin: Admin;

const now = () => new Date();
const opener = (num: number, subject: string | null, comment: string) => ({ num, opener: true, subject, comment });

beforeAll(async () => {
  archive = givenArchive(world());
  for (const board of ['g', 'po']) await archive.board(board);
  const tea = await archive.board('tea');
  await archive.storeAndIndex('g', [
    opener(100, 'Wayland compositors', 'sway or hyprland for tiling?'),
    { num: 101, thread: 100, comment: 'hyprland with a canaryword' },
    { num: 102, thread: 100, comment: 'canaryword indeed' },
    opener(110, 'Tiling', 'hyprland and other wayland compositors, for me'),
    opener(120, null, 'Is Hyprland ready?'),
    opener(130, 'Keyboards', 'a canaryword of keyboards'),
    opener(140, '雑談', '今日のプログラミング言語について'),
    opener(150, null, 'プログラミング言語'),
    ...Array.from({ length: 20 }, (_, place) => opener(200 + place, null, `for me something else ${place}`)),
  ]);
  await archive.storeAndIndex('po', [opener(7, 'Folded window', 'a tiling of paper for hyprland')]);
  await archive.storeAndIndex('tea', [opener(9, 'Secret wayland', 'hyprland compositors for members')]);
  await changeSettings(world().pool, { id: tea }, { unlisted: true });
  server = await givenServer(world(), { clock: now });
  admin = await givenAdmin(world(), server);
});
afterAll(async () => server.close());

const act = async (action: string, num: number) =>
  (await admin.send('POST', '/posts', { action, board: 'g', num, reason: 'a canary' })).status;
const ask = async (board: string, num: number) => server.get(`/api/v1/boards/${board}/threads/${num}/similar`);
const explain = async (q: string) => (await server.get(`/api/v1/search/explain?q=${encodeURIComponent(q)}`)).body;
const refused = async (q: string) => (await server.search({ q })).body;
const groups = (named: Readonly<Record<string, string>>): ThreadGroups => ({
  groupsOf: async (threads) =>
    Promise.resolve(new Map(threads.flatMap((id) => (named[id] === undefined ? [] : [[id, named[id]]])))),
  threadsOf: async (group) => Promise.resolve(Object.keys(named).filter((id) => named[id] === group)),
});
const similar = async (board: string, num: number) => {
  const { body } = await ask(board, num);
  return (body as SimilarThreads).threads.map(({ board: of, num: thread, words }) => [`${of}/${thread}`, words]);
};
const found = async (q: string, more: Record<string, string> = {}) =>
  ((await server.search({ q, ...more })).body as { hits: { board: string; num: number }[] }).hits.map(
    ({ board, num }) => `${board}/${num}`,
  );

test('a thread has similar ones on listed boards, with the words that connect them; common words connect nothing', async () => {
  const { status, body, headers } = await ask('g', 100);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    board: 'g',
    thread: 100,
    partial: false,
    threads: [{ board: 'g', num: 110, posts: 1, opener: { subject: 'Tiling' } }, {}, {}, {}],
  });
  const connected = new Map((await similar('g', 100)) as [string, string[]][]);
  expect(new Set(connected.get('g/110'))).toEqual(new Set(['Tiling', 'hyprland', 'wayland', 'compositors']));
  expect(connected.get('g/120')).toEqual(['Hyprland']);
  expect(new Set(connected.get('po/7'))).toEqual(new Set(['tiling', 'hyprland']));
  expect(connected.get('g/130')).toEqual(['canaryword']);
  const again = await server.get('/api/v1/boards/g/threads/100/similar', { 'if-none-match': String(headers['etag']) });
  expect(again.status).toBe(304);
  expect(await similar('g', 200)).toEqual([]);
  expect((await ask('g', 999)).status).toBe(404);
  expect((await ask('nowhere', 1)).status).toBe(404);
});

test('pairs of characters are shown as the words that they are part of', async () => {
  expect(await similar('g', 150)).toEqual([['g/140', ['プログラミング言語']]]);
});

test('an unlisted board is on its own pages only', async () => {
  expect((await similar('g', 110)).map(([thread]) => thread)).not.toContain('tea/9');
  expect((await similar('tea', 9)).map(([thread]) => thread)).toContain('g/110');
  expect(await found('like:g/110')).not.toContain('tea/9');
  expect(await found('like:tea/9 is:op')).toContain('g/110');
});

test('the examples of the query language contain a thread that has similar ones', async () => {
  const { body } = await server.get('/api/v1/search/examples');
  const named = (body as ExamplesAnswer).examples.filter(({ name }) => name === 'like');
  expect(named).toEqual([
    { kind: 'field', name: 'like', q: expect.stringMatching(/^like:(g|po)\/\d+$/), hits: expect.any(Number) },
  ]);
});

test('like: finds the posts of similar threads, also by a reply, combined with other conditions and in their order', async () => {
  expect((await found('like:g/110')).toSorted()).toEqual(['g/100', 'g/101', 'g/102', 'g/120', 'po/7']);
  expect((await found('like:g/110 is:op', { sort: 'relevance' }))[0]).toBe('g/100');
  expect(await found('like:>>>/g/110 board:po')).toEqual(['po/7']);
  expect((await found('like:g/110 is:reply')).toSorted()).toEqual(['g/101', 'g/102']);
  expect(await found('like:g/110 canaryword group:thread')).toEqual(['g/102']);
  expect(await found('like:g/101 is:op')).toEqual(await found('like:g/100 is:op'));
  expect(await found('board:po -like:g/110')).toEqual([]);
});

test('an explanation has the words; unknown threads and other values are refused with a way out', async () => {
  const { conditions } = (await explain('like:g/110')) as { conditions: { words: string[] }[] };
  expect(conditions[0]).toMatchObject({ kind: 'lookup', count: 3 });
  expect(conditions[0]?.words).toEqual(expect.arrayContaining(['tiling', 'hyprland', 'wayland', 'compositors']));
  expect(await refused('a like:g/999')).toMatchObject({
    code: 'thread_unknown',
    detail: 'There is no thread 999 on /g/ in the archive. Search for words of it instead.',
    position: { start: 2, end: 12 },
  });
  expect(await refused('like:nowhere/1')).toMatchObject({ code: 'board_unknown' });
  expect(await refused('like:110')).toMatchObject({ code: 'value_unknown' });
});

test('other threads of the own group are left out, and of another group there is one', async () => {
  const { pool, elasticsearch } = world();
  const threads = async (named: Readonly<Record<string, string>>) => {
    const probe = new PostgresProbe({ pool, snapshot: null });
    const config = givenConfig(world());
    const options = { config, secret: SERVER_SECRET, pool, elasticsearch, clock: now, metrics: new Registry() };
    const context = createSearchContext(options, probe, [{ threadGroups: () => groups(named) }]);
    const board = (await context.boards.all()).find(({ name }) => name === 'g');
    if (board === undefined) throw new Error('no board');
    const some = await new SimilarThreadFinder(context).find(board, 100, createRequestContext());
    const shown = some === null ? [] : await presentSimilar(context, { board, thread: 100 }, some);
    await probe.close();
    return shown.map((one) => `${one.board}.${one.num}`);
  };
  expect(await threads({ 'g.100': 'own', 'g.110': 'own' })).not.toContain('g.110');
  const one = await threads({ 'g.110': 'other', 'g.120': 'other', 'po.7': 'another' });
  expect(one).toEqual(expect.arrayContaining(['g.110', 'po.7']));
  expect(one).not.toContain('g.120');
});

test('a hidden or purged post and its words are in no answer, at once', async () => {
  const traces = async () =>
    JSON.stringify([
      await ask('g', 100),
      await ask('g', 130),
      (await server.get('/api/v1/search/explain?q=like:g/100')).body,
      (await server.get('/api/v1/search/explain?q=like:g/130')).body,
    ]);
  expect(await traces()).toContain('canaryword');
  expect(await act('hide', 101)).toBe(200);
  expect(await act('purge', 102)).toBe(200);
  const ofThread = [await ask('g', 100), (await server.get('/api/v1/search/explain?q=like:g/100')).body];
  expect(JSON.stringify(ofThread)).not.toContain('canaryword');
  expect(await similar('g', 130)).not.toContainEqual(['g/100', expect.anything()]);
  expect(await act('hide', 130)).toBe(200);
  expect(await traces()).not.toContain('canaryword');
  expect((await ask('g', 130)).status).toBe(404);
  expect(await act('purge', 110)).toBe(200);
  expect((await similar('g', 120)).map(([thread]) => thread)).not.toContain('g/110');
});
