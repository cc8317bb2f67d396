/** docs/operations/search-index.md lists the exit codes of cli/exit-codes.ts. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EXIT_CODE_LINES } from '../../../cli/exit-codes.ts';

test('the table of exit codes has each code with its meaning', () => {
  const guide = readFileSync(new URL('../../../docs/operations/search-index.md', import.meta.url), 'utf8');
  const section = guide.slice(guide.indexOf('## Exit codes'));
  const rows = [...section.matchAll(/^\| (\d+) \| (.+) \|$/gm)].map(([, code, meaning]) => `${code} ${meaning}`);
  expect(rows).toEqual(EXIT_CODE_LINES);
});
