/** mappings/postgres/content-tables.ts names every column outside posts that can hold content, and a purge does what it says. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type pg from 'pg';
import { CONTENT_TABLES } from '../../../mappings/postgres/content-tables.ts';
import { threadPath } from '../../../mappings/sources.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { moderate } from '../../../server/moderation/moderate.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../support/builders.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
const NOW = new Date('2024-05-01T12:00:00Z');
const NUM = 100;
const OTHER = 101;

let board: TestBoard;
let pool: pg.Pool;

beforeAll(async () => {
  board = await insertBoard(world().pool, 'g');
  pool = createPostgresPool({ url: world().databaseUrl, role: 'sagasu_server' });
});
afterAll(() => pool.end());

/** `table.column` of everything but posts whose type can hold words, bytes or addresses, arrays of them included. */
async function columnsWithContent(db: pg.Pool | pg.PoolClient): Promise<readonly string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name
       from pg_attribute a
       join pg_class c on c.oid = a.attrelid
       join pg_type t on t.oid = a.atttypid
       left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and c.relname <> 'posts'
        and coalesce(e.typname, t.typname)
            in ('text', 'varchar', 'bpchar', 'bytea', 'json', 'jsonb', 'xml', 'inet', 'cidr', 'tsvector')
      order by 1`,
  );
  return rows.map(({ name }) => name);
}

const named = Object.entries(CONTENT_TABLES)
  .flatMap(([table, columns]) => Object.keys(columns).map((column) => `${table}.${column}`))
  .sort((a, b) => (a < b ? -1 : 1));

test('every column that can hold content is named, and every named one is there', async () => {
  const found = [...(await columnsWithContent(world().pool))].sort((a, b) => (a < b ? -1 : 1));
  expect(found).toEqual(named);
});

test('a new column is found', async () => {
  const client = await world().pool.connect();
  try {
    await client.query('begin');
    await client.query('alter table quarantine add column quoted text[]');
    expect((await columnsWithContent(client)).filter((name) => !named.includes(name))).toEqual(['quarantine.quoted']);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

const SECRET = 'quetzalcoatlus';
const SHA256 = Buffer.alloc(32, 7);

/** Statements that leave content of a post, $1 board, $2 num. */
const LEFT: Readonly<Record<string, string>> = {
  post_replays: `insert into post_replays values ($1, $2, 0, sha256('${SECRET}'))`,
  quarantine: `insert into quarantine values ($1, $2, $2, 0, 'an-index', 1, '${SECRET}')`,
  wanted_media: `insert into wanted_media (board_id, num, subnum, kind, state, due_at, detail, since)
    values ($1, $2, 0, 'file', 'refused', now(), '${SECRET}', now())`,
  messages: `insert into messages (board_id, key, num, thread, time, subject, awaits)
    values ($1, 'key' || $2::bigint, $2, $2, now(), '${SECRET}', array['subject ${SECRET}'])`,
};

async function leave(num: number): Promise<void> {
  await writePosts(world().pool, board, [aPost({ num, comment: SECRET, mediaTime: 1, mediaHashSrc: SHA256 })]);
  for (const statement of Object.values(LEFT)) await world().pool.query(statement, [board.id, num]);
  await world().pool.query(
    `insert into refusals (board_id, url, reason, sample, first_seen, last_seen) values ($1, $2, 'not_json', $3, now(), now())`,
    [board.id, `http://127.0.0.1:1${threadPath({ name: 'g', source: '4chan' }, num)}`, SECRET],
  );
}

test('a purge does to each column what is said, and leaves the rows of other posts', async () => {
  await leave(NUM);
  await leave(OTHER);
  await moderate(pool, {
    action: 'purge',
    board: { id: board.id, name: 'g', source: '4chan' },
    posts: [{ num: NUM, subnum: 0 }],
    threads: false,
    actor: 'warden',
    reason: null,
    now: NOW,
  });
  const acted = new Set<string>();
  for (const [table, columns] of Object.entries(CONTENT_TABLES)) {
    for (const [column, action] of Object.entries(columns)) {
      if (typeof action === 'object') continue;
      acted.add(`${table}: ${action}`);
      // Its own test: test/integration/scraper/media and test/integration/moderation remove files.
      if (action === 'removed') continue;
      const rows = async (num: number) => {
        const where = table === 'refusals' ? `url like '%/' || $1 || '.json'` : 'num = $1';
        const { rows: found } = await world().pool.query<{ value: unknown }>(
          `select ${column} as value from ${table} where ${where}`,
          [num],
        );
        return found.map(({ value }) => value);
      };
      expect(await rows(NUM), `${table}.${column}`).toEqual(action === 'emptied' ? [null] : []);
      const [left] = await rows(OTHER);
      expect(left, `${table}.${column} of another post`).not.toBeNull();
      expect(left, `${table}.${column} of another post`).not.toBeUndefined();
    }
  }
  expect([...acted].sort()).toEqual([
    'images: removed',
    'messages: emptied',
    'post_replays: row deleted',
    'quarantine: row deleted',
    'refusals: row deleted',
    'wanted_media: row deleted',
  ]);
  const { rows: removals } = await world().pool.query<{ sha256: Buffer }>('select sha256 from media_removals');
  expect(removals.map(({ sha256 }) => sha256.toString('hex'))).toContain(SHA256.toString('hex'));
});
