/** The restore drill: after a backup, a purge, a ban and a restore, no store contains the removed content. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOT_BACKED_UP } from '../../../mappings/backup.ts';
import { mediaKey } from '../../../mappings/media.ts';
import { Datastores } from '../../../platform/datastore/datastores.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { RemovalLog } from '../../../platform/removal-log.ts';
import { moderateFile } from '../../../server/moderation/files.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../support/builders.ts';
import { drained, runIndexer } from '../../support/indexer.ts';
import { loginUrl } from '../../support/logins.ts';
import { worldEnvironment } from '../../support/processes.ts';
import { wardenOf } from '../../support/sessions.ts';
import { ended } from '../../support/tasks.ts';
import { useWorld } from '../../support/world.ts';
import { sagasu } from '../cli/harness.ts';

const world = useWorld();
let folder: string;
let board: TestBoard;
let data: string;
const content = Buffer.from('a picture that was archived');
const deleted = Buffer.from('a picture that moderators deleted after the backup');
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const sha256 = hashOf(content);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sagasu-backup-'));
  data = worldEnvironment(world())['SAGASU_DATA'] ?? '';
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(data, { recursive: true, force: true });
});

const at = (name: string) => join(folder, name);

/** The rows of every table, except those that a restore changes on purpose. */
async function rowsOfTables(without: readonly string[] = []): Promise<Record<string, unknown>> {
  const { rows } = await world().pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  const tables: Record<string, unknown> = {};
  for (const { name } of rows) {
    if ([...NOT_BACKED_UP, ...without].includes(name)) continue;
    const { rows: found } = await world().pool.query(
      `select md5(string_agg(t::text, '|' order by t::text)) as md5 from ${name} t`,
    );
    tables[name] = found[0];
  }
  return tables;
}

async function documentOf(num: number): Promise<unknown> {
  const { elasticsearch, indexPrefix } = world();
  await elasticsearch.indices.refresh({ index: `${indexPrefix}posts` });
  const answer = await elasticsearch.search({
    index: `${indexPrefix}posts`,
    query: { match_phrase: { comment: `words ${num}` } },
  });
  return answer.hits.hits.map(({ _source: source }) => source);
}

