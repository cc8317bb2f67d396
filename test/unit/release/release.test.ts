import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VERSION } from '../../../platform/version.ts';
import { notesOf } from '../../../release/notes.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const CHANGELOG =
  '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.2.0 – 2026-12-01\n\n### Upgrade notes\n\n- A change.\n\n## 0.1.1 – 2026-11-25\n\n- Older.\n';

test('the notes of a version are its section of the changelog', () => {
  expect(notesOf(CHANGELOG, '0.2.0')).toBe('### Upgrade notes\n\n- A change.');
  expect(notesOf(CHANGELOG, '0.1.1')).toBe('- Older.');
});

test('a version without a dated section, or with an empty one, is refused', () => {
  expect(() => notesOf(CHANGELOG, '0.1')).toThrow('no section "## 0.1 – DATE"');
  expect(() => notesOf('## 0.3.0\n\n- A change.\n', '0.3.0')).toThrow('no section');
  expect(() => notesOf('## 0.3.0 – 2026-12-02\n\n## 0.2.0 – 2026-12-01\n', '0.3.0')).toThrow('is empty');
});

test('the newest section of the changelog is that of this version, and the client has the same version', () => {
  const changelog = read('CHANGELOG.md');
  expect(notesOf(changelog, VERSION)).not.toBe('');
  expect(/^## (\d\S*) –/m.exec(changelog)?.[1]).toBe(VERSION);
  expect((JSON.parse(read('client/package.json')) as { version: string }).version).toBe(VERSION);
});
