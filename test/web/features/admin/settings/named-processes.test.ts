import { expect, test } from 'vitest';
import type { EnvironmentSettings } from '../../../../../mappings/contract/environment.ts';
import { namedProcesses } from '../../../../../web/src/features/admin/settings/named-processes.ts';

type Process = EnvironmentSettings['processes'][number];
const aProcess = (id: string, process: Process['process'], state: Process['state'] = 'running'): Process => ({
  id,
  process,
  host: 'blue',
  pid: 1,
  version: '0.1.1',
  state,
  started_at: '2026-11-27T12:00:00Z',
  seen_at: '2026-11-27T12:00:00Z',
});
const [server, one, two, gone] = [
  aProcess('s', 'server'),
  aProcess('i1', 'indexer'),
  aProcess('i2', 'indexer'),
  aProcess('x', 'scraper', 'gone'),
];
const all = [server, one, two, gone];

test.each([
  ['no process, if all running ones have the value', ['s', 'i1', 'i2'], []],
  ['a kind, if all of it have the value', ['i1', 'i2'], [{ kind: 'indexer' }]],
  ['single ones otherwise', ['s', 'i2'], [{ kind: 'server' }, { one: two }]],
])('names %s', (_title, ids, expected) => {
  expect(namedProcesses(all, ids)).toEqual(expected);
});
