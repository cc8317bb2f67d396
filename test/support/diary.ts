/** A column of posts that this version lacks, for tests that deletions empty new columns. */
import type pg from 'pg';
import { ALL_POST_COLUMNS } from '../../mappings/postgres/post-columns.ts';
import { postFunctions } from '../../mappings/postgres/post-functions.ts';
import { aPost, writePosts, type TestBoard } from './builders.ts';

/** Adds the column, as a migration would with an entry in the table of columns, and the posts 1, 2 and the ghost post 2_1, which have it. */
export async function givenDiaries(pool: pg.Pool, board: TestBoard): Promise<void> {
  await pool.query('alter table posts add column diary text');
  await pool.query('grant update (diary) on posts to sagasu_server');
  await pool.query(postFunctions([...ALL_POST_COLUMNS, { name: 'diary', afterPurge: 'null' }]));
  const keys = [
    { num: 1, subnum: 0 },
    { num: 2, subnum: 0 },
    { num: 2, subnum: 1 },
  ];
  await writePosts(
    pool,
    board,
    keys.map((key) => aPost({ ...key, thread: 1, opener: key.num === 1, comment: 'words' })),
  );
  await pool.query(`update posts set diary = 'a secret'`);
}

/** The post's value in the column, and whether it is a tombstone. */
export async function diaryOf(pool: pg.Pool, num: number, subnum = 0): Promise<unknown> {
  const { rows } = await pool.query(
    `select diary, comment, hidden, time_purged is not null as purged from posts where num = $1 and subnum = $2`,
    [num, subnum],
  );
  return rows[0];
}

export const EMPTIED_DIARY = { diary: null, comment: null, hidden: true, purged: true };