test(
  'a purge, a ban and a file deletion after a backup outlive its restore, sessions do not, and the index has no drift',
  { timeout: 300_000 },
  async () => {
    const { pool } = world();
    board = await insertBoard(pool, 'g', { sliceSize: 100 });
    const datastores = new Datastores(pool, {
      mediaDir: join(data, 'media'),
      s3AccessKeyId: null,
      s3SecretAccessKey: null,
      s3Region: '',
    });
    await datastores.add({ name: 'main', kind: 'local', base: 'files' });
    const pathOf = (bytes: Buffer) => join(data, 'media/files', mediaKey(hashOf(bytes), 'png'));
    const [path, deletedPath] = [pathOf(content), pathOf(deleted)];
    for (const bytes of [content, deleted]) {
      await mkdir(dirname(pathOf(bytes)), { recursive: true });
      await writeFile(pathOf(bytes), bytes);
      await pool.query(
        `insert into images (sha256, md5, type, size, datastore_id) select $1, $2, 'png', $3, id from datastores`,
        [hashOf(bytes), randomBytes(16), bytes.length],
      );
    }
    const indexer = await runIndexer(world());
    await writePosts(
      pool,
      board,
      Array.from({ length: 150 }, (_, place) =>
        aPost({
          num: place + 1,
          thread: 1,
          comment: `words ${place + 1}\t\\N <br>`,
          mediaHashSrc: place === 9 ? sha256 : place === 19 ? hashOf(deleted) : null,
        }),
      ),
    );
    await drained(world());
    await pool.query(`insert into accounts (name, password_hash) values ('ann', 'hash')`);
    await pool.query(`insert into account_roles (account_id, role) select id, 'admin' from accounts`);
    await pool.query(`insert into sessions (id_hash, account_id) select $1, id from accounts`, [randomBytes(32)]);

    const secret = await wardenOf(pool);

    const { stdout: key } = await sagasu(world(), 'backup', 'key');
    await writeFile(at('key.txt'), key);
    const recipient = /age1\S+/.exec(key)?.[0] ?? '';
    const saved = await rowsOfTables();
    const made = await sagasu(world(), 'backup', at('backups'), '--recipient', recipient, '--json');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(made.stdout)).toMatchObject({ files: { copied: 2, present: 0, missing: [] } });

    await sagasu(world(), 'post', 'purge', '--yes', 'g/7');
    await sagasu(world(), 'media', 'ban', 'ab'.repeat(16));
    const deletion = { action: 'delete', board: { id: board.id, name: 'g' }, post: { num: 20, subnum: 0 } } as const;
    await moderateFile(pool, { ...deletion, reason: null, secret }, new RemovalLog(data));
    await writePosts(pool, board, [aPost({ num: 151, thread: 1, comment: 'words 151' })]);
    await drained(world());
    expect(await documentOf(151)).toHaveLength(1);
    await indexer.close();
    for (const stored of [path, deletedPath]) await rm(stored);

    const restore = ['restore', at('backups'), '--key', at('key.txt')];
    expect(await sagasu(world(), ...restore)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--replace') as string,
    });
    const scraper = createPostgresPool({ url: loginUrl(world().databaseUrl, 'scraper') });
    await scraper.query('select 1');
    expect((await sagasu(world(), ...restore, '--replace')).stderr).toContain('sagasu_scraper are connected');
    await scraper.end();
    const done = await sagasu(world(), ...restore, '--replace');
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toContain('1 posts, 1 banned files');
    expect(done.stdout).toContain('Files: 1 stored');
    expect(await readFile(path)).toEqual(content);
    await expect(stat(deletedPath)).rejects.toMatchObject({ code: 'ENOENT' });

    const { rows } = await pool.query('select num, comment from posts where num in (6, 7, 151) order by num');
    expect(rows).toEqual([
      { num: '6', comment: 'words 6\t\\N <br>' },
      { num: '7', comment: null },
    ]);
    expect((await pool.query('select 1 from banned_media')).rowCount).toBe(1);
    // The backup contains its own running task.
    const { rows: own } = await pool.query(`select kind, status, error from tasks where kind = 'backup'`);
    expect(own).toEqual([{ kind: 'backup', status: 'cancelled', error: null }]);
    expect((await pool.query('select 1 from sessions')).rowCount).toBe(0);
    // The changes by the removals, the new epoch and the tasks are left out.
    const changed = [
      'posts',
      'tombstones',
      'banned_media',
      'tasks',
      'dirty',
      'audit_log',
      'audit_details',
      'sync_state',
      'file_changes',
      'indices',
      'pending_hides',
      'media_removals',
      'images',
      'datastore_leftovers',
      'deleted_files',
      'wanted_media',
    ];
    const now = await rowsOfTables(changed);
    expect(now).toEqual(Object.fromEntries(Object.entries(saved).filter(([name]) => !changed.includes(name))));
    expect((await sagasu(world(), 'audit', 'verify')).code).toBe(0);
    const server = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
    expect((await server.query('select 1 from posts where num = 7')).rowCount).toBe(0);
    await server.end();

    const after = await runIndexer(world());
    const { rows: tasks } = await pool.query<{ id: string }>(`select id from tasks where kind = 'verify'`);
    for (const { id } of tasks)
      expect(await ended(world(), Number(id))).toMatchObject({ status: 'succeeded', details: { drift: 0 } });
    await drained(world());
    await after.close();
    expect(tasks).toHaveLength(1);
    expect(await documentOf(151)).toEqual([]);
    expect(await documentOf(7)).toEqual([]);
    expect(await documentOf(6)).toHaveLength(1);
  },
);

test('a backup is readable with its key only, and a damaged backup changes nothing', async () => {
  const [name = ''] = (await readdir(at('backups'))).filter((found) => /^\d/.test(found));
  for (const file of await readdir(at(join('backups', name)))) {
    const bytes = await readFile(at(join('backups', name, file)));
    expect(bytes.includes('words 6') || (bytes.includes('password_hash') && file !== 'manifest.json')).toBe(false);
    if (file !== 'manifest.json') expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/);
  }
  const { stdout: other } = await sagasu(world(), 'backup', 'key');
  await writeFile(at('other.txt'), other);
  const wrong = await sagasu(world(), 'restore', at('backups'), '--key', at('other.txt'), '--replace');
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('is it the right key?') as string });
  const table = at(join('backups', name, 'boards.copy.zst.age'));
  await truncate(table, (await stat(table)).size - 1);
  const damaged = await sagasu(world(), 'restore', at('backups'), '--key', at('key.txt'), '--replace');
  expect(damaged).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was changed') as string });
  expect((await world().pool.query('select 1 from boards')).rowCount).toBe(1);
  const without = await sagasu(world(), 'backup', at('backups'));
  expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining('--recipient') as string });
});
