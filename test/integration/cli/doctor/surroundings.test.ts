/** `sagasu doctor`: settings, machine, files and network, in which each fault is planted. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Redis } from 'ioredis';
import { Datastores } from '../../../../platform/datastore/datastores.ts';
import { RemovalLog } from '../../../../platform/removal-log.ts';
import { insertBoard } from '../../../support/builders.ts';
import { freePort } from '../../../support/ports.ts';
import { useWorld } from '../../../support/world.ts';
import { givenConfig, givenServer } from '../../server/given-archive.ts';
import { diagnosisOf, examine, faults, hoursAhead, temporaryFolder, type Examined } from './examine.ts';
import { givenProc } from './given-proc.ts';

const world = useWorld();
let redis: Redis;

beforeAll(() => {
  redis = new Redis(world().redisUrl);
});

afterAll(() => {
  redis.disconnect();
});

/** A data folder of mode 0700, with these settings. */
function withData(env: Readonly<Record<string, string>> = {}): Examined & { readonly data: string } {
  const data = temporaryFolder();
  chmodSync(data, 0o700);
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  return { data, env: { SAGASU_DATA: data, ...env } };
}

describe('settings', () => {
  test('without an effect are named', async () => {
    expect(await faults(world(), 'settings.effect')).toEqual([]);
    expect(await faults(world(), 'settings.effect', { env: { SAGASU_S3_REGION: 'eu-1' } })).toEqual([
      'SAGASU_S3_REGION has no effect until SAGASU_S3_SECRET_ACCESS_KEY is set',
    ]);
  });

  test('that an archive for others needs are missed', async () => {
    const names = ['settings.secret', 'settings.contact', 'settings.public-url'];
    const bare = await diagnosisOf(world(), names, withData());
    expect(bare.findings.map(({ check, level }) => [check, level])).toEqual([
      ['settings.secret', 'warning'],
      ['settings.contact', 'note'],
    ]);
    const open = { SAGASU_SECRET: 'a secret that is long enough for tests', SAGASU_CONTACT: 'mail@example.org' };
    expect(await diagnosisOf(world(), names, withData(open))).toMatchObject({ findings: [] });
    expect(await faults(world(), 'settings.public-url', withData({ SAGASU_HOST: '0.0.0.0' }))).toEqual([
      'the server listens on 0.0.0.0, and SAGASU_PUBLIC_URL is not set',
    ]);
    const plain = withData({ SAGASU_PUBLIC_URL: 'http://archive.example.org' });
    expect(await faults(world(), 'settings.public-url', plain)).toEqual([
      'SAGASU_PUBLIC_URL is http://archive.example.org, without TLS',
    ]);
  });
});

describe('the machine', () => {
  test('with too few memory maps and open files is named', async () => {
    const names = ['machine.map-count', 'machine.open-files'];
    const low = givenProc({ mapCount: 65_530, openFiles: 20_000 });
    expect((await diagnosisOf(world(), names, { proc: low })).findings.map(({ found }) => found)).toEqual([
      'vm.max_map_count is 65530, below 262144',
      'a process may open 20000 files, fewer than 65535',
    ]);
    const high = givenProc({ mapCount: 262_144, openFiles: 65_535 });
    expect(await diagnosisOf(world(), names, { proc: high })).toMatchObject({ findings: [], unchecked: [] });
  });

  test('with a wrong clock is named', async () => {
    expect(await faults(world(), 'machine.clock')).toEqual([]);
    expect(await faults(world(), 'machine.clock', { now: hoursAhead(-0.025) })).toEqual([
      'the clock of PostgreSQL is 90 s ahead of that of this machine',
      'the clock of Redis is 90 s ahead of that of this machine',
    ]);
  });
});

