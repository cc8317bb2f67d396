import { expect, test } from 'vitest';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { createSlices } from '../../../store/slices.ts';
import { storeThread } from '../../../scraper/store/store-thread.ts';
import { generateThreads, ONE_BOARD } from '../../bench/corpus.ts';
import { loadCorpus, markAllDirty } from '../../bench/load.ts';
import { useWorld } from '../../support/world.ts';
import { addBoard, hold } from '../scraper/upstream.ts';
import { loginUrl } from '../../support/logins.ts';

const POSTS = 1_500;
/** Columns that differ between any two boards, and numbers that each row draws. */
const OWN = `'{board_id,id,rev}'::text[]`;

const world = useWorld();

test('a post loaded by COPY equals the row that the scraper writes, with a rev of its own', async () => {
  const [loaded] = await loadCorpus(world(), ONE_BOARD, POSTS);
  const scraped = await hold(world(), await addBoard(world(), 'http://127.0.0.1:9', undefined, 'scraped'));
  const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'scraper'), pipeline: true });
  const slices = createSlices(pool);
  for (const { thread, readAt } of generateThreads(ONE_BOARD, POSTS)) {
    const url = `http://127.0.0.1:9/scraped/thread/${thread.num}.json`;
    await storeThread(pool, slices, {
      board: scraped,
      url,
      thread,
      lastModified: null,
      seenModified: null,
      now: readAt,
    });
  }
  await pool.end();

  const { rows } = await world().pool.query(
    `select a.num, to_jsonb(a) - ${OWN} as loaded, to_jsonb(b) - ${OWN} as scraped
     from (select * from posts where board_id = $1) a
     full join (select * from posts where board_id = $2) b using (num, subnum)
     where to_jsonb(a) - ${OWN} is distinct from to_jsonb(b) - ${OWN}`,
    [loaded?.id, scraped.id],
  );
  expect(rows).toEqual([]);
  const { rows: boards } = await world().pool.query(
    'select count(*)::int as posts, count(distinct rev)::int as revs from posts group by board_id',
  );
  const each = { posts: POSTS, revs: POSTS };
  expect(boards).toEqual([each, each]);
  const { rows: whole } = await world().pool.query('select count(distinct rev)::int as revs from posts');
  expect(whole).toEqual([{ revs: 2 * POSTS }]);
});

test('loaded posts are marked in the same way as by the scraper', async () => {
  const { rows: boards } = await world().pool.query<{ id: number; name: string }>('select id, name from boards');
  const idOf = (name: string) => boards.find((board) => board.name === name)?.id ?? 0;
  await markAllDirty(world().pool, idOf('bench'));

  const { rows } = await world().pool.query(
    `with first as (select board_id, thread, min(rev) as rev from posts group by board_id, thread)
     select b.name, count(*)::int as threads, bool_and(d.min_rev = f.rev) as from_first
     from first f left join dirty d using (board_id, thread) join boards b on b.id = f.board_id
     group by b.name order by b.name`,
  );
  const threads = [...generateThreads(ONE_BOARD, POSTS)].length;
  expect(rows).toEqual([
    { name: 'bench', threads, from_first: true },
    { name: 'scraped', threads, from_first: true },
  ]);
});
