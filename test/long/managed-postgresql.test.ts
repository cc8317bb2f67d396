/** The move to a managed PostgreSQL, as docs/operations/back-up.md describes it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import { PROCESS_NAMES, PROCESS_ROLES } from '../../platform/roles.ts';
import { createPostgresPool } from '../../platform/postgres.ts';
import { diagnosisOf } from '../integration/cli/doctor/examine.ts';
import { aPost, insertBoard, writePosts } from '../support/builders.ts';
import { runCommandWith, type CommandResult } from '../support/commands.ts';
import { drained, openIndexer } from '../support/indexer.ts';
import { loginUrl, PASSWORD } from '../support/logins.ts';
import { startManagedPostgresql, type ManagedPostgresql } from '../support/managed-postgresql.ts';
import { freePort } from '../support/ports.ts';
import { startProcess, stopProcess, worldEnvironment } from '../support/processes.ts';
import { useWorld, type WorldSettings } from '../support/world.ts';

const POSTS = 300;
const world = useWorld();
let managed: ManagedPostgresql;
/** The same archive after the move: its indices, queues and log of removals stay. */
let moved: WorldSettings;
let folder: string;

const withTls = (url: string, mode: string, authority?: string): string => {
  const address = new URL(url);
  address.searchParams.set('sslmode', mode);
  if (authority !== undefined) address.searchParams.set('sslrootcert', authority);
  return address.href;
};
const at = (name: string) => join(folder, name);
const PASSWORDS = Object.fromEntries(
  PROCESS_NAMES.map((name) => [`SAGASU_${name.toUpperCase()}_DATABASE_PASSWORD`, PASSWORD]),
);
const sagasu = async (where: WorldSettings, ...args: readonly string[]): Promise<CommandResult> =>
  runCommandWith(where, PASSWORDS, args);

/** The error of a command that cannot connect. */
async function refusal(url: string): Promise<string> {
  const { code, stderr } = await sagasu({ ...moved, databaseUrl: url }, 'migrate');
  expect(code).not.toBe(0);
  return stderr;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sagasu-move-'));
  managed = await startManagedPostgresql();
  moved = { ...world(), databaseUrl: withTls(managed.url, 'verify-full', managed.authority) };
});
afterAll(async () => {
  await managed.stop();
  for (const path of [folder, worldEnvironment(world())['SAGASU_DATA'] ?? ''])
    await rm(path, { recursive: true, force: true });
});

test('a backup is restored by an owner who is no superuser, with all rows and roles', async () => {
  const board = await insertBoard(world().pool, 'g');
  const posts = Array.from({ length: POSTS }, (_, place) =>
    aPost({ num: place + 1, thread: 1, comment: `a heron counts ${place + 1} reeds, ÄÖ zs 鷺` }),
  );
  await writePosts(world().pool, board, posts);
  const indexer = await openIndexer(world());
  await drained(world());
  await indexer.close();
  expect((await sagasu(world(), 'post', 'purge', '--yes', 'g/7')).code).toBe(0);
  const { stdout: key } = await sagasu(world(), 'backup', 'key');
  await writeFile(at('key.txt'), key);
  const recipient = /age1\S+/.exec(key)?.[0] ?? '';
  expect(await sagasu(world(), 'backup', at('backup'), '--recipient', recipient, '--no-files')).toMatchObject({
    code: 0,
  });
  // Removed after the backup: the log of removals outside the database repeats it.
  expect((await sagasu(world(), 'post', 'purge', '--yes', 'g/8')).code).toBe(0);

  expect(await sagasu(moved, 'restore', at('backup'), '--key', at('key.txt'))).toMatchObject({ code: 0 });
  expect(await sagasu(moved, 'migrate')).toMatchObject({ code: 0 });

  const pool = createPostgresPool({ url: moved.databaseUrl });
  try {
    const { rows } = await pool.query('select rolsuper from pg_roles where rolname = current_user');
    expect(rows).toEqual([{ rolsuper: false }]);
    const counts = await pool.query('select count(*)::int as posts, count(comment)::int as comments from posts');
    expect(counts.rows).toEqual([{ posts: POSTS, comments: POSTS - 2 }]);
  } finally {
    await pool.end();
  }
});

test('every role connects with TLS, and no connection is made to a server that cannot be trusted', async () => {
  for (const name of PROCESS_NAMES) {
    const client = new pg.Client({ connectionString: loginUrl(moved.databaseUrl, name) });
    await client.connect();
    const { rows } = await client.query(
      'select current_user as role, ssl from pg_stat_ssl where pid = pg_backend_pid()',
    );
    expect(rows).toEqual([{ role: PROCESS_ROLES[name], ssl: true }]);
    await client.end();
  }
  expect(await refusal(managed.url)).toMatch(/no pg_hba.conf entry|no encryption/);
  expect(await refusal(withTls(managed.url, 'verify-full'))).toMatch(/certificate/);
  expect(await refusal(withTls(managed.url, 'verify-full', managed.foreignAuthority))).toMatch(/certificate/);
  const byNumber = managed.url.replace('@localhost', '@127.0.0.1');
  for (const mode of ['require', 'verify-ca', 'verify-full'])
    expect(await refusal(withTls(byNumber, mode, managed.authority))).toMatch(/IP: 127\.0\.0\.1 is not in the cert/);
});

test('the doctor finds the schema, the rights and the roles whole, and names the locale', async () => {
  const { findings, unchecked } = await diagnosisOf(moved, null, { env: PASSWORDS });
  expect(unchecked).toEqual([]);
  const ofDatabase = findings.filter(({ check }) => /^(?:postgresql|schema|roles|versions|network)\./.test(check));
  expect(ofDatabase.map(({ check, found }) => [check, found])).toEqual([
    ['postgresql.locale', 'the locale of the database is en-US, not the built-in C.UTF-8'],
    ['roles.backup', 'there is no role sagasu_backup that reads every row'],
  ]);
});

test('indexer and server run over it, and searches find every post', async () => {
  const port = await freePort();
  const indexer = startProcess('indexer/main.ts', moved);
  const server = startProcess('server/main.ts', moved, { SAGASU_PORT: String(port) });
  try {
    expect(await sagasu(moved, 'verify')).toMatchObject({ code: 0 });
    const total = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/search?q=heron`).catch(() => null);
      if (answer?.status !== 200) return null;
      return ((await answer.json()) as { total: { value: number } }).total.value;
    };
    await expect.poll(total).toBe(POSTS - 2);
    const { rows } = await managed.asProvider(
      `select distinct usename::text as role, ssl from pg_stat_ssl join pg_stat_activity using (pid) where usename like 'sagasu_%' order by 1`,
    );
    expect(rows).toEqual([
      { role: 'sagasu_indexer', ssl: true },
      { role: 'sagasu_server', ssl: true },
    ]);
  } finally {
    await Promise.all([stopProcess(indexer), stopProcess(server)]);
  }
});

test('backups are made there too, by the owner', async () => {
  const recipient = /age1\S+/.exec((await sagasu(moved, 'backup', 'key')).stdout)?.[0] ?? '';
  expect(await sagasu(moved, 'backup', at('next'), '--recipient', recipient)).toMatchObject({ code: 0 });
  const base = await sagasu(moved, 'backup', 'base', at('next'), '--recipient', recipient);
  expect(base).toMatchObject({ code: 1 });
  expect(base.stderr).toMatch(
    /^sagasu: this role may not copy the data folder: as a superuser run alter role NAME replication/,
  );
});
