import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig, requireStores } from '../../../platform/config.ts';
import { ConfigError } from '../../../platform/errors.ts';

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
      /SAGASU_PORT.*70000.*SAGASU_SECRET.*32 characters.*ELASTICSEARCH_URL|SAGASU_SECRET.*ELASTICSEARCH_URL.*SAGASU_PORT/s,
    );
  });

  test('a flag is true or false, and nothing that looks like either', () => {
    expect(readConfig({}).crawlers).toBe(true);
    expect(readConfig({ SAGASU_CRAWLERS: 'false' }).crawlers).toBe(false);
    expect(() => readConfig({ SAGASU_CRAWLERS: 'no' })).toThrow('SAGASU_CRAWLERS must be true or false, not "no"');
  });

  test('a misspelt setting is refused with the name that was meant', () => {
    expect(() => readConfig({ SAGASU_PROT: '1' })).toThrow('SAGASU_PROT is not a setting; did you mean SAGASU_PORT?');
  });

  test('variables that are not ours are left alone', () => {
    expect(() => readConfig({ HOME: '/', PATH: '/bin', SAGA: 'x' })).not.toThrow();
  });

  test('a secret can come from a file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'sagasu-')), 'url');
    writeFileSync(file, 'postgres://u:p@127.0.0.1/db\n');
    expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://u:p@127.0.0.1/db');
  });

  test('a secret file that cannot be read is an error that names it', () => {
    expect(() => readConfig({ DATABASE_URL_FILE: '/nowhere/at-all' })).toThrow(/DATABASE_URL_FILE.*\/nowhere\/at-all/);
  });

  test('several Elasticsearch addresses come with commas', () => {
    expect(readConfig({ ELASTICSEARCH_URL: 'http://a:1,http://b:2' }).elasticsearchUrls).toEqual([
      'http://a:1',
      'http://b:2',
    ]);
  });

  test.each(['0', '2', '4'])('%s nodes of Elasticsearch are refused, and the sentence says why', (nodes) => {
    expect(() => readConfig({ SAGASU_ELASTICSEARCH_NODES: nodes })).toThrow(
      `SAGASU_ELASTICSEARCH_NODES must be odd, not ${nodes}: nodes go on as long as more than half of them run`,
    );
  });

  test('a cluster has a copy of each index without being told, one node has none, and what is set counts', () => {
    expect(readConfig({}).indexReplicas).toBe(0);
    expect(readConfig({ SAGASU_ELASTICSEARCH_NODES: '3' }).indexReplicas).toBe(1);
    expect(readConfig({ SAGASU_ELASTICSEARCH_NODES: '3', SAGASU_INDEX_REPLICAS: '0' }).indexReplicas).toBe(0);
    expect(readConfig({ SAGASU_INDEX_REPLICAS: '2' }).indexReplicas).toBe(2);
  });

  test('a process without a store says which setting is missing', () => {
    expect(() => requireStores(readConfig({ DATABASE_URL: 'postgres://h/d' }))).toThrow(ConfigError);
    expect(() => requireStores(readConfig({ DATABASE_URL: 'postgres://h/d' }))).toThrow(
      /set REDIS_URL, ELASTICSEARCH_URL/,
    );
  });
});
