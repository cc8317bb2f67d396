import { expect, test } from 'vitest';
import { wronglySkipped } from '../../support/skipped-tests.ts';

test('a skipped test is a failure unless its file reads captured boards', () => {
  const assertionResults = [
    { fullName: 'runs', status: 'passed' },
    { fullName: 'skips itself', status: 'skipped' },
  ];
  const sources: Readonly<Record<string, string>> = {
    'plain.test.ts': `test.skipIf(true)('skips itself')`,
    'captured.test.ts': `test.skipIf(process.env['SAGASU_CAPTURES'] === undefined)`,
  };
  const files = Object.keys(sources).map((name) => ({ name, assertionResults }));
  expect(wronglySkipped(files, (path) => sources[path] ?? '')).toEqual(['plain.test.ts: skips itself']);
});
