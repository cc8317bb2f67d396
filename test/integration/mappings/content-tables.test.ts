/** mappings/postgres/content-tables.ts lists every column outside posts that may have content, and a purge treats each as listed. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type pg from 'pg';
import { CONTENT_TABLES, type ContentTables } from '../../../mappings/postgres/content-tables.ts';
import { refusalOf, type RefusalReason } from '../../../scraper/sources/parse-result.ts';
import { saveRefusal } from '../../../scraper/store/refusals.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { moderate } from '../../../server/moderation/moderate.ts';
import { eventually } from '../../support/archive.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../support/builders.ts';
import { MODULES } from '../../support/modules.ts';
import { useWorld } from '../../support/world.ts';
import { loginUrl } from '../../support/logins.ts';
import { wardenOf } from '../../support/sessions.ts';

const world = useWorld();
const NOW = new Date('2024-05-01T12:00:00Z');
const NUM = 100;
const OTHER = 101;

let board: TestBoard;
let pool: pg.Pool;
let scrapers: pg.Pool;

beforeAll(async () => {
  board = await insertBoard(world().pool, 'g');
  pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  scrapers = createPostgresPool({ url: loginUrl(world().databaseUrl, 'scraper') });
});
afterAll(async () => {
  await Promise.all([pool.end(), scrapers.end()]);
});

/** `table.column` of every column outside posts whose type can store words, bytes or addresses, including arrays of them. */
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

const TABLES: ContentTables = Object.assign(
  {},
  CONTENT_TABLES,
  ...MODULES.map(({ database }) => database?.contentTables),
);
const named = Object.entries(TABLES)
  .flatMap(([table, columns]) => Object.keys(columns).map((column) => `${table}.${column}`))
  .sort((a, b) => (a < b ? -1 : 1));

test('every column that may have content is listed, and every listed column exists', async () => {
  const found = [...(await columnsWithContent(world().pool))].sort((a, b) => (a < b ? -1 : 1));
  expect(found).toEqual(named);
});

