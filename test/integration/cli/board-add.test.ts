import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBoards } from '../../../store/boards/boards.ts';
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

test('a board is added after a request to its source, for every kind of source', async () => {
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

test('a site that runs other software is an error, and no board is added', async () => {
  const { code, stderr } = await add('page', '4chan');
  expect(code).toBe(2);
  expect(stderr).toMatch(/is not a 4chan site: /);
  const { stderr: noList } = await add('page2', 'pipermail', '/a', '--source-name', 'threads.json');
  expect(noList).toMatch(/has no pipermail board threads\.json/);
});

test('a board that the site does not have is an error that suggests a similar name', async () => {
  const { code, stderr } = await add('te', '4chan', '', '--source-name', 'tee');
  expect([code, stderr]).toEqual([2, expect.stringContaining('has no 4chan board tee. Did you mean tea?')]);
});

test('the size of slices is that of the option, and must be a whole number', async () => {
  const { code } = await add('small', '4chan', '', '--source-name', 'a', '--slice-size', '1000000');
  expect(code).toBe(0);
  expect((await listBoards(world().pool)).find(({ name }) => name === 'small')?.sliceSize).toBe(1_000_000);
  const refused = await add('none', '4chan', '', '--source-name', 'a', '--slice-size', 'large');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('must be a whole number') as unknown });
});

test('a board whose site does not answer is added with a warning', async () => {
  const { code, stderr } = await sagasu(world(), 'board', 'add', 'later', '--url', 'http://127.0.0.1:9');
  expect([code, stderr]).toEqual([0, expect.stringContaining('does not answer')]);
});

test('a backfill from another archive is added and listed', async () => {
  const { code, stderr } = await sagasu(world(), 'backfill', 'add', 'a', '--url', site.url, '--source-name', 'g');
  expect([code, stderr]).toEqual([0, '']);
  const { stdout } = await sagasu(world(), 'backfill', 'list');
  expect(stdout.split('\n')[1]).toBe(`/a/    foolfuuka  ${site.url}  at page 1`);
});
