/** Files that a source deletes without marking them. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Board } from '../../../mappings/board.ts';
import { releaseHeld } from '../../../store/boards/held.ts';
import { useWorld } from '../../support/world.ts';
import { NOW, createHarness, type Harness } from './harness.ts';
import { clearStored, dirtyMarks, storedPosts } from './stored.ts';
import { Upstream, addBoard } from './upstream.ts';

const world = useWorld();
let upstream: Upstream;
let board: Board;
let scraper: Harness;

const FILE = {
  tim: 1_700_000_000_123,
  ext: '.png',
  filename: 'a',
  md5: 'AAAAAAAAAAAAAAAAAAAAAA==',
  fsize: 9,
  w: 2,
  h: 3,
};
const NO_FILE = Object.fromEntries(Object.keys(FILE).map((field) => [field, undefined]));

beforeEach(async () => {
  upstream = new Upstream();
  board = await addBoard(world(), await upstream.open());
  scraper = createHarness(world(), board);
  upstream.start(100);
  for (let num = 101; num <= 115; num++) upstream.reply(100, num, FILE);
  await scraper.pass();
});
afterEach(async () => {
  await scraper.close();
  await upstream.close();
  await clearStored(world().pool);
  await world().pool.query('truncate missing_files');
});

const lost = async () =>
  (await storedPosts(world().pool)).filter((post) => post.timeDeletedFile !== null).map(({ num }) => num);

test('a file is deleted as of the first of two copies a minute apart that lack it, and its columns keep their values', async () => {
  upstream.edit(100, 103, NO_FILE);
  await scraper.pass();
  expect(await lost()).toEqual([]);
  scraper.later(59);
  await scraper.pass();
  expect(await lost()).toEqual([]);
  await world().pool.query('delete from dirty');
  scraper.later(1);
  await scraper.pass();
  const post = (await storedPosts(world().pool)).find(({ num }) => num === 103);
  expect(post).toMatchObject({ timeDeletedFile: NOW, timeDeletedPost: null, mediaTime: FILE.tim });
  expect(await dirtyMarks(world().pool)).toMatchObject([{ thread: 100, minRev: post?.rev }]);
  expect(await lost()).toEqual([103]);
});

test('a file in the second copy is not deleted, and a returning file loses its mark', async () => {
  upstream.edit(100, 103, NO_FILE);
  await scraper.pass();
  upstream.edit(100, 103, FILE);
  scraper.later(61);
  await scraper.pass();
  scraper.later(600);
  await scraper.pass();
  expect(await lost()).toEqual([]);
  upstream.edit(100, 104, NO_FILE);
  await scraper.pass();
  scraper.later(61);
  await scraper.pass();
  expect(await lost()).toEqual([104]);
  upstream.edit(100, 104, FILE);
  await scraper.pass();
  expect(await lost()).toEqual([]);
});

test('a file that the source marks as deleted keeps that time', async () => {
  upstream.edit(100, 103, NO_FILE);
  await scraper.pass();
  scraper.later(30);
  upstream.edit(100, 103, { filedeleted: 1 });
  await scraper.pass();
  expect(await lost()).toEqual([103]);
  const { rowCount } = await world().pool.query('select from missing_files');
  expect(rowCount).toBe(0);
});

test('files are held and not judged if most files of a thread are missing at the same time', async () => {
  for (let num = 101; num <= 112; num++) upstream.edit(100, num, NO_FILE);
  await scraper.pass();
  scraper.later(61);
  upstream.touch(100);
  await scraper.pass();
  scraper.later(600);
  upstream.touch(100);
  await scraper.pass();
  expect(await lost()).toEqual([]);
  for (let num = 101; num <= 112; num++) upstream.edit(100, num, FILE);
  await scraper.pass();
  const { rowCount } = await world().pool.query('select from missing_files');
  expect(rowCount).toBe(0);
});

test('a file that was held and released is judged', async () => {
  for (let num = 101; num <= 112; num++) upstream.edit(100, num, NO_FILE);
  await scraper.pass();
  expect(await releaseHeld(world().pool, board)).toEqual({ posts: 0, threads: 0, files: 12 });
  for (let look = 0; look < 3; look++) {
    scraper.later(61);
    await scraper.pass();
  }
  expect(await lost()).toEqual(Array.from({ length: 12 }, (_, index) => 101 + index));
});

test('a copy without the post proves nothing about its file', async () => {
  upstream.drop(100, 103);
  await scraper.pass();
  const { rowCount } = await world().pool.query('select from missing_files');
  expect(rowCount).toBe(0);
});