test('a new column is detected', async () => {
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
const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Statements that store content of a post. $1 board, $2 num. */
const LEFT: Readonly<Record<string, string>> = {
  post_files: `insert into post_files (board_id, num, subnum, place, media_hash, media_hash_src, media_hash_thb, media_name, media_type, extra)
    values ($1, $2, 0, 1, '${SECRET}', sha256('${SECRET} file'), sha256('${SECRET} thumbnail'), '${SECRET}', 'png', '{"tim": "${SECRET}"}')`,
  post_replays: `insert into post_replays values ($1, $2, 0, sha256('${SECRET}'))`,
  quarantine: `insert into quarantine values ($1, $2, $2, 0, 'an-index', 1, '${SECRET}')`,
  poster_addresses: `insert into poster_addresses values ($1, $2, 0, '192.0.2.7', now() + interval '1 day')`,
  wanted_media: `insert into wanted_media (board_id, num, subnum, kind, state, due_at, detail, since, request_id)
    values ($1, $2, 0, 'file', 'refused', now(), '${SECRET}', now(), 'a-request')`,
  messages: `insert into messages (board_id, key, num, thread, time, subject, awaits)
    values ($1, 'key' || $2::bigint, $2, $2, now(), '${SECRET}', array['subject ${SECRET}'])`,
  raw_messages: `insert into raw_messages values ($1, $2, '${SECRET}', 'koi8-r')`,
  charset_proposals: `insert into charset_proposals
    values ($1, $2, 'koi8-r', 'koi8-u', '${SECRET}', '${SECRET}')`,
  reported_posts: `insert into reported_posts (board_id, num, subnum, reports, closed_by, decision)
    values ($1, $2, 0, 1, 'jan', 'hidden')`,
  reports: `insert into reports (board_id, num, subnum, category, note, origin, account)
    values ($1, $2, 0, 'spam', '${SECRET}', 'pages', 'jan')`,
  report_networks: `insert into report_networks (report_id, board_id, num, subnum, network)
    select id, board_id, num, subnum, '192.0.2.0/24' from reports where board_id = $1 and num = $2`,
  report_tickets: `insert into report_tickets (token_hash, board_id, num, subnum, decided_at, decision, answer)
    values (sha256($2::text::bytea), $1, $2::bigint, 0, now(), 'hidden', '${SECRET}')`,
  report_notes: `insert into report_notes (board_id, num, subnum, account, note) values ($1, $2, 0, 'jan', '${SECRET}')`,
  ...Object.assign({}, ...MODULES.map(({ database }) => database?.leave?.(SECRET))),
};

async function leave(num: number): Promise<void> {
  await writePosts(world().pool, board, [aPost({ num, comment: SECRET, mediaTime: 1, mediaHashSrc: SHA256 })]);
  for (const statement of Object.values(LEFT)) await world().pool.query(statement, [board.id, num]);
}

/** Stores a refusal: address, reason, and the requested thread or null for a list. */
const REFUSED: readonly (readonly [string, RefusalReason, number | null])[] = [
  ['https://source.example/g/thread/100.json', 'not_json', NUM],
  ['https://archive.example/_/api/chan/thread/?board=g&num=100', 'wrong_type', NUM],
  ['https://files.example/g/1700000000123.png', 'media_md5', NUM],
  ['https://source.example/g/thread/100.html', 'html', NUM],
  ['https://source.example/g/threads.json', 'not_json', null],
  ['https://source.example/g/thread/101.json', 'not_json', OTHER],
  ['https://archive.example/_/api/chan/thread/?board=g&num=101', 'wrong_thread', OTHER],
];

async function refuse(boardId = board.id): Promise<void> {
  for (const [url, reason, thread] of REFUSED)
    await saveRefusal(scrapers, boardId, url, thread, refusalOf(reason, 'why', SECRET), NOW);
}

/** Path, times, and whether the sample is kept. */
async function refusals(boardId = board.id): Promise<readonly string[]> {
  const { rows } = await world().pool.query<{ url: string; times: string; sample: string }>(
    'select url, times, sample from refusals where board_id = $1 order by url',
    [boardId],
  );
  return rows.map(({ url, times, sample }) => {
    expect(sample === '' || sample.includes(SECRET)).toBe(true);
    return `${times} ${url.replace('https://', '')} ${sample === '' ? 'emptied' : 'kept'}`;
  });
}

const purge = async () =>
  moderate(pool, {
    action: 'purge',
    board: { id: board.id, name: 'g' },
    posts: [{ num: NUM, subnum: 0 }],
    threads: false,
    actor: 'warden',
    secret: await wardenOf(world().pool),
    reason: null,
    now: NOW,
  });

test('a purge treats each column as listed, and keeps the rows of other posts', async () => {
  await leave(NUM);
  await leave(OTHER);
  await purge();
  const acted = new Set<string>();
  for (const [table, columns] of Object.entries(TABLES)) {
    for (const [column, action] of Object.entries(columns)) {
      if (typeof action === 'object') continue;
      acted.add(`${table}: ${action}`);
      // Other tests cover these: below, in test/integration/scraper/media, and in test/integration/moderation.
      if (action === 'removed' || action === 'of threads') continue;
      const rows = async (num: number) => {
        const { rows: found } = await world().pool.query<{ value: unknown }>(
          `select ${column} as value from ${table} where num = $1`,
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
  const ofModules = MODULES.flatMap(({ database }) => Object.keys(database?.leave?.(SECRET) ?? {}));
  expect([...acted].sort()).toEqual(
    [
      'charset_proposals: row deleted',
      'images: removed',
      'messages: emptied',
      'post_files: row deleted',
      'post_replays: row deleted',
      'poster_addresses: row deleted',
      'quarantine: row deleted',
      'raw_messages: row deleted',
      'refusals: of threads',
      'report_networks: row deleted',
      'report_notes: row deleted',
      'report_tickets: emptied',
      'reported_posts: row deleted',
      'reports: row deleted',
      'wanted_media: row deleted',
      ...ofModules.map((table) => `${table}: row deleted`),
    ].sort(),
  );
  const shown = ['file', 'thumbnail'].map((what) => sha256Of(Buffer.from(`${SECRET} ${what}`)));
  const { rows: removals } = await world().pool.query<{ sha256: Buffer }>('select sha256 from media_removals');
  expect(removals.map(({ sha256 }) => sha256.toString('hex'))).toEqual(
    expect.arrayContaining([SHA256.toString('hex'), ...shown]),
  );
});

describe('samples of refusals do not quote purged posts', () => {
  let near: TestBoard;

  beforeAll(async () => {
    near = await insertBoard(world().pool, 'near');
  });
  beforeEach(async () => {
    await world().pool.query('truncate posts, refusals, tombstones, tasks cascade');
    await writePosts(world().pool, board, [aPost({ num: NUM, comment: SECRET }), aPost({ num: OTHER })]);
  });

  const KEPT = REFUSED.map(([url]) => `1 ${url.replace('https://', '')} kept`).sort();

  test('samples from before the purge: of its thread under any address, of a file, of a list', async () => {
    await refuse();
    await refuse(near.id);
    expect(await refusals()).toEqual(KEPT);
    await purge();
    expect(await refusals()).toEqual([
      '1 archive.example/_/api/chan/thread/?board=g&num=101 emptied',
      '1 source.example/g/thread/100.html emptied',
      '1 source.example/g/thread/101.json kept',
      '1 source.example/g/threads.json emptied',
    ]);
    expect(await refusals(near.id)).toEqual(KEPT);
  });

  test('samples from versions that did not record the thread', async () => {
    await refuse();
    await world().pool.query('update refusals set thread = null');
    await purge();
    expect((await refusals()).filter((line) => !line.endsWith('emptied'))).toEqual([]);
    expect(await refusals()).toHaveLength(REFUSED.length);
  });

  test('samples from after the purge', async () => {
    await purge();
    await refuse();
    await refuse(near.id);
    expect((await refusals()).filter((line) => line.endsWith('kept'))).toEqual([
      '1 source.example/g/thread/101.json kept',
    ]);
    expect(await refusals(near.id)).toEqual(KEPT);
  });

  test('samples from the moment of the purge, stored by a scraper that did not see it', async () => {
    const scraper = await scrapers.connect();
    try {
      await scraper.query('begin');
      const [[url, reason, thread]] = REFUSED as [(typeof REFUSED)[number]];
      await saveRefusal(scraper, board.id, url, thread, refusalOf(reason, 'why', SECRET), NOW);
      const purged = purge();
      await eventually('the purge waits', async () => {
        const { rows } = await world().pool.query(
          `select from pg_locks where relation = 'refusals'::regclass and not granted`,
        );
        return rows.length > 0;
      });
      await scraper.query('commit');
      await purged;
    } finally {
      scraper.release(true);
    }
    expect(await refusals()).toEqual([]);
  });
});
