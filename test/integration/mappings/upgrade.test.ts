/** A database of version 0.1.1 is upgraded with all its data; other databases are refused with a solution. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knownMigrations, migrate, pendingMigrations } from '../../../platform/migrate.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { printSchema } from '../../../platform/print-schema.ts';
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
