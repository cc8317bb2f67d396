import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareDataFolder } from '../../../../cli/start/prepare.ts';

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'sagasu-data-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const name of ['media', 'exports', 'cache']) mkdirSync(join(dir, name));
  writeFileSync(join(dir, 'removals.ndjson'), '{"action":"ban"}\n');
  return dir;
}

test('a fresh start deletes everything of the old archive, including its log of removals, and keeps downloaded programs', () => {
  const dir = folder();
  prepareDataFolder(dir, true);
  expect(readdirSync(dir).toSorted()).toEqual(['cache', 'logs']);
});

test('an ordinary start keeps everything', () => {
  const dir = folder();
  prepareDataFolder(dir, false);
  expect(readdirSync(dir).toSorted()).toEqual(['cache', 'exports', 'logs', 'media', 'removals.ndjson']);
});
