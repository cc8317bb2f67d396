/** Lists of hashes are looked up by their indexes: banned files and lists of another archive, which have tens of thousands of entries. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresPool } from '../../../platform/postgres.ts';
import * as media from '../../../scraper/media/sql.ts';
import { BAN_IMAGES } from '../../../scraper/media/verify-sql.ts';
import { SELECT_FILES } from '../../../server/filters/sql.ts';
import { SELECT_BANNED } from '../../../server/visibility/visible-posts.ts';
import { loadCorpus } from '../../bench/load.ts';
import { FOUR_BOARDS } from '../../bench/corpus.ts';
import { loginUrl } from '../../support/logins.ts';
import { useWorld } from '../../support/world.ts';

const POSTS = 20_000;
const HASHES = 20_000;
/** A list that a page of posts or a filter asks for. */
const LIST = 200;

const world = useWorld();
let server: pg.Pool;
let scraper: pg.Pool;

beforeAll(async () => {
  server = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server'), maxConnections: 1 });
  scraper = createPostgresPool({ url: loginUrl(world().databaseUrl, 'scraper'), maxConnections: 1 });
  await loadCorpus(world(), FOUR_BOARDS, POSTS);
  const { pool } = world();
  await pool.query(
    `insert into images (sha256, md5, size, type) select sha256(n::text::bytea), decode(md5(n::text), 'hex'), n, 'png' from generate_series(1, $1) n`,
    [HASHES],
  );
  await pool.query('alter table banned_media disable trigger user');
  await pool.query(
    `insert into banned_media (hash, banned_by) select sha256(('banned' || n)::bytea), 'cli' from generate_series(1, $1) n`,
    [HASHES],
  );
  await pool.query(
    `insert into deleted_files (hash) select sha256(('deleted' || n)::bytea) from generate_series(1, $1) n`,
    [HASHES],
  );
  await pool.query(
    `with f as (insert into post_filters (kind, pattern, fields, action, created_by) values ('files', 'a list', '{}', 'hide', 'cli') returning id)
     insert into filter_hashes (filter_id, md5) select f.id, decode(md5(n::text), 'hex') from f, generate_series(1, $1) n`,
    [HASHES],
  );
  await pool.query('alter table banned_media enable trigger user');
  await pool.query(
    `insert into post_files (board_id, num, subnum, place, media_hash, media_hash_src, media_hash_thb)
     select board_id, num, subnum, 1, decode(md5('second' || num), 'hex'), sha256(('second' || num)::bytea), sha256(('thumbnail' || num)::bytea)
       from posts`,
  );
  await pool.query('vacuum analyze');
});

afterAll(async () => Promise.all([server.end(), scraper.end()]));

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Node[];
}

/** Tables without rows in this test, from which PostgreSQL reads nothing in either case. */
const EMPTY = ['media_removals', 'post_replays'];

const nodesOf = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

async function planOf(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<readonly Node[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`explain (format json) ${text}`, [...values]);
  return rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
}

const hashes = (length: 16 | 32) => Array.from({ length: LIST }, () => randomBytes(length));

const STATEMENTS = {
  'whether files that arrive are banned': () => [scraper, media.IS_BANNED, [hashes(16)], ['banned_media_pkey']],
  'whether files of documents are banned': () => [server, SELECT_BANNED, [hashes(32)], ['banned_media_pkey']],
  'the stored file with an MD5': () => [scraper, media.FIND_BY_MD5, [randomBytes(16), 5], ['images_md5']],
  'the stored files that a ban concerns, by either hash': () => [
    scraper,
    BAN_IMAGES,
    [randomBytes(16)],
    ['images_md5', 'images_sha256_key'],
  ],
  'whether a thumbnail is of a banned file': () => [
    scraper,
    media.IS_NEEDED,
    [randomBytes(32)],
    [
      'banned_media_pkey',
      'images_sha256_key',
      'deleted_files_pkey',
      'post_files_media_hash_src',
      'post_files_media_hash_thb',
    ],
  ],
  'files on a list of another archive': () => [
    world().pool,
    `${SELECT_FILES} and md5 = any ($2)`,
    [1, hashes(16)],
    ['filter_hashes_pkey'],
  ],
} satisfies Record<string, () => [pg.Pool, string, readonly unknown[], readonly string[]]>;

test.each(Object.entries(STATEMENTS))('%s uses an index', async (_what, statement) => {
  const [pool, text, values, indexes] = statement();
  const nodes = await planOf(pool, text, values);
  const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
  expect(whole.filter((table) => !EMPTY.includes(table ?? ''))).toEqual([]);
  expect(nodes.flatMap((node) => node['Index Name'] ?? [])).toEqual(expect.arrayContaining([...indexes]));
});

test('statements after a ban use an index, however many posts there are', async () => {
  const { rows } = await world().pool.query<{ hash: Buffer }>(
    'select media_hash as hash from posts where media_hash is not null limit 1',
  );
  const client = await world().pool.connect();
  const plans: string[] = [];
  client.on('notice', ({ message }) => plans.push(message ?? ''));
  try {
    await client.query(`load 'auto_explain'`);
    await client.query(
      `set client_min_messages = log; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on`,
    );
    await client.query(`insert into banned_media (hash, banned_by) values ($1, 'cli')`, [rows[0]?.hash]);
    await client.query('delete from banned_media where hash = $1', [rows[0]?.hash]);
  } finally {
    client.release(true);
  }
  const ofPosts = plans.filter((plan) => plan.includes('posts_'));
  expect(ofPosts.length).toBeGreaterThan(1);
  expect(ofPosts.filter((plan) => /Seq Scan on posts/.test(plan))).toEqual([]);
});
