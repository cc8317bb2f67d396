import { expect, test } from 'vitest';
import { SELECT_LISTED_MODIFIED } from '../../server/four-chan/lists.ts';
import { SELECT_THREAD_STATE } from '../../../../server/threads/read-thread.ts';
import { SELECT_NAMED_FILES } from '../../server/links/find-file.ts';
import { SELECT_PLACE, SELECT_PLACES_ANYWHERE } from '../../server/links/find-post.ts';
import { SELECT_POSTS_OF_NUMBER } from '../../../../server/posts/present.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { givenArchive } from '../../../../test/integration/server/given-archive.ts';

const world = useWorld();

test('every statement uses its documented index on a large board', async () => {
  const board = await givenArchive(world()).board('big');
  await world().pool.query(
    `insert into posts (board_id, num, thread, opener, time_posted, time_modified, media_time, comment, rev)
     select $1, n, n - n % 100 + 1, n % 100 = 1, now(), now(), case when n % 3 = 0 then 1400000000000 + n end,
       repeat('word ', 100), n
     from generate_series(101, 30000) n where n % 100 > 0`,
    [board],
  );
  await world().pool.query('analyze posts');
  const plan = async (statement: string, ...parameters: readonly unknown[]) => {
    const { rows } = await world().pool.query<{ 'QUERY PLAN': string }>(`explain ${statement}`, [...parameters]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const microseconds = [1_400_000_000_300_000, 1_400_000_000_300_999];
  const plans = [
    [await plan(SELECT_THREAD_STATE, board, 501), /_board_id_thread_num_subnum_idx/],
    [await plan(SELECT_LISTED_MODIFIED, board, [501, 601]), /_board_id_thread_num_subnum_idx/],
    [await plan(SELECT_PLACE, board, 501, 0), /_pkey|_num_idx/],
    [await plan(SELECT_PLACES_ANYWHERE, 501, 0), /_num_idx/],
    [await plan(SELECT_POSTS_OF_NUMBER, 501, 0), /_num_idx/],
    [await plan(SELECT_NAMED_FILES, [board], 1_400_000_000_300, ...microseconds), /_board_id_media_time_idx/],
  ] as const;
  for (const [text, index] of plans) {
    expect(text).toMatch(index);
    expect(text).not.toContain('Seq Scan on posts');
  }
});
