/** `sagasu board add --source cable` and `sagasu cable` with a running scraper and an encrypting peer. Keys stay secret. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readKeyFile, readOrMakeKeyFile } from '../../key-files.ts';
import { noiseKeys } from '../../noise/handshake.ts';
import { storePosts } from '../../views/store-posts.ts';
import type { CabalList } from '../../contract/cabals.ts';
import { readConfig } from '../../../../platform/config.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { startScraper } from '../../../../scraper/scraper.ts';
import { arrivedPost, insertCabal } from '../support/cabals.ts';
import { dialTo, listenFor, secretsOf, startHost } from '../support/hosts.ts';
import { keysOf, makePost } from '../support/posts.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import { freePort } from '../../../../test/support/ports.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { givenAdmin } from '../../../../test/integration/server/admin/given-admin.ts';
import { givenServer } from '../../../../test/integration/server/given-archive.ts';
import { sagasu } from '../../../../test/integration/cli/harness.ts';

const world = useWorld();
const NOW = Date.now();
const [ANN, BOB] = [keysOf(1), keysOf(2)];
const KEY = ANN.publicKey.toString('hex');

let folder: string;
let keyFile: string;
/** All output of commands, logs and answers. */
const told: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sagasu-cable-cli-'));
  keyFile = join(folder, 'cabal.key');
  await readOrMakeKeyFile(keyFile);
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

async function run(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await sagasu(world(), ...args);
  told.push(stdout, stderr);
  return { code, stdout, stderr };
}

