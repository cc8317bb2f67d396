/** An archive of an older version, restored from its dump, is migrated to this version and loses nothing. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate, pendingMigrations } from '../../../platform/migrate.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { printSchema } from '../../../platform/print-schema.ts';
import { verifyAudit } from '../../../server/audit/verify.ts';
import { compareStores } from '../../support/compare-stores.ts';
import { drained, openIndexer } from '../../support/indexer.ts';
import { restoreDump } from '../../support/restore-dump.ts';
import { ended, enqueue } from '../../support/tasks.ts';
import { useWorld, type World } from '../../support/world.ts';
import { signIn } from '../server/admin/given-admin.ts';
import { givenServer, type GivenServer } from '../server/given-archive.ts';

const fixture = (path: string) => readFileSync(new URL(`../../fixtures/upgrade/${path}`, import.meta.url));
const schema = readFileSync(new URL('../../../mappings/postgres/schema.sql', import.meta.url), 'utf8');

/** Tables that were renamed since. */
const RENAMED = new Map([
  ['withheld_threads', 'moderated_threads'],
  ['concealed', 'pending_hides'],
  ['users', 'accounts'],
]);

const world = useWorld();
let archive: World;
let before: ReadonlyMap<string, number>;
let postsBefore: string;
let keysBefore: readonly object[];

/** Number of rows of each table. */
async function countRows(pool: pg.Pool): Promise<ReadonlyMap<string, number>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`,
  );
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${name}`);
    counts.set(name, rows[0]?.count ?? 0);
  }
  return counts;
}

/** Every value of every post, except columns of later migrations that are null, and what counting replies and files changes in openers. */
async function digestOfPosts(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ digest: string }>(
    `select md5(string_agg(row_text, '' order by row_text)) as digest
       from (select jsonb_strip_nulls(case when p.opener
               then to_jsonb(p) - array['replies', 'images', 'rev', 'time_modified', 'extra'] else to_jsonb(p) end)::text as row_text
               from posts p) texts`,
  );
  return rows[0]?.digest ?? '';
}

beforeAll(async () => {
  const url = new URL(world().databaseUrl);
  const name = `${url.pathname.slice(1)}_old`;
  await world().pool.query(`create database ${name}`);
  url.pathname = `/${name}`;
  archive = { ...world(), databaseUrl: url.href, pool: createPostgresPool({ url: url.href }) };
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await restoreDump(client, gunzipSync(fixture('0013.sql.gz')).toString());
  // Migration 0022: a board with a purged post, and one without.
  await client.query(
    `insert into public.refusals (board_id, url, reason, sample, first_seen, last_seen)
     select id, 'https://source.example/' || name || '/threads.json', 'not_json', 'a sample', now(), now()
       from public.boards where name in ('cook', 'travel')`,
  );
  await client.end();
  before = await countRows(archive.pool);
  postsBefore = await digestOfPosts(archive.pool);
  keysBefore = (await archive.pool.query('select * from api_keys order by id')).rows as object[];
  await migrate(archive.databaseUrl);
});

afterAll(async () => {
  await archive.pool.end();
  await world().pool.query(`drop database ${new URL(archive.databaseUrl).pathname.slice(1)} with (force)`);
});

test('the schema is that of a new archive', async () => {
  expect(await pendingMigrations(archive.pool)).toEqual([]);
  const client = new pg.Client({ connectionString: archive.databaseUrl });
  await client.connect();
  try {
    expect(await printSchema(client)).toBe(schema);
  } finally {
    await client.end();
  }
});

test('every table has the same number of rows, and every post the same values', async () => {
  const after = await countRows(archive.pool);
  expect(before.get('posts')).toBeGreaterThan(3_500);
  for (const [name, count] of before) {
    // Threads whose replies were counted anew are marked.
    if (name === 'migrations' || name === 'dirty' || name === 'moderation_log') continue;
    const present = after.get(name) ?? after.get(RENAMED.get(name) ?? name);
    expect(present, name).toBe(count);
  }
  expect(await digestOfPosts(archive.pool)).toBe(postsBefore);
});

test('each action of the old log is one entry of the audit log, in a chain that holds', async () => {
  const { rows } = await archive.pool.query<{ posts: number }>(
    `select sum(jsonb_array_length(target -> 'posts'))::int as posts from audit_log where action like 'posts.%'`,
  );
  expect(rows[0]?.posts).toBe(before.get('moderation_log'));
  const client = await archive.pool.connect();
  expect(await verifyAudit(client, null)).toMatchObject({ brokenAt: null, changedDetails: [] });
  client.release();
});

test('each user is an admin of all boards, and keys keep what they may do and get no role', async () => {
  const { rows: roles } = await archive.pool.query(
    `select a.name, r.role, r.board_id from accounts a left join account_roles r on r.account_id = a.id order by a.name`,
  );
  expect(roles).toEqual(['ann', 'ben'].map((name) => ({ name, role: 'admin', board_id: null })));
  const { rows: keys } = await archive.pool.query('select * from api_keys order by id');
  expect(keysBefore.length).toBeGreaterThan(0);
  expect(keys).toMatchObject(keysBefore);
  expect((await archive.pool.query('select from key_roles')).rowCount).toBe(0);
});