describe('files', () => {
  test('that other users can read are closed with --fix', async () => {
    const given = withData();
    mkdirSync(join(given.data, 'roles'), { mode: 0o700 });
    writeFileSync(join(given.data, 'roles/server'), 'a password', { mode: 0o644 });
    chmodSync(given.data, 0o755);
    expect(await faults(world(), 'files.permissions', given)).toEqual([
      `other users have rights on the folder ${given.data}`,
      `other users can read ${join(given.data, 'roles/server')}`,
    ]);
    const { fixed } = await diagnosisOf(world(), ['files.permissions'], { ...given, fix: true });
    expect(fixed).toEqual(['files.permissions']);
    expect(statSync(given.data).mode & 0o777).toBe(0o750);
    expect(statSync(join(given.data, 'roles/server')).mode & 0o777).toBe(0o640);
  });

  test('a secret of a setting that other users can read is named', async () => {
    const given = withData();
    const path = join(given.data, 'key');
    writeFileSync(path, 'a secret that is long enough for tests', { mode: 0o604 });
    const found = await faults(world(), 'files.permissions', { env: { ...given.env, SAGASU_SECRET_FILE: path } });
    expect(found).toEqual([`other users can read ${path}`]);
  });

  test('a data folder that does not exist is named', async () => {
    const gone = join(temporaryFolder(), 'gone');
    expect(await examine(world(), 'files.data-folder', { env: { SAGASU_DATA: gone } })).toMatchObject([
      { level: 'error', found: `the folder ${gone} does not exist`, fix: `mkdir -p -m 700 ${gone}` },
    ]);
  });

  test('a purged post that is back, as after a restore, is noticed', async () => {
    const given = withData();
    const board = await insertBoard(world().pool, 'restored');
    await world().pool.query('select ensure_slice($1, 0)', [board.id]);
    expect(await faults(world(), 'files.removal-log', given)).toEqual([]);
    await new RemovalLog(given.data).append({
      action: 'purge',
      at: new Date().toISOString(),
      board: 'restored',
      posts: [{ num: 7, subnum: 0, thread: 7, opener: true, time_posted: '2020-01-01T00:00:00Z' }],
      threads: [],
    });
    expect(await examine(world(), 'files.removal-log', given)).toMatchObject([
      { level: 'error', found: expect.stringContaining('that were removed'), fix: 'sagasu restore finish' },
    ]);
  });

  test('a datastore whose disk is not mounted, and hashes without a datastore, are named', async () => {
    const given = withData();
    const disk = join(given.data, 'disk');
    const media = { mediaDir: given.data, s3AccessKeyId: null, s3SecretAccessKey: null, s3Region: '' };
    const datastores = new Datastores(world().pool, media);
    await datastores.add({ name: 'disk1', kind: 'local', base: disk, firstByte: 0, lastByte: 127 });
    await datastores.close();
    expect(await faults(world(), 'files.datastores', given)).toEqual([]);
    expect(await faults(world(), 'files.ranges', given)).toEqual(['no datastore takes new files of 80-ff']);
    rmSync(disk, { recursive: true });
    expect(await faults(world(), 'files.datastores', given)).toEqual([
      expect.stringMatching(/^the datastore disk1 cannot be used: .*is the disk mounted\?/),
    ]);
    await world().pool.query('delete from datastores');
  });
});

