import { expect, test } from 'vitest';
import { JsonReporter } from '../../../cli/tasks/reporter.ts';
import { redraw } from '../../../cli/tasks/live-lines.ts';
import { whyItWaits, type Standing } from '../../../cli/tasks/unfinished.ts';
import { exitCodeOf } from '../../../cli/tasks/watch.ts';
import { aTask, anEndedTask } from './sample-tasks.ts';

// oxlint-disable-next-line no-control-regex -- escapes are what is read
const TERMINAL_INPUT = /\u001B\[(\d+)A|\u001B\[([KJ])|([\r\n])|([^\u001B\r\n]+)/g;

/** What a terminal shows after these bytes: enough of one for what is written here. */
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

test('lines are drawn where the last ones stood, and those that are fewer leave none behind', () => {
  const first = redraw(0, ['one', 'two', 'three']);
  expect(screenAfter(first)).toEqual(['one', 'two', 'three', '']);
  const second = redraw(3, ['1', '2']);
  expect(screenAfter(first, second)).toEqual(['1', '2', '']);
  expect(screenAfter(first, second, redraw(2, ['a line that stays', '1', '2']), redraw(2, ['3']))).toEqual([
    'a line that stays',
    '3',
    '',
  ]);
});

test('elsewhere than on a terminal a change is a line, at most one a second, and the end is always told', () => {
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
  const told = () => lines.map((line) => (JSON.parse(line) as { progress: { done: number } }).progress.done);
  reporter.update([done(1)]);
  now = 400;
  reporter.update([done(2)]);
  expect(told()).toEqual([1]);
  now = 1_000;
  reporter.update([done(3)]);
  now = 5_000;
  reporter.update([done(3)]);
  expect(told()).toEqual([1, 3]);
  reporter.update([done(4)]);
  reporter.update([{ ...done(5), status: 'succeeded' }]);
  reporter.update([{ ...done(5), status: 'succeeded' }]);
  expect(told()).toEqual([1, 3, 4, 5]);
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
});

test('the exit code is that of the worst end', () => {
  const succeeded = anEndedTask();
  const failed = anEndedTask({ status: 'failed' });
  const cancelled = anEndedTask({ status: 'cancelled' });
  const drift = anEndedTask({ kind: 'verify', details: { found: 5, drift: 2 } });
  const mended = anEndedTask({ kind: 'verify', details: { found: 5, drift: 0 } });
  expect(
    [
      [succeeded, mended],
      [drift, succeeded],
      [cancelled, drift],
      [cancelled, failed],
    ].map(exitCodeOf),
  ).toEqual([0, 1, 3, 1]);
});

function standing(id: number, kind: Standing['kind'], held: boolean): Standing {
  return { id, kind, board: 'g', options: {}, held };
}

test('a task that nobody works on says why', () => {
  expect(whyItWaits(1, [standing(1, 'reindex', true)])).toBeNull();
  expect(whyItWaits(1, [])).toBeNull();
  expect(whyItWaits(1, [standing(1, 'verify', false)])).toContain('no indexer');
  expect(whyItWaits(2, [standing(1, 'reindex', true), standing(2, 'reindex', false)])).toContain('task 1 rebuilds /g/');
  expect(whyItWaits(2, [standing(1, 'reindex', true), standing(2, 'verify', false)])).toContain('busy');
  expect(whyItWaits(2, [standing(1, 'reindex', false), standing(2, 'reindex', false)])).toContain('no indexer');
});
