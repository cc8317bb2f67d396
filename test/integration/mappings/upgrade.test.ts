/** A database of version 0.1.1 is upgraded with all its data; other databases are refused with a solution. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knownMigrations, migrate, pendingMigrations } from '../../../platform/migrate.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { printSchema } from '../../../platform/print-schema.ts';
import { vichan } from '../../../scraper/sources/vichan/source.ts';
import { verifyAudit } from '../../../server/audit/verify.ts';
import { moderate } from '../../../server/moderation/moderate.ts';
import { compareStores } from '../../support/compare-stores.ts';
import { drained, openIndexer } from '../../support/indexer.ts';
import { restoreDump } from '../../support/restore-dump.ts';
import { useWorld, type World } from '../../support/world.ts';
import { signIn } from '../server/admin/given-admin.ts';
import { givenServer, type GivenServer } from '../server/given-archive.ts';

const fixture = gunzipSync(readFileSync(new URL('../../fixtures/upgrade/0158.sql.gz', import.meta.url))).toString();
const schema = readFileSync(new URL('../../../mappings/postgres/schema.sql', import.meta.url), 'utf8');

const world = useWorld();
const made: string[] = [];

/** A new database beside the world's. Returns its address. */
async function newDatabase(name: string): Promise<string> {
  const url = new URL(world().databaseUrl);
  const full = `${url.pathname.slice(1)}_${name}`;
  await world().pool.query(`create database ${full}`);
  made.push(full);
  url.pathname = `/${full}`;
  return url.href;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const restored = async (name: string): Promise<string> => {
  const url = await newDatabase(name);
  await withClient(url, (client) => restoreDump(client, fixture));
  return url;
};
const printed = (url: string) => withClient(url, printSchema);

/** The number of rows of each table, without the table of migrations. */
async function countRows(url: string): Promise<Readonly<Record<string, number>>> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; count: number }>(
      `select c.relname as name,
         (xpath('/row/c/text()', query_to_xml('select count(*) as c from public.' || c.relname, false, true, '')))[1]::text::int as count
         from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migrations'
        order by 1`,
    );
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  });
}

async function digestOfPosts(url: string): Promise<string | undefined> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ digest: string }>(
      `select md5(string_agg(jsonb_strip_nulls(to_jsonb(p))::text, '' order by board_id, num, subnum)) as digest from posts p`,
    );
    return rows[0]?.digest;
  });
}

afterAll(async () => {
  for (const name of made) await world().pool.query(`drop database ${name} with (force)`);
});

test('the baseline creates the same schema as the migrations of version 0.1.1', async () => {
  const url = await newDatabase('baseline');
  expect(await migrate(url, undefined, 1)).toEqual(['0158_baseline']);
  expect(await printed(url)).toBe(await printed(await restored('before')));
});

describe('a database of version 0.1.1', () => {
  let url: string;
  let archive: World;
  let server: GivenServer;

  beforeAll(async () => {
    url = await restored('adopted');
  });
  afterAll(async () => {
    await server?.close();
    await archive?.pool.end();
  });

  test('keeps every row and gets the schema of a new database', async () => {
    const [rows, posts] = [await countRows(url), await digestOfPosts(url)];
    const empty = Object.keys(rows).filter((name) => rows[name] === 0);
    expect(empty).toEqual(['audit_addresses', 'dump_contributors', 'transaction_accounts']);
    const applied = await migrate(url);
    expect(applied).toEqual((await knownMigrations()).slice(1));
    // Migrations add tables.
    expect(await countRows(url)).toMatchObject(rows);
    expect(await digestOfPosts(url)).toBe(posts);
    expect(await printed(url)).toBe(schema);
    expect(await migrate(url)).toEqual([]);
  });

  test('has an audit log whose chain holds', async () => {
    archive = { ...world(), databaseUrl: url, pool: createPostgresPool({ url }) };
    expect(await pendingMigrations(archive.pool)).toEqual([]);
    const client = await archive.pool.connect();
    expect(await verifyAudit(client, null)).toMatchObject({ brokenAt: null, changedDetails: [] });
    client.release();
  });

  test('is indexed, searched and moderated', async () => {
    // The fixture has no Elasticsearch: its indices are lost.
    await archive.pool.query('delete from rebuild_ranges');
    await archive.pool.query('delete from indices');
    await archive.pool.query(
      `insert into dirty (board_id, thread, gen, min_rev, since)
       select board_id, thread, nextval('dirty_gen'), min(rev), now() from posts group by board_id, thread
       on conflict (board_id, thread) do update set gen = excluded.gen, min_rev = excluded.min_rev`,
    );
    server = await givenServer(archive);
    const indexer = await openIndexer(archive);
    try {
      await drained(archive);
      const compared = await compareStores(archive);
      expect(compared.differences).toEqual([]);
      expect(compared.documents).toBe((await countRows(url))['posts']);
      await archive.elasticsearch.indices.refresh({ index: `${archive.indexPrefix}*` });
      const { body } = await server.get('/api/v1/search?q=board:tea');
      expect((body as { total: { value: number } }).total.value).toBeGreaterThan(100);

      expect((await signIn(server, 'ann', 'correct horse battery')).status).toBe(200);
      expect((await server.get('/api/v1/boards/tea/posts/81')).status).toBe(404);
      expect((await server.get('/api/v1/boards/tea/posts/41')).status).toBe(200);
      const { rows } = await archive.pool.query<{ id: number; name: string }>(
        `select id, name from boards where name = 'tea'`,
      );
      const [board] = rows;
      if (board === undefined) throw new Error('the archive has no board tea');
      const [posts, now] = [[{ num: 41, subnum: 0 }], new Date()];
      await moderate(archive.pool, { action: 'purge', board, posts, threads: false, actor: 'cli', reason: null, now });
      expect((await server.get('/api/v1/boards/tea/posts/41')).status).toBe(404);
      await drained(archive);
      expect((await compareStores(archive)).differences).toEqual([]);
    } finally {
      await indexer.close();
    }
  });
});