describe('the network', () => {
  test('a proxy that passes on requests without being trusted is noticed by the server and named', async () => {
    const server = await givenServer(world(), { redis, clock: () => new Date() });
    onTestFinished(async () => server.close());
    expect(await faults(world(), 'network.proxies')).toEqual([]);
    const ask = async (remoteAddress: string) =>
      server.app.inject({ url: '/livez', remoteAddress, headers: { 'x-forwarded-for': '192.0.2.7' } });
    // A client on the internet can add the header too.
    await ask('8.8.8.8');
    expect(await faults(world(), 'network.proxies')).toEqual([]);
    await ask('10.1.2.3');
    await expect
      .poll(async () => examine(world(), 'network.proxies'))
      .toMatchObject([
        {
          level: 'error',
          found: expect.stringMatching(
            /^the proxy 10\.1\.2\.3 passes on requests and is not in SAGASU_TRUSTED_PROXIES/,
          ),
        },
      ]);
    await redis.del(`${world().queuePrefix}:foreign-proxies`);
  });

  test('a trusted proxy is no fault', async () => {
    const config = { ...givenConfig(world()), trustedProxies: ['10.0.0.0/8'] };
    const server = await givenServer(world(), { redis, config, clock: () => new Date() });
    onTestFinished(async () => server.close());
    await server.app.inject({ url: '/livez', remoteAddress: '10.1.2.3', headers: { 'x-forwarded-for': '192.0.2.7' } });
    await server.app.inject({
      url: '/livez',
      remoteAddress: '172.16.0.9',
      headers: { 'x-forwarded-for': '192.0.2.7' },
    });
    await expect
      .poll(async () => faults(world(), 'network.proxies'))
      .toEqual([expect.stringMatching(/^the proxy 172\.16\.0\.9 /)]);
    await redis.del(`${world().queuePrefix}:foreign-proxies`);
  });

  test('a public address without an answer, and a certificate that is foreign or ends soon, are named', async () => {
    const folder = temporaryFolder();
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    execFileSync('openssl', [...args, '-keyout', key, '-out', cert, '-days', '3', '-subj', '/CN=localhost'], {
      stdio: 'pipe',
    });
    const site = createServer({ key: readFileSync(key), cert: readFileSync(cert) });
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    onTestFinished(() => void site.close());
    const { port } = site.address() as AddressInfo;
    const env = { SAGASU_PUBLIC_URL: `https://127.0.0.1:${port}` };
    expect((await examine(world(), 'network.tls', { env })).map(({ level, found }) => [level, found])).toEqual([
      [
        'error',
        expect.stringMatching(/^this machine does not trust the certificate of 127\.0\.0\.1:\d+: .*SELF_SIGNED/),
      ],
      ['warning', expect.stringMatching(/expires in 2 days$/)],
    ]);
    expect(await faults(world(), 'network.tls', { env, now: hoursAhead(96) })).toContain(
      `the certificate of 127.0.0.1:${port} has expired`,
    );
    const dead = { SAGASU_PUBLIC_URL: `http://127.0.0.1:${await freePort()}` };
    expect(await examine(world(), 'network.public-url', { env: dead })).toMatchObject([
      { level: 'error', found: expect.stringMatching(/livez does not answer: .*ECONNREFUSED/) },
    ]);
  });

  test('a public address that answers is no fault', async () => {
    const server = await givenServer(world(), { clock: () => new Date() });
    onTestFinished(async () => server.close());
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    expect(await faults(world(), 'network.public-url', { env: { SAGASU_PUBLIC_URL: address } })).toEqual([]);
  });

  test('sources without a name in DNS, or with a private address, are named', async () => {
    const { pool } = world();
    const board = await insertBoard(pool, 'lan');
    const names = ['network.names', 'network.private-sources'];
    expect(await diagnosisOf(world(), names)).toMatchObject({ findings: [], unchecked: [] });
    await pool.query('update boards set url = $2, media_url = $3 where id = $1', [
      board.id,
      'http://10.1.2.3',
      'http://files.invalid',
    ]);
    expect((await diagnosisOf(world(), names)).findings.map(({ found }) => found)).toEqual([
      'files.invalid, which /lan/ needs, cannot be resolved',
      '10.1.2.3, the source of /lan/, has the private address 10.1.2.3',
    ]);
    const env = { SAGASU_SCRAPER_PRIVATE_HOSTS: '10.1.2.3' };
    expect(await faults(world(), 'network.private-sources', { env })).toEqual([]);
    expect(await faults(world(), 'settings.user-agent')).toEqual([expect.stringContaining('/lan/')]);
    expect(await faults(world(), 'settings.user-agent', { env: { SAGASU_USER_AGENT: 'T/1 (a@b.c)' } })).toEqual([]);
    await pool.query('delete from boards where id = $1', [board.id]);
  });

  test('a store at a public address without TLS is an error, one on this machine is not', async () => {
    expect(await faults(world(), 'network.encryption')).toEqual([]);
    const urls = ['http://elastic:secret@8.8.8.8:9200', 'https://elastic:secret@8.8.4.4:9200'];
    const found = await examine({ ...world(), elasticsearchUrls: urls }, 'network.encryption');
    expect(found).toMatchObject([{ found: 'ELASTICSEARCH_URL leads to the public address 8.8.8.8 without TLS' }]);
  });
});
