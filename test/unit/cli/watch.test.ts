import { expect, test } from 'vitest';
import { JsonReporter } from '../../../cli/tasks/reporter.ts';
import { redraw } from '../../../cli/tasks/live-lines.ts';
import { notCompared } from '../../../cli/tasks/not-compared.ts';
import { stalledReason, waitingReason, type UnfinishedTask } from '../../../cli/tasks/unfinished.ts';
import { exitCodeOf } from '../../../cli/tasks/watch.ts';
import { aTask, anEndedTask } from './sample-tasks.ts';

// oxlint-disable-next-line no-control-regex -- escape sequences are what the test reads
const TERMINAL_INPUT = /\u001B\[(\d+)A|\u001B\[([KJ])|([\r\n])|([^\u001B\r\n]+)/g;

/** The rows of a terminal after these bytes. Supports only the sequences that LiveLines writes. */
function screenAfter(...writes: readonly string[]): string[] {
  const rows: string[] = [''];
  let row = 0;
  for (const [, up, clear, control, text] of writes.join('').matchAll(TERMINAL_INPUT)) {
    if (up !== undefined) row -= Number(up);
    else if (clear === 'J') rows.length = row + 1;
    else if (control === '\n') rows[++row] ??= '';
    else if (text !== undefined) rows[row] = text;
    if (clear === 'J') rows[row] = '';
  }
  return rows;
}

test('lines replace the previous lines, and fewer lines leave no remains', () => {
  const first = redraw(0, ['one', 'two', 'three']);
  expect(screenAfter(first)).toEqual(['one', 'two', 'three', '']);
  const second = redraw(3, ['1', '2']);
  expect(screenAfter(first, second)).toEqual(['1', '2', '']);
  expect(screenAfter(first, second, redraw(2, ['a permanent line', '1', '2']), redraw(2, ['3']))).toEqual([
    'a permanent line',
    '3',
    '',
  ]);
});

test('without a terminal each change is a JSON line, at most one per second, and the end is always printed', () => {
  const lines: string[] = [];
  let now = 0;
  const reporter = new JsonReporter(
    { write: (line) => lines.push(String(line)) > 0 },
    { write: () => true },
    () => now,
  );
  const done = (count: number) =>
    aTask({
      duration_ms: now,
      progress: { done: count, total: 100, unit: 'documents', per_second: null, seconds_left: null },
    });
  const printed = () => lines.map((line) => (JSON.parse(line) as { progress: { done: number } }).progress.done);
  reporter.update([done(1)]);
  now = 400;
  reporter.update([done(2)]);
  expect(printed()).toEqual([1]);
  now = 1_000;
  reporter.update([done(3)]);
  now = 5_000;
  reporter.update([done(3)]);
  expect(printed()).toEqual([1, 3]);
  reporter.update([done(4)]);
  reporter.update([{ ...done(5), status: 'succeeded' }]);
  reporter.update([{ ...done(5), status: 'succeeded' }]);
  expect(printed()).toEqual([1, 3, 4, 5]);
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
});

test('the exit code is that of the worst result', () => {
  const succeeded = anEndedTask();
  const failed = anEndedTask({ status: 'failed' });
  const cancelled = anEndedTask({ status: 'cancelled' });
  const drift = anEndedTask({ kind: 'verify', details: { found: 5, drift: 2 } });
  const outdated = anEndedTask({ kind: 'verify', details: { documents: 0, drift: 0, outdated: ['posts-g-v4-0-1'] } });
  const mended = anEndedTask({ kind: 'verify', details: { found: 5, drift: 0 } });
  expect(
    [
      [succeeded, mended],
      [drift, succeeded],
      [cancelled, drift],
      [cancelled, failed],
      [succeeded, outdated],
      [outdated, drift],
    ].map(exitCodeOf),
  ).toEqual([0, 1, 3, 1, 4, 1]);
});

test('each part of a board that a verification did not compare is listed with the command to run', () => {
  const details = {
    drift: 0,
    documents: 0,
    outdated: ['posts-g-v4-0-1'],
    replaced: ['posts-g-v5-1-1'],
    unindexed: [2],
  };
  expect(notCompared(anEndedTask({ kind: 'verify', details }))).toEqual([
    'Not compared: /g/: posts-g-v4-0-1 has the mapping of an older version; run sagasu reindex g.',
    'Not compared: /g/: posts-g-v5-1-1 was removed or replaced meanwhile; run sagasu verify g.',
    'Not compared: /g/: slice 2 has posts and no index yet; once its posts are indexed, run sagasu verify g.',
  ]);
  const error = { code: 'search_rejected', message: 'the index is closed' };
  expect(notCompared(anEndedTask({ kind: 'verify', status: 'failed', error }))).toEqual([
    'Not compared: /g/: the index is closed.',
  ]);
  expect(notCompared(anEndedTask({ kind: 'reindex', details }))).toEqual([]);
});

function unfinished(id: number, kind: UnfinishedTask['kind'], held: boolean): UnfinishedTask {
  return { id, kind, board: 'g', options: {}, held, waiting_for: null };
}

test('a task without an indexer has a reason for waiting', () => {
  expect(waitingReason(1, [unfinished(1, 'reindex', true)])).toBeNull();
  expect(waitingReason(1, [])).toBeNull();
  expect(waitingReason(1, [unfinished(1, 'verify', false)])).toContain('no indexer');
  expect(waitingReason(2, [unfinished(1, 'reindex', true), unfinished(2, 'reindex', false)])).toContain(
    'task 1 is rebuilding /g/',
  );
  expect(waitingReason(2, [unfinished(1, 'reindex', true), unfinished(2, 'verify', false)])).toBe(
    'task 1 rebuilds /g/ first',
  );
  const elsewhere = { ...unfinished(1, 'reindex', true), board: 'a' };
  expect(waitingReason(2, [elsewhere, unfinished(2, 'verify', false)])).toContain('busy');
  expect(waitingReason(2, [unfinished(1, 'reindex', false), unfinished(2, 'reindex', false)])).toContain('no indexer');
});

test('work is stalled without an indexer, and while every indexer waits for a store', () => {
  const waiting = { ...unfinished(1, 'verify', true), waiting_for: 'Elasticsearch is unavailable (refused)' };
  expect(waitingReason(1, [waiting])).toBe('Elasticsearch is unavailable (refused)');
  expect(stalledReason([waiting, unfinished(2, 'verify', false)])).toBe('Elasticsearch is unavailable (refused)');
  expect(stalledReason([waiting, unfinished(2, 'reindex', true)])).toBeNull();
  expect(stalledReason([unfinished(1, 'verify', false), unfinished(2, 'import', true)])).toContain('no indexer');
});