test('additional files that `extra` has become rows as scrapers write them', async () => {
  const files = [
    {
      tim: '1600001001000-1',
      ext: '.JPG',
      filename: 'a "file"',
      md5: '7rzJ7xX3Uuukb7AouYLFag==',
      fsize: 2_147_483_647,
      w: 20,
      h: 10,
    },
    { ext: 'deleted', filename: 'deleted', tim: '' },
    {
      tim: 'a3f5'.repeat(16),
      ext: '.png',
      fsize: '1234',
      w: '640',
      tn_w: 125,
      tn_h: 60,
      spoiler: '1',
      fpath: 1,
      thumb: 'a.png',
    },
    { tim: 1_600_001_001_003, ext: '.webm', filename: '', fsize: 0, w: -1, h: 2_147_483_648, md5: 'x', spoiler: 0 },
    'unreadable',
    { tim: '1600001001004123', md5: '8uhX1FleAyyDOvygeLtcbw==' },
    { tim: '99999999999999999', ext: '.png' },
    { filename: 'without a hash or name of the source', ext: '.png' },
    [],
    ...Array.from({ length: 43 }, (_, at) => ({ tim: `1600001002000-${at}`, ext: '.png' })),
  ];
  const [first, deleted] = [{ tim: '1600001001000-0' }, { tim: '1', ext: '.gif', filedeleted: 1 }];
  const url = await newDatabase('extra_files');
  await migrate(url, undefined, (await knownMigrations()).indexOf('0180_extra_files'));
  const before = await withClient(url, async (client) => {
    await client.query(`insert into boards (name, title, source, url, media_url)
      select source, source, source, 'https://chan.example', 'https://chan.example' from unnest('{vichan,4chan}'::text[]) as source`);
    await client.query('select ensure_slice(id, 0) from boards');
    const extras = [
      { ...first, extra_files: files },
      { extra_files: [deleted] },
      { extra_files: [{ ext: 'deleted' }] },
      first,
    ];
    await client.query(
      `insert into posts (board_id, num, subnum, thread, opener, time_posted, time_modified, extra, rev)
       select b.id, e.num, 0, 1, e.num = 1, now(), now(), e.extra, nextval('post_rev')
       from boards b, jsonb_array_elements($1) with ordinality as e (extra, num)`,
      [JSON.stringify(extras)],
    );
    return client.query<{ rev: string }>('select rev from posts order by board_id, num');
  });
  await migrate(url);
  await withClient(url, async (client) => {
    const rowsOf = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows;
    const read = vichan.thread.read(
      JSON.stringify({ posts: [{ no: 1, resto: 0, time: 1, ...first, extra_files: files }] }),
      1,
    );
    const expected = (read.ok ? (read.value.posts[0]?.extraFiles ?? []) : []).flatMap((file) => {
      if (file.mediaHash === null && file.mediaTime === null && file.extra?.['tim'] === undefined) return [];
      return [
        {
          place: file.place,
          media_time: file.mediaTime === null ? null : String(file.mediaTime),
          media_hash: file.mediaHash && Buffer.from(file.mediaHash),
          media_name: file.mediaName,
          media_type: file.mediaType,
          media_size: file.mediaSize,
          media_dims_src_w: file.mediaDimsSrcW,
          media_dims_src_h: file.mediaDimsSrcH,
          media_dims_thb_w: file.mediaDimsThbW,
          media_dims_thb_h: file.mediaDimsThbH,
          spoiler: file.spoiler,
          extra: file.extra,
        },
      ];
    });
    const [columns] = expected.map((row) => Object.keys(row).join(', '));
    expect(await rowsOf(`select ${columns} from post_files where num = 1 order by place`)).toEqual(expected);
    expect(expected.map(({ place }) => place).slice(0, 7)).toEqual([1, 3, 4, 6, 7, 10, 11]);
    expect(
      await rowsOf('select num, media_type, time_deleted_file is not null as gone from post_files where num > 1'),
    ).toEqual([{ num: '2', media_type: 'gif', gone: true }]);
    expect(
      await rowsOf(`select b.name, p.num, p.extra_files, p.extra from posts p join boards b on b.id = p.board_id where p.num > 1 or b.name = 'vichan'
        order by b.name desc, p.num`),
    ).toEqual([
      { name: 'vichan', num: '1', extra_files: 50, extra: first },
      { name: 'vichan', num: '2', extra_files: 1, extra: null },
      { name: 'vichan', num: '3', extra_files: null, extra: null },
      { name: 'vichan', num: '4', extra_files: null, extra: first },
      { name: '4chan', num: '2', extra_files: null, extra: { extra_files: [deleted] } },
      { name: '4chan', num: '3', extra_files: null, extra: { extra_files: [{ ext: 'deleted' }] } },
      { name: '4chan', num: '4', extra_files: null, extra: first },
    ]);
    const wanted = await rowsOf('select place, kind from wanted_media where place > 0 order by place, kind');
    expect(wanted.map(({ place }) => place)).toEqual(
      [1, 3, 4, 7, ...Array.from({ length: 41 }, (_, at) => at + 10)].flatMap((place) => [place, place]),
    );
    expect(await rowsOf('select thread, min_rev from dirty')).toEqual([{ thread: '1', min_rev: expect.any(String) }]);
    const after = await rowsOf('select rev from posts order by board_id, num');
    expect(after.map(({ rev }, at) => rev !== before.rows[at]?.rev)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

const refused = async (url: string, message: RegExp) => {
  const before = await printed(url);
  await expect(migrate(url)).rejects.toThrow(message);
  expect(await printed(url)).toBe(before);
};
const changed = async (name: string, statement: string) => {
  const url = await restored(name);
  await withClient(url, (client) => client.query(statement));
  return url;
};

describe('a database that this version cannot migrate is refused and unchanged', () => {
  test('a database older than 0.1.1 is refused with the version that upgrades it', async () => {
    const url = await changed('older', `delete from migrations where name > '0147_file_names'`);
    await refused(url, /older than version 0\.1\.1: .* 0147_file_names\. Upgrade it with version 0\.1\.1 first/);
  });

  test('a database of a newer version is refused', async () => {
    const newer = `insert into migrations (name, run_on) values ('9999_later', now())`;
    await refused(await changed('newer', newer), /9999_later, which this version lacks.* Start that version/);
    const url = await newDatabase('newer_than_baseline');
    await migrate(url);
    await withClient(url, (client) => client.query(newer));
    await refused(url, /9999_later, which this version lacks/);
  });

  test('a database of another program is refused', async () => {
    const url = await newDatabase('foreign');
    await withClient(url, (client) => client.query('create table pots (id int)'));
    await refused(url, /has the table pots and none of Sagasu's migrations: use an empty database/);
    const migrated = await newDatabase('foreign_migrations');
    await withClient(migrated, (client) => client.query(`create table migrations as select 'create_pots' as name`));
    await refused(migrated, /has create_pots, which is not a migration of Sagasu/);
  });
});

test('two programs that start on an empty database at the same time create one schema', async () => {
  const url = await newDatabase('twice');
  const applied = await Promise.all([migrate(url), migrate(url)]);
  expect(applied.flat()).toEqual(await knownMigrations());
  expect(await printed(url)).toBe(schema);
});
