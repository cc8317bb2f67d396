import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAssignments } from '../../../../mappings/board-settings/stored.ts';
import type { Board } from '../../../../mappings/board.ts';
import { changeDefaults, changeSettings } from '../../../../store/boards/settings.ts';
import { useWorld } from '../../../support/world.ts';
import { givenAdmin } from '../../server/admin/given-admin.ts';
import { givenServer } from '../../server/given-archive.ts';
import { counted, createHarness, type Harness } from '../harness.ts';
import { clearStored, storedPosts } from '../stored.ts';
import { ARCHIVE, CATALOG, LIST, Upstream, addBoard, threadPath } from '../upstream.ts';

const world = useWorld();
let upstream: Upstream;
let board: Board;
let scraper: Harness;

beforeEach(async () => {
  upstream = new Upstream();
  board = await addBoard(world(), await upstream.open());
  scraper = createHarness(world(), board);
  for (let num = 100; num <= 600; num += 100) upstream.start(num, 3, { sub: num === 300 ? 'Weeds' : 'Garden' });
});
afterEach(async () => {
  await scraper.close();
  await upstream.close();
  await clearStored(world().pool);
  await world().pool.query("update boards set settings = '{}'");
  await world().pool.query("update board_defaults set settings = '{}'");
});

const set = async (...assignments: string[]) => changeSettings(world().pool, board, readAssignments(assignments));
const nums = async () => (await storedPosts(world().pool)).map(({ num }) => num);

test('a thread that the filter excludes is fetched once to read its opener, and not stored', async () => {
  await set('threads.not=weeds');
  await scraper.pass();
  expect(await nums()).not.toContain(300);
  expect(await nums()).toContain(400);
  upstream.takePaths();
  upstream.reply(300, 304);
  await scraper.pass();
  expect(upstream.takePaths()).toEqual([LIST]);
});

test('the defaults of all boards apply from the next poll, unless the board has a value of its own', async () => {
  await changeDefaults(world().pool, readAssignments(['threads.not=weeds', 'archive=false']));
  upstream.archive(200);
  await scraper.pass();
  expect(await nums()).not.toContain(300);
  expect(upstream.takePaths()).not.toContain(ARCHIVE);
  await set('threads.not=none', 'archive=true');
  upstream.touch(300);
  await scraper.pass();
  expect(await nums()).toContain(300);
  expect(upstream.takePaths()).toContain(ARCHIVE);
});

test('removing a filter takes effect at the next poll', async () => {
  await set('threads.only=weeds');
  await scraper.pass();
  expect(await nums()).toEqual([300, 301, 302, 303]);
  await set('threads.only=');
  upstream.touch(100);
  await scraper.pass();
  expect(await nums()).toHaveLength(24);
});

test("an admin's change takes effect at the next poll, without a restart", async () => {
  const server = await givenServer(world(), { clock: () => new Date() });
  const admin = await givenAdmin(world(), server);
  await scraper.pass();
  expect(await nums()).toContain(300);
  const settings = { 'threads.not': 'nettles\nweeds', catalog: false };
  expect((await admin.send('PATCH', '/boards/g/settings', { settings })).status).toBe(200);
  await server.close();
  upstream.reply(300, 304);
  upstream.reply(400, 404);
  await scraper.pass();
  expect(await nums()).toContain(404);
  expect(await nums()).not.toContain(304);
});

test('a thread is fetched no more often than threadRefreshRate allows', async () => {
  await scraper.pass();
  await set('threadRefreshRate=30', 'catalog=false');
  upstream.reply(100, 104);
  upstream.takePaths();
  scraper.later(29);
  await scraper.pass();
  expect(upstream.takePaths()).toEqual([LIST]);
  scraper.later(1);
  await scraper.pass();
  expect(upstream.takePaths()).toContain(threadPath(100));
  expect(await nums()).toContain(104);
});

test('with threadRefreshRateMax a thread is fetched in full even without changes', async () => {
  await scraper.pass();
  await set('threadRefreshRateMax=600');
  scraper.later(601);
  upstream.takePaths();
  await scraper.pass();
  expect(upstream.takePaths().filter((path) => path.includes('/thread/'))).toHaveLength(6);
});

test('invalid settings are reported, and the last valid ones stay in effect', async () => {
  await set('threads.not=weeds');
  await scraper.pass();
  await world().pool.query(`update boards set settings = '{"threads": {"not": "("}}'`);
  upstream.reply(300, 304);
  upstream.reply(400, 404);
  await scraper.pass();
  expect(await nums()).toContain(404);
  expect(await nums()).not.toContain(300);
});

test('threads of the archive that are not stored are fetched once', async () => {
  upstream.archive(200);
  await scraper.pass();
  const stored = (await storedPosts(world().pool)).find(({ num }) => num === 200);
  expect(stored?.timeArchived).not.toBeNull();
  const asked = upstream.takePaths();
  expect(asked.indexOf(ARCHIVE)).toBeGreaterThan(asked.indexOf(threadPath(600)));
  await scraper.pass();
  expect(upstream.takePaths()).toEqual([LIST]);
  await set('archive=false');
  scraper.restart();
  await scraper.pass();
  expect(upstream.takePaths()).not.toContain(ARCHIVE);
});

test('one catalog request replaces those for threads whose new replies it contains', async () => {
  upstream.hasCatalog = true;
  await scraper.pass();
  for (let num = 100; num <= 500; num += 100) upstream.reply(num, num + 4);
  upstream.takePaths();
  await scraper.pass();
  expect(upstream.takePaths()).toEqual([LIST, CATALOG]);
  expect(await nums()).toEqual(upstream.posts().map(({ no }) => no));
  expect(await counted(scraper.registry, 'sagasu_scraper_requests_saved_total', { board: 'g' })).toBe(5);
  await scraper.pass();
  expect(upstream.takePaths()).toEqual([LIST]);
});

test('threads of which the catalog shows too few replies, or whose counts indicate a deletion, are fetched', async () => {
  upstream.hasCatalog = true;
  await scraper.pass();
  for (let reply = 4; reply <= 12; reply++) upstream.reply(100, 100 + reply);
  upstream.drop(200, 202);
  upstream.reply(200, 204);
  for (const num of [300, 400, 500]) upstream.reply(num, num + 4);
  upstream.takePaths();
  await scraper.pass();
  const asked = upstream.takePaths();
  expect(asked.filter((path) => path.includes('/thread/'))).toEqual([threadPath(100), threadPath(200)]);
  expect(await nums()).toEqual(expect.arrayContaining(upstream.posts().map(({ no }) => no)));
});

test('a thread that was updated from the catalog for ten minutes is fetched in full', async () => {
  upstream.hasCatalog = true;
  await scraper.pass();
  scraper.later(601);
  upstream.edit(100, 101, { com: 'mended' });
  for (let num = 100; num <= 500; num += 100) upstream.reply(num, num + 4);
  await scraper.pass();
  expect((await storedPosts(world().pool)).find(({ num }) => num === 101)?.comment).toBe('mended');
});
