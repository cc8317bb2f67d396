import { expect, test } from 'vitest';
import type { ProcessReport } from '../../../../platform/process-reports.ts';
import { presentReports } from '../../../../server/admin/environment.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');
const MINUTE = 60_000;
const seen = (seconds: number) => NOW - seconds * 1_000;
const aReport = (fields: Partial<ProcessReport>): ProcessReport => ({
  id: 'a',
  process: 'server',
  host: 'blue',
  pid: 1,
  version: '0.1.1',
  startedAt: NOW - 60 * MINUTE,
  seenAt: NOW,
  isStopped: false,
  settings: [],
  ...fields,
});
const port = (value: string, source: 'default' | 'environment' = 'environment') => ({
  name: 'SAGASU_PORT',
  source,
  file: null,
  value,
});
const statesOf = (...reports: readonly ProcessReport[]) =>
  presentReports(reports, NOW).processes.map(({ id, state }) => `${id} ${state}`);

test('a process is gone after 90 seconds without a report, unless it said that it stopped', () => {
  expect(
    statesOf(
      aReport({ id: 'fresh', pid: 1, seenAt: seen(89) }),
      aReport({ id: 'old', pid: 2, seenAt: seen(91) }),
      aReport({ id: 'closed', pid: 3, seenAt: seen(5), isStopped: true }),
    ),
  ).toEqual(['fresh running', 'old gone', 'closed stopped']);
});

test('an ended process is left out once another of its kind has started on its machine', () => {
  const ended = aReport({ id: 'ended', process: 'indexer', seenAt: NOW - 10 * MINUTE });
  const started = NOW - 9 * MINUTE;
  expect(statesOf(ended, aReport({ id: 'next', process: 'indexer', startedAt: started }))).toEqual(['next running']);
  expect(statesOf(ended, aReport({ id: 'other', process: 'indexer', host: 'red', startedAt: started }))).toEqual([
    'ended gone',
    'other running',
  ]);
  // Two indexers of one machine: the other one replaces nothing.
  expect(statesOf(ended, aReport({ id: 'beside', process: 'indexer', pid: 2 }))).toEqual([
    'ended gone',
    'beside running',
  ]);
});

test('equal values of several processes are one, and ended processes have none', () => {
  const { settings } = presentReports(
    [
      aReport({ id: 'server', settings: [port('81')] }),
      aReport({ id: 'indexer', process: 'indexer', settings: [port('8080', 'default')] }),
      aReport({
        id: 'scraper',
        process: 'scraper',
        settings: [port('8080', 'default'), { ...port('1'), name: 'NEWER' }],
      }),
      aReport({ id: 'gone', process: 'scraper', host: 'red', seenAt: NOW - 2 * MINUTE, settings: [port('99')] }),
    ],
    NOW,
  );
  expect(settings).toEqual([
    {
      name: 'NEWER',
      fallback: null,
      meaning: null,
      values: [{ source: 'environment', file: null, value: '1', processes: ['scraper'] }],
    },
    {
      name: 'SAGASU_PORT',
      fallback: '8080',
      meaning: 'Port of the server, for pages and API.',
      values: [
        { source: 'default', file: null, value: '8080', processes: ['indexer', 'scraper'] },
        { source: 'environment', file: null, value: '81', processes: ['server'] },
      ],
    },
  ]);
});
