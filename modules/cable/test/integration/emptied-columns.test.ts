/** The deletion of a cable post by its author empties every column, also one that this version lacks. */
import { expect, test } from 'vitest';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { insertBoard } from '../../../../test/support/builders.ts';
import { EMPTIED_DIARY, diaryOf, givenDiaries } from '../../../../test/support/diary.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import { useWorld } from '../../../../test/support/world.ts';

const world = useWorld();

test('the author of a cable post deletes a new column with it', async () => {
  const { pool, databaseUrl } = world();
  const board = await insertBoard(pool, 'g');
  await givenDiaries(pool, board);
  await pool.query(
    `with cabal as (
       insert into cabals (key_id, key_file, layout) values (substr(sha256('key'), 1, 16), '/key', 'deployed') returning id
     ), channel as (
       insert into cable_channels select id, 'tea', 'tea', $1, 2 from cabal
     )
     insert into cable_tombstones (cabal_id, hash, author, type, channel, time, rank, board_id, num, is_due)
     select id, sha256('post'), sha256('author'), 0, 'tea', 1, 1, $1, 2, true from cabal`,
    [board.id],
  );
  const scraper = createPostgresPool({ url: loginUrl(databaseUrl, 'scraper') });
  const { rows } = await scraper.query(`select p.* from cabals c, purge_cable_posts(c.id, 'tea', 10) p`);
  await scraper.end();
  expect(rows).toEqual([{ board: board.id, post: '2' }]);
  expect(await diaryOf(pool, 2)).toEqual(EMPTIED_DIARY);
});
