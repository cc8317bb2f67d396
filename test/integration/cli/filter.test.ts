/** `sagasu filter`: from the first trial to the undo. */
import { beforeAll, expect, test } from 'vitest';
import { aPost, insertBoard, writePosts } from '../../support/builders.ts';
import { useWorld } from '../../support/world.ts';
import { sagasu } from './harness.ts';

const world = useWorld();

beforeAll(async () => {
  const g = await insertBoard(world().pool, 'g');
  const comments = ['cheap watches', 'plover', 'Cheap  watches!'];
  await writePosts(world().pool, g, [
    aPost({ num: 10 }),
    ...comments.map((comment, index) => aPost({ num: 11 + index, thread: 10, comment })),
  ]);
});

const hidden = async () =>
  (await world().pool.query<{ num: string }>('select num from posts where hidden order by num')).rows.map((row) =>
    Number(row.num),
  );

test('a filter is added, tried, enabled, applied, undone and removed', async () => {
  const added = await sagasu(world(), 'filter', 'add', 'cheap watches', '--board', 'g');
  expect(added).toMatchObject({ code: 0, stdout: 'Added the filter 1. Next: sagasu filter try 1\n' });
  expect((await sagasu(world(), 'filter', 'enable', '1')).stderr).toContain('Try the filter');
  const tried = await sagasu(world(), 'filter', 'try', '1');
  expect(tried.stdout).toBe('g/13  Cheap watches!\ng/11  cheap watches\nThe filter 1 would hide 2 of 4 posts.\n');
  expect(await sagasu(world(), 'filter', 'enable', '1')).toMatchObject({ code: 0 });
  expect((await sagasu(world(), 'filter', 'apply', '1')).stdout).toContain('Hidden 2 posts.');
  expect(await hidden()).toEqual([11, 13]);
  expect((await sagasu(world(), 'filter', 'list')).stdout).toMatch(/1 +g +hide +yes +2 +0 +0 +phrase: cheap watches/);
  expect((await sagasu(world(), 'filter', 'undo', '1')).stdout).toBe('Shown again 2 posts.\n');
  expect(await hidden()).toEqual([]);
  expect(await sagasu(world(), 'filter', 'remove', '1')).toMatchObject({ code: 0 });
  expect((await sagasu(world(), 'filter', 'list')).stdout).toContain('There are no filters.');
});
