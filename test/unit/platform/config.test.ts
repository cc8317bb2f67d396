import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { readConfig, requireStores } from '../../../platform/config.ts';
import { ConfigError } from '../../../platform/errors.ts';
import { assertOwnRole } from '../../../platform/roles.ts';

describe('readConfig', () => {
  test('an empty environment gives every default', () => {
    expect(readConfig({})).toMatchObject({ port: 8080, host: '127.0.0.1', databaseUrl: null, indexPrefix: '' });
  });

  test('an empty value counts as not set', () => {
    expect(readConfig({ SAGASU_PORT: '' }).port).toBe(8080);
  });

  test('all wrong settings are named in one message', () => {
    expect(() =>
      readConfig({ SAGASU_PORT: '70000', SAGASU_SECRET: 'short', ELASTICSEARCH_URL: 'http://a:1, nowhere' }),
    ).toThrow(
      'ELASTICSEARCH_URL must be a URL that begins with http:// or https://; SAGASU_PORT must be a whole number from 0 to 65535, not "70000"; SAGASU_SECRET must have at least 32 characters',
    );
  });

  test('a flag accepts only true or false', () => {
    expect(readConfig({}).crawlers).toBe(true);
    expect(readConfig({ SAGASU_CRAWLERS: 'false' }).crawlers).toBe(false);
    expect(() => readConfig({ SAGASU_CRAWLERS: 'no' })).toThrow('SAGASU_CRAWLERS must be true or false, not "no"');
  });

  test('a misspelt setting is refused with the closest name', () => {
    expect(() => readConfig({ SAGASU_PROT: '1' })).toThrow('SAGASU_PROT is not a setting; did you mean SAGASU_PORT?');
  });

  test('variables of other programs are ignored', () => {
    expect(() => readConfig({ HOME: '/', PATH: '/bin', SAGA: 'x' })).not.toThrow();
  });

  test('a value can come from a file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'sagasu-')), 'url');
    writeFileSync(file, 'postgres://u:p@127.0.0.1/db\n');
    expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://u:p@127.0.0.1/db');
  });

  test('a PostgreSQL address may name a socket without a host, as in psql', () => {
    const { databaseUrl } = readConfig({ DATABASE_URL: 'postgres://sagasu_server:p@/d?host=/run/postgresql' });
    const client = new pg.Client({ connectionString: databaseUrl ?? '' });
    expect(client).toMatchObject({ host: '/run/postgresql', database: 'd', user: 'sagasu_server' });
    expect(() => assertOwnRole(databaseUrl ?? '', 'server')).not.toThrow();
  });

  test('a file that cannot be read is an error that names it', () => {
    expect(() => readConfig({ DATABASE_URL_FILE: '/nowhere/at-all' })).toThrow(/DATABASE_URL_FILE.*\/nowhere\/at-all/);
  });

  test('several Elasticsearch addresses are separated by commas', () => {
    expect(readConfig({ ELASTICSEARCH_URL: 'http://a:1,http://b:2' }).elasticsearchUrls).toEqual([
      'http://a:1',
      'http://b:2',
    ]);
  });

  test.each(['0', '2', '4'])('%s Elasticsearch nodes are refused with the reason', (nodes) => {
    expect(() => readConfig({ SAGASU_ELASTICSEARCH_NODES: nodes })).toThrow(
      `SAGASU_ELASTICSEARCH_NODES must be odd, not ${nodes}: a cluster works while more than half of its nodes run`,
    );
  });

  test('an index has one replica in a cluster and none on one node, unless the setting differs', () => {
    expect(readConfig({}).indexReplicas).toBe(0);
    expect(readConfig({ SAGASU_ELASTICSEARCH_NODES: '3' }).indexReplicas).toBe(1);
    expect(readConfig({ SAGASU_ELASTICSEARCH_NODES: '3', SAGASU_INDEX_REPLICAS: '0' }).indexReplicas).toBe(0);
    expect(readConfig({ SAGASU_INDEX_REPLICAS: '2' }).indexReplicas).toBe(2);
  });

  test.each(['0', '61', '1s'])('%s is refused as a refresh interval, with the range', (seconds) => {
    expect(() => readConfig({ SAGASU_INDEX_REFRESH_SECONDS: seconds })).toThrow(
      `SAGASU_INDEX_REFRESH_SECONDS must be a whole number from 1 to 60, not "${seconds}"`,
    );
  });

  test('a missing store is an error that names its setting', () => {
    expect(() => requireStores(readConfig({ DATABASE_URL: 'postgres://h/d' }), 'server')).toThrow(ConfigError);
    expect(() => requireStores(readConfig({ DATABASE_URL: 'postgres://h/d' }), 'server')).toThrow(
      /set REDIS_URL, ELASTICSEARCH_URL/,
    );
  });

  test('a value outside a list of choices is refused with the choices', () => {
    expect(() => readConfig({ SAGASU_LOG_LEVEL: 'loud' })).toThrow(
      'SAGASU_LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud"',
    );
  });

  test('a problem with an address does not quote it, because it may hold a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'p4ssw0rd@nowhere' })).toThrow(
      /^DATABASE_URL must be a URL that begins with postgres:\/\/ or postgresql:\/\/$/,
    );
    expect(() => readConfig({ REDIS_URL: 'redis-sentinel://:p4ssw0rd@a:26379/0' })).not.toThrow(/p4ssw0rd/);
  });

  test.each([
    ['DATABASE_URL', 'mysql://h/d', 'postgres:// or postgresql://, not with mysql://'],
    ['DATABASE_URL', 'https://h/d', 'postgres:// or postgresql://, not with https://'],
    ['REDIS_URL', 'redis-sentinel://:pw@a:26379/0', 'redis:// or rediss://, not with redis-sentinel://'],
    ['REDIS_URL', 'redis+cluster://a', 'redis:// or rediss://, not with redis+cluster://'],
    ['REDIS_URL', 'unix:///run/redis.sock', 'redis:// or rediss://, not with unix://'],
    ['REDIS_URL', 'localhost:6379', 'redis:// or rediss://'],
    ['ELASTICSEARCH_URL', 'http://a:9200,elastic://b', 'http:// or https://, not with elastic://'],
    ['ELASTICSEARCH_URL', 'localhost:9200', 'http:// or https://'],
    ['SAGASU_PUBLIC_URL', 'ftp://archive.example', 'http:// or https://, not with ftp://'],
    ['SAGASU_SCRAPER_OWN_ORIGIN', 'file:///etc', 'http:// or https://, not with file://'],
  ])('%s=%s is refused with the schemes that are allowed', (name, value, schemes) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name} must be a URL that begins with ${schemes}`);
  });

  test.each(['', 'a:b', 'redis://a', 'a,', 'a:1/0'])('sentinels written as "%s" are refused', (sentinels) => {
    expect(() => readConfig({ REDIS_URL: `redis://:pw@primary/0?sentinels=${sentinels}` })).toThrow(
      'REDIS_URL must name sentinels as host:port',
    );
  });

  test.each(['socks5://proxy.example:1080', 'proxy.example:3128'])('%s is refused as a proxy', (proxy) => {
    expect(() => readConfig({ SAGASU_SCRAPER_PROXIES: `a.example=${proxy}` })).toThrow(
      'SAGASU_SCRAPER_PROXIES must be host=http://proxy',
    );
  });

  test.each([
    ['DATABASE_URL', 'postgresql://h/d'],
    ['REDIS_URL', 'rediss://:pw@h/0'],
    ['REDIS_URL', 'REDIS://h'],
    ['REDIS_URL', 'redis://:pw@primary/0?sentinels=10.0.0.1:26379, [::1]:1,host'],
    ['ELASTICSEARCH_URL', 'https://a, http://b'],
  ])('%s=%s is accepted', (name, value) => {
    expect(() => readConfig({ [name]: value })).not.toThrow();
  });

  test.each([
    'javascript:alert(1)',
    'ftp://archive.example.org',
    'https:archive.example.org',
    'archive.example.org:8080',
  ])('%s is refused as the public address, since links begin with it', (url) => {
    expect(() => readConfig({ SAGASU_PUBLIC_URL: url })).toThrow(
      'SAGASU_PUBLIC_URL must be a URL that begins with http:// or https://',
    );
    expect(() => readConfig({ SAGASU_SCRAPER_OWN_ORIGIN: url })).toThrow(
      'SAGASU_SCRAPER_OWN_ORIGIN must be a URL that',
    );
  });

  test('other archives have a post address, and a list of boards if they do not have all', () => {
    expect(readConfig({}).otherArchives).toEqual([]);
    const written =
      'Desu = https://desu.example/{board}/post/{num}/ a g, Moe=http://moe.example/{board}/thread/{thread}#p{num}';
    expect(readConfig({ SAGASU_OTHER_ARCHIVES: written }).otherArchives).toEqual([
      { name: 'Desu', url: 'https://desu.example/{board}/post/{num}/', boards: new Set(['a', 'g']) },
      { name: 'Moe', url: 'http://moe.example/{board}/thread/{thread}#p{num}', boards: null },
    ]);
  });

  test.each([
    'https://desu.example/{board}/post/{num}',
    'Desu=desu.example/{num}',
    'Desu=javascript:alert({num})',
    'Desu=https://desu.example/',
    'Desu=https://{board}.example/{num}',
    'Desu=https://desu.example/{post}/{num}',
    'Desu=https://desu.example/{num',
    '=https://desu.example/{num}',
  ])('other archives: %s is refused with the form', (written) => {
    expect(() => readConfig({ SAGASU_OTHER_ARCHIVES: written })).toThrow(/SAGASU_OTHER_ARCHIVES must be name=https/);
  });

  test('trusted proxies are addresses and networks; without the setting there are none', () => {
    expect(readConfig({}).trustedProxies).toEqual([]);
    const written = '127.0.0.1, 172.16.0.0/12,::1,fd00::/8';
    expect(readConfig({ SAGASU_TRUSTED_PROXIES: written }).trustedProxies).toEqual([
      '127.0.0.1',
      '172.16.0.0/12',
      '::1',
      'fd00::/8',
    ]);
  });

  test.each([
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0',
    '10.0.0.0/',
    'proxy',
    'true',
    '1',
    'loopback',
    'fe80::1%eth0',
  ])('%s is refused as a trusted proxy', (written) => {
    expect(() => readConfig({ SAGASU_TRUSTED_PROXIES: `127.0.0.1,${written}` })).toThrow(
      `SAGASU_TRUSTED_PROXIES must be IP addresses or networks such as 172.16.0.0/12, separated by commas, not "${written}"`,
    );
  });

  test('derived defaults: files are in the data folder unless the setting names another', () => {
    expect(readConfig({ SAGASU_DATA: '/srv/sagasu' }).mediaDir).toBe('/srv/sagasu/media');
    expect(readConfig({ SAGASU_DATA: '/srv/sagasu', SAGASU_MEDIA: '/mnt/files' }).mediaDir).toBe('/mnt/files');
    expect(readConfig({}).searchConcurrency).toBeGreaterThan(0);
  });
});
