/** `sagasu bulk`: the hits of a search are counted, hidden after the count is given, and shown again. */
import { beforeAll, expect, test } from 'vitest';
import { useWorld } from '../../support/world.ts';
import { givenArchive } from '../server/given-archive.ts';
import { sagasu } from './harness.ts';

const world = useWorld();

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [
    { num: 10, thread: 10, opener: true },
    ...['one', 'two', 'three'].map((comment, index) => ({ num: 11 + index, thread: 10, comment, tripcode: '!flood' })),
  ]);
});

const hidden = async () =>
  (await world().pool.query<{ num: string }>('select num from posts where hidden order by num')).rows.map((row) =>
    Number(row.num),
  );

test('nothing changes without the right number of posts; a bulk action is listed and undone', async () => {
  const search = ['bulk', 'hide', '--search', 'trip:!flood'];
  const asked = await sagasu(world(), ...search);
  expect(asked).toMatchObject({ code: 2, stdout: 'g/13  three\ng/12  two\ng/11  one\n3 posts on /g/\n' });
  expect(asked.stderr).toContain('--confirm 3');
  expect((await sagasu(world(), ...search, '--confirm', '4')).stderr).toContain('on 3 posts, not 4');
  expect(await hidden()).toEqual([]);
  const done = await sagasu(world(), ...search, '--confirm', '3', '--reason', 'flood');
  expect(done.stdout).toContain('Hidden 3 posts. Undo: sagasu bulk undo 3');
  expect(await hidden()).toEqual([11, 12, 13]);
  expect((await sagasu(world(), 'bulk', 'list')).stdout).toMatch(/3 +\S+ \S+ +cli +hide +3 +done +trip:!flood/);
  expect((await sagasu(world(), 'bulk', 'undo', '3')).stdout).toBe('Shown again 3 posts.\n');
  expect(await hidden()).toEqual([]);
  expect((await sagasu(world(), 'bulk', 'hide')).stderr).toContain('give either --search or --from');
  expect((await sagasu(world(), 'bulk', 'hide', '--from', '192.0.2.1')).stderr).toContain('Nothing was found.');
});
