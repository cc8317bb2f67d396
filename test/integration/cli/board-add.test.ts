import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBoards } from '../../../scraper/boards/boards.ts';
import { indexPage } from '../../support/mailing-list.ts';
import { useWorld } from '../../support/world.ts';
import { ArchiveSite } from '../scraper/sources/archive-site.ts';
import { sagasu } from './harness.ts';

const world = useWorld();
const site = new ArchiveSite();

beforeAll(async () => {
  await site.open();
  site.putJson('/a/threads.json', [{ page: 1, threads: [] }]);
  site.putJson('/boards.json', { boards: [{ board: 'tea', title: 'Tea', ws_board: 1 }] });
  site.putJson('/tea/threads.json', [{ page: 1, threads: [] }]);
  site.putJson('/_/api/chan/index/?board=g&page=1&order=by_thread', []);
  site.put('/lists/tea-talk/', indexPage(['2016-June']));
  site.put('/page/threads.json', '<html>Just a moment…</html>');
});
afterAll(async () => site.close());

const add = async (name: string, source: string, path = '', ...more: string[]) =>
  sagasu(world(), 'board', 'add', name, '--source', source, '--url', site.url + path, ...more);

test('each kind of site is asked for what it has first, and the board is added', async () => {
  for (const [name, source, path, ...more] of [
    ['a', '4chan'],
    ['b', 'vichan', '', '--source-name', 'tea'],
    ['c', 'foolfuuka', '', '--source-name', 'g'],
    ['d', 'pipermail', '/lists', '--source-name', 'tea-talk'],
  ] as const) {
    const { code, stderr } = await add(name, source, path, ...more);
    expect([name, code, stderr]).toEqual([name, 0, '']);
  }
  expect((await listBoards(world().pool)).map(({ source, sourceName }) => [source, sourceName])).toEqual([
    ['4chan', 'a'],
    ['vichan', 'tea'],
    ['foolfuuka', 'g'],
    ['pipermail', 'tea-talk'],
  ]);
});

test('a site of another kind is told at once, and nothing is added', async () => {
  const { code, stderr } = await add('page', '4chan');
  expect(code).toBe(2);
  expect(stderr).toMatch(/is no 4chan site: .*a page came in place of JSON/);
  const { stderr: noList } = await add('page2', 'pipermail', '/a', '--source-name', 'threads.json');
  expect(noList).toMatch(/has no board threads\.json of the kind pipermail/);
});

test('a board that the site does not have is told at once, with the one that may be meant', async () => {
  const { code, stderr } = await add('te', '4chan', '', '--source-name', 'tee');
  expect([code, stderr]).toEqual([2, expect.stringContaining('has no board tee of the kind 4chan. Did you mean tea?')]);
});

test('a site that does not answer may do so later: the board is added, and the operator is told', async () => {
  const { code, stderr } = await sagasu(world(), 'board', 'add', 'later', '--url', 'http://127.0.0.1:9');
  expect([code, stderr]).toEqual([0, expect.stringContaining('does not answer now')]);
});

test('what another archive has of a board is asked for by its own command', async () => {
  const { code, stderr } = await sagasu(world(), 'backfill', 'add', 'a', '--url', site.url, '--source-name', 'g');
  expect([code, stderr]).toEqual([0, '']);
  const { stdout } = await sagasu(world(), 'backfill', 'list');
  expect(stdout).toBe(`/a/  foolfuuka  ${site.url}  at page 1\n`);
});