const linesOf = <T>(stdout: string): T[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

/** Encodings of 32 bytes. */
function formsOf(key: Buffer): string[] {
  const hex = key.toString('hex');
  return [
    hex,
    hex.toUpperCase(),
    key.toString('base64'),
    key.toString('base64url'),
    [...key].join(','),
    [...key].join(', '),
  ];
}

async function rowsOfCabals(): Promise<string> {
  const { rows: tables } = await world().pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and relname ~ '^(cab|boards|audit|tasks|settings)'`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await world().pool.query<{ line: string }>(`select to_jsonb(t)::text as line from ${name} t`);
    texts.push(...rows.map(({ line }) => line));
  }
  expect(tables.length).toBeGreaterThan(12);
  return texts.join('\n');
}

test('commands add a channel and block and unblock an author, and no output or table contains a key', async () => {
  const cabalKey = await readKeyFile(keyFile);
  const pool = createPostgresPool({ url: world().databaseUrl, pipeline: true });
  onTestFinished(() => pool.end());
  const remoteCabal = await insertCabal(world().pool, 'remote');
  const posts = [
    makePost(ANN, NOW, { type: 'text', channel: 'tea', text: 'of ann' }),
    makePost(ANN, NOW + 1, { type: 'join', channel: 'tea' }),
    makePost(BOB, NOW + 2, { type: 'text', channel: 'tea', text: 'of bob' }),
  ];
  await storePosts(
    pool,
    remoteCabal,
    posts.map(({ bytes }) => arrivedPost(bytes)),
    new Date(),
  );
  const remote = startHost(pool, remoteCabal);
  const listener = await listenFor(remote.host, { cabalKey, staticKeys: noiseKeys(), prologue: 'CABLE/1.0' });
  onTestFinished(async () => {
    remote.host.close();
    await listener.close();
  });
  const url = `cable://127.0.0.1:${listener.port}`;
  const add = async (...more: string[]) => run('board', 'add', 'tea', '--source', 'cable', '--url', url, ...more);

  expect(await add()).toMatchObject({ code: 2, stderr: expect.stringContaining('--channel') });
  await chmod(keyFile, 0o644);
  expect(await add('--channel', 'tea', '--key-file', keyFile)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('chmod 600'),
  });
  await chmod(keyFile, 0o600);
  expect(await add('--channel', 'tea', '--key-file', keyFile)).toMatchObject({ code: 0 });
  const { rows } = await world().pool.query(`select settings -> 'unlisted' as unlisted from boards where name = 'tea'`);
  expect(rows).toEqual([{ unlisted: true }]);

  const log = new Writable({
    write(chunk: Buffer, _encoding, done) {
      told.push(chunk.toString());
      done();
    },
  });
  const { databaseUrl, redisUrl, queuePrefix } = world();
  const registry = new Registry();
  const port = await freePort();
  const scraper = await startScraper({
    config: readConfig({
      SAGASU_DATA: folder,
      SAGASU_QUEUE_PREFIX: queuePrefix,
      SAGASU_MEDIA_CONCURRENCY: '0',
      SAGASU_CABLE_LISTEN: `127.0.0.1:${port}`,
    }),
    stores: { databaseUrl: loginUrl(databaseUrl, 'scraper'), redisUrl },
    logger: pino({ level: 'trace' }, log),
    registry,
    now: () => new Date(),
    worker: 'cli test',
  });
  onTestFinished(() => scraper.close());
  const listed = async () =>
    linesOf<CabalList['cabals'][number]>((await run('cable', 'list', '--json')).stdout).find(
      ({ channels }) => channels.length > 0,
    );
  await expect.poll(listed).toMatchObject({ is_running: true, posts: 3 });
  // A peer with another key is refused.
  await expect.poll(() => dialTo(port, null).then((connection) => connection.destroy())).toBeUndefined();
  await expect(dialTo(port, secretsOf(9))).rejects.toThrow(/connection/);
  await expect
    .poll(async () => linesOf((await run('cable', 'refusals', '--json')).stdout))
    .toContainEqual(expect.objectContaining({ reason: 'connection', peer: '127.0.0.1' }));
  await expect
    .poll(async () => linesOf((await run('cable', 'peers', '--json')).stdout))
    .toContainEqual(
      expect.objectContaining({ peer: `127.0.0.1:${listener.port}`, is_encrypted: true, is_dialled: true }),
    );
  await run('cable', 'peers');
  await run('cable', 'list');

  await expect
    .poll(async () => (await run('cable', 'block', 'tea', KEY, '--dry-run')).stdout)
    .toMatch(/1 posts on \/tea\/, and 1 others\. Nothing was changed/);
  expect(await run('cable', 'block', 'tea', 'no key')).toMatchObject({ code: 2 });
  expect((await run('cable', 'block', 'tea', KEY, '--reason', 'a reason')).stdout).toContain(
    'purged 1 posts, dropped 1 others',
  );
  expect(await listed()).toMatchObject({ posts: 1, blocked: [{ author: KEY, blocked_by: 'cli', reason: 'a reason' }] });
  expect((await run('cable', 'unblock', 'tea', KEY)).code).toBe(0);
  expect((await run('cable', 'unblock', 'tea', KEY)).code).not.toBe(0);
  expect((await run('cable', 'appoint', 'tea', KEY)).stdout).toContain('is a moderator of the cabal');
  expect(await listed()).toMatchObject({ moderators: [{ author: KEY, appointed_by: 'cli' }] });
  expect((await run('cable', 'dismiss', 'tea', KEY)).code).toBe(0);
  expect((await run('cable', 'dismiss', 'tea', KEY)).code).not.toBe(0);

  const server = await givenServer(world(), { logger: pino({ level: 'trace' }, log), clock: () => new Date() });
  onTestFinished(() => server.close());
  const admin = await givenAdmin(world(), server);
  const { body } = await admin.get('/cabals');
  const id = (body as CabalList).cabals.find(({ channels }) => channels.length > 0)?.id ?? 0;
  told.push(JSON.stringify(body));
  for (const path of [
    `/cabals/${id}/refusals`,
    `/cabals/${id}/authors/${KEY}`,
    '/boards',
    '/audit',
    '/boards/tea/settings',
  ])
    told.push(JSON.stringify((await admin.get(path)).body));
  told.push(
    JSON.stringify((await server.get('/api/v1/boards/tea')).body),
    await registry.metrics(),
    await rowsOfCabals(),
  );

  const identity = await readKeyFile(join(folder, 'cable-identity.key'));
  const all = told.join('\n');
  expect(all).toContain('joined a cabal');
  expect(all).toContain('sagasu_cable_strikes_total');
  for (const form of [...formsOf(cabalKey), ...formsOf(identity)]) expect(all.includes(form)).toBe(false);
});
