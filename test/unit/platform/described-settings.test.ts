import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeSettings } from '../../../platform/config.ts';

test('settings are described with their source, and texts without their value', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sagasu-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'secret');
  writeFileSync(file, 'a secret of at least thirty-two characters\n');
  const described = describeSettings({
    SAGASU_SECRET_FILE: file,
    DATABASE_URL: 'postgres://user:xyzzy@host/database',
    SAGASU_SCRAPER_INTERVAL_MS: '20000',
  });
  const find = (name: string) => described.find((one) => one.name === name);
  expect(find('SAGASU_SECRET')).toMatchObject({ source: 'file', value: null });
  expect(find('DATABASE_URL')).toMatchObject({ source: 'environment', value: null, fallback: null });
  expect(find('SAGASU_SCRAPER_INTERVAL_MS')).toMatchObject({ source: 'environment', value: 20_000, fallback: '10000' });
  expect(find('SAGASU_SCRAPER_HOST_DELAY_MS')).toMatchObject({ source: 'default', value: 1_000 });
  expect(JSON.stringify(described)).not.toMatch(/xyzzy|a secret of at least/);
});
