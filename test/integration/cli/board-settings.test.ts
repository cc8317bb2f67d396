import { beforeAll, expect, test } from 'vitest';
import { upsertBoard } from '../../../store/boards/boards.ts';
import { useWorld } from '../../support/world.ts';
import { sagasu } from './harness.ts';

const world = useWorld();

beforeAll(async () => {
  const url = 'http://127.0.0.1:9';
  await upsertBoard(world().pool, { name: 'g', title: 'G', worksafe: true, source: '4chan', url, mediaUrl: url });
});

const board = async (command: string, ...args: string[]) => {
  const { code, stdout, stderr } = await sagasu(world(), 'board', command, ...args);
  return [code, stdout, stderr];
};

test('settings are set, shown and restored to their defaults', async () => {
  expect(await board('show', 'g')).toEqual([0, expect.stringContaining('has the default settings'), '']);
  const set = 'refreshDelay=30\nthreads.not=weeds?\n';
  expect(await board('set', 'g', 'refreshDelay=30', 'threads.not=weeds?')).toEqual([0, set, '']);
  expect(await board('show', '/g/')).toEqual([0, set, '']);
  await upsertBoard(world().pool, {
    name: 'g',
    title: 'Gardens',
    worksafe: true,
    source: '4chan',
    url: 'http://127.0.0.1:9',
    mediaUrl: 'http://127.0.0.1:9',
  });
  expect(await board('show', 'g', '--json')).toEqual([0, '{"threads":{"not":"weeds?"},"refreshDelay":30}\n', '']);
  expect(await board('set', 'g', 'refreshDelay=')).toEqual([0, 'threads.not=weeds?\n', '']);
});

test('a setting without effect prints a notice with the missing requirement, also when it is shown', async () => {
  const need = 'publicLogNames has no effect until publicLog is true.\n';
  const set = await board('set', 'g', 'publicLogNames=true');
  expect(set).toEqual([0, expect.stringContaining('publicLogNames=true\n'), need]);
  expect((await board('show', 'g'))[2]).toBe(need);
  expect((await board('set', 'g', 'publicLog=true'))[2]).toBe('');
  await board('set', 'g', 'publicLogNames=', 'publicLog=');
  expect(await board('defaults', 'set', 'publicLogNames=true')).toEqual([0, 'publicLogNames=true\n', need]);
  expect((await board('defaults', 'reset', 'publicLogNames'))[2]).toBe('');
});

test('one wrong value sets nothing, and the error names the setting', async () => {
  const [code, , stderr] = await board('set', 'g', 'archive=false', 'refreshDelay=soon');
  expect([code, stderr]).toEqual([2, expect.stringContaining('refreshDelay must be a number from 0.1 to 86400')]);
  const [, , slip] = await board('set', 'g', 'refreshDelai=5');
  expect(slip).toContain('refreshDelai is not a setting of a board. Did you mean refreshDelay?');
  expect((await board('show', 'g'))[1]).toBe('threads.not=weeds?\n');
});

test('defaults of all boards are set, shown with each board that has no value of its own, and reset', async () => {
  const builtIn = 'All boards have the built-in defaults. Change them: sagasu board defaults set --help\n';
  expect(await board('defaults', 'show')).toEqual([0, builtIn, '']);
  const set = 'refreshDelay=60\nthreads.not=moss\n';
  expect(await board('defaults', 'set', 'refreshDelay=60', 'threads.not=moss')).toEqual([0, set, '']);
  expect(await board('defaults', 'show', '--json')).toEqual([0, '{"threads":{"not":"moss"},"refreshDelay":60}\n', '']);
  const inherited = 'refreshDelay=60  (default of all boards)\nthreads.not=weeds?\n';
  expect(await board('show', 'g')).toEqual([0, inherited, '']);
  const own = 'refreshDelay=60  (default of all boards)\nthreads.not=none\n';
  expect(await board('set', 'g', 'threads.not=none')).toEqual([0, own, '']);
  expect(await board('defaults', 'reset', 'refreshDelay', 'threads.not')).toEqual([0, builtIn, '']);
  expect(await board('show', 'g')).toEqual([0, 'threads.not=none\n', '']);
  expect(await board('defaults', 'reset', 'refreshDelai')).toEqual([
    2,
    '',
    expect.stringContaining('Did you mean refreshDelay?'),
  ]);
});

test('held posts are released', async () => {
  await world().pool.query(
    `insert into missing_posts (board_id, thread, num, first_missed_at, state, due_at)
     select id, 1, 2, now(), 'held', 'infinity' from boards`,
  );
  expect(await board('release', 'g')).toEqual([0, 'Released 0 threads, 1 posts and 0 files.\n', '']);
  expect(await board('release', 'nope')).toEqual([2, '', expect.stringContaining('there is no board /nope/')]);
});
