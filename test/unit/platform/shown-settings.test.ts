import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shownSettings, withoutPasswords } from '../../../platform/shown-settings.ts';

const shown = (env: Record<string, string>, name: string) => {
  const found = shownSettings(env).find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no setting ${name}`);
  return found;
};

test('each setting has its source', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'sagasu-settings-')), 'url');
  writeFileSync(file, 'redis://:hush@host/0\n');
  const env = { SAGASU_PORT: '81', REDIS_URL_FILE: file };
  expect(shown(env, 'SAGASU_PORT')).toMatchObject({ source: 'environment', value: '81', default: '8080' });
  expect(shown(env, 'REDIS_URL')).toMatchObject({ source: 'file', file, value: 'redis://:…@host/0' });
  expect(shown(env, 'SAGASU_HOST')).toMatchObject({ source: 'default', value: '127.0.0.1' });
  expect(shown(env, 'SAGASU_CONTACT')).toMatchObject({ source: 'default', value: null });
});

test('no secret is shown, wherever it stands', () => {
  const secrets = {
    SAGASU_SECRET: 'hush hush hush hush hush hush hush hush',
    SAGASU_SERVER_DATABASE_PASSWORD: 'hush',
    SAGASU_TRIPCODE_SECRET: 'hush',
    SAGASU_S3_SECRET_ACCESS_KEY: 'hush',
    SAGASU_S3_ACCESS_KEY_ID: 'hush',
    DATABASE_URL: 'postgres://owner:hush@host/db?password=hush',
    ELASTICSEARCH_URL: 'http://elastic:hush@a:9200,https://elastic:hush%40@b',
    SAGASU_SCRAPER_PROXIES: 'a=http://u:hush@proxy:3128,b=http://u:hush@other',
  };
  expect(JSON.stringify(shownSettings(secrets))).not.toContain('hush');
  expect(shown(secrets, 'ELASTICSEARCH_URL').value).toBe('http://elastic:…@a:9200,https://elastic:…@b');
});

test.each([
  ['postgres://a:b@c/d', 'postgres://a:…@c/d'],
  ['redis://:b@c', 'redis://:…@c'],
  ['redis://:b@c/0?sentinels=d:1&sentinel_password=e', 'redis://:…@c/0?sentinels=d:1&sentinel_password=…'],
  ['https://c:9200?ca=/a.pem&api_key=aWQ6a2V5', 'https://c:9200?ca=/a.pem&api_key=…'],
  ['http://c:9200', 'http://c:9200'],
  ['http://c/?token=b&x=1', 'http://c/?token=…&x=1'],
  ['mail@example.org', 'mail@example.org'],
])('%s is shown as %s', (written, expected) => {
  expect(withoutPasswords(written)).toBe(expected);
});

test('each setting whose meaning speaks of a secret is one', () => {
  /** The first four are addresses, whose passwords are left out. */
  const others = new Set([
    'DATABASE_URL',
    'REDIS_URL',
    'ELASTICSEARCH_URL',
    'SAGASU_ALERT_SMTP_URL',
    'SAGASU_RATE_LIMIT',
  ]);
  const speaking = shownSettings({}).filter(
    ({ name, meaning }) => /\b(password|secret|token|access key|key that|key of)\b/i.test(meaning) && !others.has(name),
  );
  expect(speaking.length).toBeGreaterThan(5);
  expect(
    speaking.filter(({ is_secret: isSecret }) => !isSecret).map(({ name, meaning }) => `${name}: ${meaning}`),
  ).toEqual([]);
});
