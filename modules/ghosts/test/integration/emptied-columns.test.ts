/** The deletion of a ghost post by its writer empties every column, also one that this version lacks. */
import { expect, test } from 'vitest';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { insertBoard } from '../../../../test/support/builders.ts';
import { EMPTIED_DIARY, diaryOf, givenDiaries } from '../../../../test/support/diary.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import { useWorld } from '../../../../test/support/world.ts';

const world = useWorld();

test('the writer of a ghost post deletes a new column with it, and the password', async () => {
  const { pool, databaseUrl } = world();
  const { id } = await givenBoard();
  await pool.query(`insert into ghost_passwords values ($1, 2, 1, 'a hash')`, [id]);
  const server = createPostgresPool({ url: loginUrl(databaseUrl, 'server') });
  const remove = async (hash: string) =>
    (await server.query('select delete_ghost_post($1, 2, 1, $2) as is_deleted', [id, hash])).rows;
  expect(await remove('another hash')).toEqual([{ is_deleted: false }]);
  expect(await diaryOf(pool, 2, 1)).toMatchObject({ diary: 'a secret' });
  expect(await remove('a hash')).toEqual([{ is_deleted: true }]);
  await server.end();
  expect(await diaryOf(pool, 2, 1)).toEqual(EMPTIED_DIARY);
  expect((await pool.query('select from ghost_passwords')).rowCount).toBe(0);
});

async function givenBoard() {
  const board = await insertBoard(world().pool, 'g');
  await givenDiaries(world().pool, board);
  return board;
}
