import { beforeAll, expect, test } from 'vitest';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../support/builders.ts';
import { useWorld } from '../../support/world.ts';
import { sagasu } from './harness.ts';

const world = useWorld();
let g: TestBoard;

beforeAll(async () => {
  g = await insertBoard(world().pool, 'g', { sliceSize: 1_000 });
  const ck = await insertBoard(world().pool, 'ck');
  await writePosts(world().pool, g, [
    ...[10, 11, 12].map((num) => aPost({ num, thread: 10, comment: `plumword ${'x'.repeat(50)}` })),
    aPost({ num: 11, subnum: 2, thread: 10, comment: 'ghost' }),
    aPost({ num: 2_000, comment: 'plumword' }),
  ]);
  await writePosts(world().pool, ck, [aPost({ num: 10, comment: 'elsewhere' })]);
});

async function shown(): Promise<string[]> {
  const { rows } = await world().pool.query<{ post: string }>(
    `select b.name || '/' || p.num || '_' || p.subnum || case when time_purged is not null then ' purged' when hidden then ' hidden' else '' end as post
       from posts p join boards b on b.id = p.board_id order by b.name desc, p.num, p.subnum`,
  );
  return rows.map(({ post }) => post);
}

test('posts of several boards are hidden and shown', async () => {
  expect(await sagasu(world(), 'post', 'hide', 'g/11', '/g/11_2', 'ck/10', '--reason', 'spam')).toMatchObject({
    code: 0,
    stdout: 'Hidden 2 posts of /g/: 11 11_2\nHidden 1 post of /ck/: 10\n',
  });
  expect(await shown()).toEqual(['g/10_0', 'g/11_0 hidden', 'g/11_2 hidden', 'g/12_0', 'g/2000_0', 'ck/10_0 hidden']);
  const { rows } = await world().pool.query(
    `select l.actor, l.action, d.reason from audit_log l join audit_details d on d.audit_id = l.id where l.action = 'posts.hide'`,
  );
  expect(rows).toEqual(Array.from({ length: 2 }, () => ({ actor: 'cli', action: 'posts.hide', reason: 'spam' })));
  expect(await sagasu(world(), 'post', 'show', 'g/11', 'g/11_2', 'ck/10')).toMatchObject({ code: 0 });
  expect(await shown()).toEqual(['g/10_0', 'g/11_0', 'g/11_2', 'g/12_0', 'g/2000_0', 'ck/10_0']);
});

test('a whole thread is hidden and shown', async () => {
  expect(await sagasu(world(), 'post', 'hide', 'g/10', '--thread')).toMatchObject({
    code: 0,
    stdout: 'Hidden 4 posts of /g/: 10 11 11_2 12\n',
  });
  expect(await sagasu(world(), 'post', 'show', 'g/10', '--thread')).toMatchObject({ code: 0 });
  expect(await shown()).not.toContain('g/12_0 hidden');
});

test.each([
  [['hide', 'g/99'], 1, 'There is no post 99 on /g/ in the archive.'],
  [['hide', 'g/11', '--thread'], 1, 'No thread on /g/ in the archive is opened by 11.'],
  [['hide', 'x/1'], 2, 'there is no board /x/. List boards: sagasu board list'],
  [['hide', '11'], 2, '11 is not a post: write board/number, e.g. g/51971506'],
  [['purge', 'g/11'], 2, 'a purge cannot be undone: confirm it with --yes'],
])('%j is an error and changes nothing', async (args, code, sentence) => {
  const before = await shown();
  expect(await sagasu(world(), 'post', ...args)).toMatchObject({ code, stdout: '', stderr: `sagasu: ${sentence}\n` });
  expect(await shown()).toEqual(before);
});

test('a purge with --yes empties the rows, vacuums their partitions, and leaves the content in no table', async () => {
  const dead = async () => {
    const { rows } = await world().pool.query<{ vacuumed: string }>(
      `select relname || ' ' || (vacuum_count > 0) as vacuumed from pg_stat_user_tables
        where relname in ('posts_b${g.id}_s0', 'posts_b${g.id}_s2') order by relname`,
    );
    return rows.map(({ vacuumed }) => vacuumed);
  };
  const ended = await sagasu(world(), 'post', 'purge', 'g/10', '--thread', '--yes');
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).toContain('Purged 4 posts of /g/: 10 11 11_2 12\n');
  expect(await dead()).toEqual([`posts_b${g.id}_s0 true`, `posts_b${g.id}_s2 false`]);
  await sagasu(world(), 'post', 'purge', 'g/2000', '--yes');
  const { rows: tables } = await world().pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p')`,
  );
  expect(tables.length).toBeGreaterThan(15);
  for (const { name } of tables) {
    const { rows } = await world().pool.query(`select 1 from ${name} t where t::text like '%plumword%'`);
    expect([name, rows.length]).toEqual([name, 0]);
  }
  expect(await sagasu(world(), 'post', 'show', 'g/11')).toMatchObject({
    code: 1,
    stderr: 'sagasu: Post 11 on /g/ was purged: nothing is left to show.\n',
  });
});
