import { expect, test } from 'vitest';
import { SHOWN_COLUMNS } from '../../../../../mappings/postgres/post-row.ts';
import { createPostgresPool } from '../../../../../platform/postgres.ts';
import { selectByBoard } from '../../../../../server/posts/select-by-board.ts';
import { SELECT_THREADS } from '../../../../../server/search/export/read-threads.ts';
import { SELECT_HITS } from '../../../../../server/search/hydrate/read-rows.ts';
import { SELECT_VISIBLE } from '../../../../../server/visibility/visible-posts.ts';
import { useWorld } from '../../../../support/world.ts';
import { FOUR_BOARDS, FIRST_NUM, MANY_BOARDS } from '../../../../bench/corpus.ts';
import { loadCorpus } from '../../../../bench/load.ts';
import { loginUrl } from '../../../../support/logins.ts';

const world = useWorld();
/** PostgreSQL plans the first five executions, and then decides by their cost whether to plan again. */
const TIMES = 12;
const POSTS = 20_000;

test('on many boards a connection plans a statement once per board instead of once per list', async () => {
  await loadCorpus(world(), MANY_BOARDS.slice(0, 6), 600);
  const { rows: boards } = await world().pool.query<{ id: number; name: string }>('select id, name from boards');
  const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server'), maxConnections: 1 });
  try {
    const source = {
      pool,
      boards: {
        all: async () => boards as never,
        find: async (wanted: string) => (boards.find(({ name }) => name === wanted) ?? null) as never,
        filesAtSource: async () => new Map(),
      },
    };
    const keys = boards.map(({ name }) => ({ board: name, num: FIRST_NUM, subnum: 0 }));
    for (let time = 0; time < TIMES; time++) {
      await selectByBoard(source, SELECT_HITS, keys, (some) => [some.map(({ num }) => num), some.map(() => 0)]);
    }
    const { rows } = await pool.query<{ plans: string; each: string }>(
      `select count(*) as each, count(*) filter (where custom_plans <= 5 and generic_plans >= ${TIMES - 5}) as plans
       from pg_prepared_statements`,
    );
    expect(rows).toEqual([{ each: String(boards.length), plans: String(boards.length) }]);
  } finally {
    await pool.end();
    await world().pool.query('truncate posts, dirty');
  }
});

test('a connection that begins with short lists plans a statement once instead of once per list', async () => {
  // With this many posts, a custom plan for one post looks cheaper than the generic plan.
  await loadCorpus(world(), FOUR_BOARDS, POSTS);
  const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server'), maxConnections: 1 });
  try {
    const source = {
      pool,
      boards: { all: async () => [], find: async () => null, filesAtSource: async () => new Map() },
    };
    const keys = [{ board: 'g', num: FIRST_NUM, subnum: 0, thread: FIRST_NUM }];
    for (let time = 0; time < TIMES; time++) {
      for (const statement of [SELECT_HITS, SELECT_VISIBLE]) {
        await selectByBoard(source, statement, keys, (some) => [some.map(({ num }) => num), some.map(() => 0)]);
      }
      await selectByBoard(source, SELECT_THREADS, keys, (some) => [some.map(({ thread }) => thread)]);
    }
    const { rows } = await pool.query<{ plans: string; each: string }>(
      `select count(*) as each, count(*) filter (where custom_plans <= 5 and generic_plans >= ${TIMES - 5}) as plans
       from pg_prepared_statements`,
    );
    expect(rows).toEqual([{ each: '3', plans: '3' }]);
  } finally {
    await pool.end();
  }
});

interface PlanNode {
  readonly Alias?: string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap((inner) => nodesOf(inner))];
}

test('posts and their opening posts are looked up on the board of the post and on no other', async () => {
  const { rows: boards } = await world().pool.query<{ id: number }>(`select id from boards where name = 'g'`);
  const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server'), maxConnections: 1 });
  try {
    await pool.query('set plan_cache_mode = force_generic_plan');
    await pool.query(`prepare hits (text[], bigint[], int[]) as ${SELECT_HITS.text}`);
    const { rows } = await pool.query<{ 'QUERY PLAN': readonly [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) execute hits (array['g', 'g'], array[${FIRST_NUM}, ${FIRST_NUM + 1}], array[0, 0])`,
    );
    const scans = rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
    const searched = scans.filter(
      ({ Alias = '', 'Actual Loops': loops }) => /^(?:p|opener)_\d+$/.test(Alias) && loops > 0,
    );
    expect(new Set(searched.map((scan) => scan['Relation Name']))).toEqual(new Set([`posts_b${boards[0]?.id}_s0`]));
    expect(searched).toHaveLength(2);
  } finally {
    await pool.end();
  }
});

test('rows of `post_files` are looked up for posts with several files only', async () => {
  const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server'), maxConnections: 1 });
  try {
    const lookUps = async () => {
      const { rows } = await pool.query<{ 'QUERY PLAN': readonly [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) select ${SHOWN_COLUMNS} from posts p join boards b on b.id = p.board_id where b.name = 'g' and p.num < ${FIRST_NUM + 100}`,
      );
      const nodes = rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
      return nodes.filter((node) => node['Relation Name'] === 'post_files').map((node) => node['Actual Loops']);
    };
    expect(await lookUps()).toEqual([0]);
    await world().pool.query(`update posts set extra_files = 1 where num = ${FIRST_NUM}`);
    expect(Math.max(...(await lookUps()))).toBe(1);
  } finally {
    await pool.end();
  }
});