test('replies are counted from rows, and what the source stated is in extra', async () => {
  const { rows } = await archive.pool.query<{ wrong: number; stated: number }>(
    `select count(*) filter (where o.replies is distinct from (select count(*)::int from posts r
         where r.board_id = o.board_id and r.thread = o.num and not r.opener and not r.hidden))::int as wrong,
       count(*) filter (where o.extra ? 'replies')::int as stated
     from posts o where o.opener and o.time_purged is null`,
  );
  expect(rows[0]?.wrong).toBe(0);
  expect(rows[0]?.stated).toBeGreaterThan(0);
});

test('no sample of a refusal stays on a board with a purged post', async () => {
  const { rows } = await archive.pool.query(
    `select b.name as board, r.sample, r.thread from refusals r join boards b on b.id = r.board_id
      where r.url like 'https://source.example/%' order by b.name`,
  );
  expect(rows).toEqual([
    { board: 'cook', sample: '', thread: null },
    { board: 'travel', sample: 'a sample', thread: null },
  ]);
});

test('hidden, purged, banned and closed items stay so', async () => {
  const { rows: posts } = await archive.pool.query(
    `select b.name as board, p.num::int, p.hidden, p.time_purged is not null as purged, p.comment is null as empty
       from posts p join boards b on b.id = p.board_id
      where b.name = 'cook' and p.num in (9204387, 9204391, 9204399) order by p.num`,
  );
  expect(posts).toEqual([
    { board: 'cook', num: 9_204_387, hidden: true, purged: false, empty: false },
    { board: 'cook', num: 9_204_391, hidden: true, purged: false, empty: false },
    { board: 'cook', num: 9_204_399, hidden: true, purged: true, empty: true },
  ]);
  const { rows: threads } = await archive.pool.query(
    'select thread::int, purged from moderated_threads order by thread',
  );
  expect(threads).toEqual([
    { thread: 48_101, purged: false },
    { thread: 48_104, purged: true },
  ]);
  const { rows: bans } = await archive.pool.query(`select encode(hash, 'hex') as hash from banned_media`);
  expect(bans).toEqual([{ hash: '0123456789abcdef0123456789abcdef' }]);
  const { rows: closed } = await archive.pool.query('select base_url from forums where closed_at is not null');
  expect(closed).toHaveLength(1);
});

describe('with the processes of this version', () => {
  let server: GivenServer;
  beforeAll(async () => {
    // The dump has no Elasticsearch, so the archive is indexed again as if it had been lost.
    await archive.pool.query('delete from indices');
    await archive.pool.query(
      `insert into dirty (board_id, thread, gen, min_rev, since)
       select board_id, thread, nextval('dirty_gen'), min(rev), now() from posts group by board_id, thread
       on conflict (board_id, thread) do update set gen = excluded.gen, min_rev = excluded.min_rev`,
    );
    server = await givenServer(archive);
  });
  afterAll(() => server.close());

  test('accounts keep their passwords, and keys are known', async () => {
    for (const name of ['ann', 'ben']) {
      expect((await signIn(server, name, 'correct horse battery')).status, name).toBe(200);
    }
    expect((await signIn(server, 'ann', 'correct horse')).status).toBe(401);
    const ask = async (key: string) =>
      server.get('/api/v1/search?q=', { authorization: `Bearer ${key}`, 'x-forwarded-for': '192.0.2.77' });
    expect((await ask('sagasu_n2qIQpysN9odo_2AwahkPYAyG5k_tWUFLaI46_LmGTw')).status).not.toBe(401);
    expect((await ask(`sagasu_${'x'.repeat(43)}`)).status).toBe(401);
  });

  test('all posts are indexed, a board is rebuilt, and hidden posts are in no answer', async () => {
    const indexer = await openIndexer(archive);
    try {
      await drained(archive);
      const compared = await compareStores(archive);
      expect(compared.differences).toEqual([]);
      expect(compared.documents).toBe(before.get('posts'));
      const { rows } = await archive.pool.query<{ id: number; name: string; sliceSize: string }>(
        `select id, name, slice_size as "sliceSize" from boards where name = 'travel'`,
      );
      const [board] = rows;
      if (board === undefined) throw new Error('the archive has no board travel');
      const task = await enqueue(archive, 'reindex', { ...board, sliceSize: Number(board.sliceSize) });
      expect(await ended(archive, task)).toMatchObject({ status: 'succeeded' });
      expect((await compareStores(archive)).differences).toEqual([]);
      await archive.elasticsearch.indices.refresh({ index: `${archive.indexPrefix}*` });
      expect((await server.get('/api/v1/boards/cook/posts/9204387')).status).toBe(404);
      const { body } = await server.get('/api/v1/search?q=board:cook');
      expect((body as { total: { value: number } }).total.value).toBeGreaterThan(500);
    } finally {
      await indexer.close();
    }
  });
});
