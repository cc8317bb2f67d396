import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { progressLine } from '../../../cli/tasks/progress-line.ts';
import { formatDuration } from '../../../cli/tasks/format.ts';
import { TASK_KINDS, TASK_STATUSES } from '../../../mappings/task.ts';
import { aTask, anEndedTask } from './sample-tasks.ts';

const at = (width: number) => ({ width, colours: false });

test('a wide terminal shows task, step, bar, share, counts, speed and time left', () => {
  expect(progressLine(aTask(), at(110))).toBe(
    'reindex /g/  copy 2/6  █████████████░░░░░░░░░░░░░░░░░  45 %  450,000/1,000,000 documents  12,346/s  45 s left',
  );
});

test('a line that is too long loses counts, then speed, then time left; a bar is drawn where there is room', () => {
  expect([88, 86, 60, 50, 40, 36, 20].map((width) => progressLine(aTask(), at(width)))).toEqual([
    'reindex /g/  copy 2/6  ████░░░░░  45 %  450,000/1,000,000 documents  12,346/s  45 s left',
    'reindex /g/  copy 2/6  45 %  450,000/1,000,000 documents  12,346/s  45 s left',
    'reindex /g/  copy 2/6  ████░░░░░░  45 %  12,346/s  45 s left',
    'reindex /g/  copy 2/6  45 %  12,346/s  45 s left',
    'reindex /g/  copy 2/6  45 %  45 s left',
    'reindex /g/  copy 2/6  45 %',
    'reindex /g/  copy 2…',
  ]);
});

test('no line is wider than the terminal, whatever the task', () => {
  const task = fc.record({
    kind: fc.constantFrom(...TASK_KINDS),
    board: fc.stringMatching(/^[a-z0-9]{1,32}$/),
    status: fc.constantFrom(...TASK_STATUSES),
    paused: fc.boolean(),
    cancelling: fc.boolean(),
    step: fc.option(fc.constantFrom('copy', 'catch_up', 'ranges')),
    progress: fc.option(
      fc.record({
        done: fc.nat(),
        total: fc.option(fc.nat()),
        unit: fc.constantFrom('documents' as const, 'ranges' as const),
        per_second: fc.option(fc.float({ min: 0, max: 1e9, noNaN: true })),
        seconds_left: fc.option(fc.float({ min: 0, max: 1e9, noNaN: true })),
      }),
    ),
    error: fc.option(fc.record({ code: fc.string(), message: fc.stringMatching(/^[a-z ]{0,200}$/) })),
  });
  fc.assert(
    fc.property(task, fc.integer({ min: 10, max: 200 }), fc.boolean(), (known, width, colours) => {
      const line = stripVTControlCharacters(progressLine(aTask(known), { width, colours }));
      expect(line.length).toBeLessThanOrEqual(width);
      expect(line).not.toContain('\n');
      expect(line.trim()).not.toBe('');
    }),
  );
});

test('without colours no line has an escape sequence', () => {
  const lines = [aTask(), aTask({ paused: true }), anEndedTask(), anEndedTask({ status: 'failed' })];
  for (const task of lines) expect(progressLine(task, at(100))).not.toContain('\u001B');
  expect(progressLine(anEndedTask(), { width: 100, colours: true })).toContain('\u001B[32m');
});

test.each([
  ['paused', aTask({ paused: true }), /45 %.*paused$/],
  ['being cancelled', aTask({ cancelling: true }), /stopping$/],
  [
    'of unknown length',
    aTask({ progress: { done: 3, total: null, unit: 'threads', per_second: null, seconds_left: null } }),
    /copy 2\/6 {2}3 threads$/,
  ],
  [
    'empty',
    aTask({ progress: { done: 0, total: 0, unit: 'documents', per_second: null, seconds_left: null } }),
    /0\/0 documents$/,
  ],
  [
    'beyond its planned total',
    aTask({ progress: { done: 11, total: 10, unit: 'ranges', per_second: null, seconds_left: 0 } }),
    /100 %/,
  ],
  ['without progress yet', aTask({ progress: null }), /^reindex \/g\/ {2}copy 2\/6$/],
  ['enqueued', aTask({ status: 'enqueued', step: null, progress: null }), /^reindex \/g\/ {2}enqueued$/],
  ['enqueued and paused', aTask({ status: 'enqueued', step: null, progress: null, paused: true }), /paused$/],
  ['cancelled', anEndedTask({ status: 'cancelled' }), /^reindex \/g\/ {2}cancelled after 1 min 40 s$/],
  [
    'failed',
    anEndedTask({ status: 'failed', error: { code: 'x', message: 'the disk is full' } }),
    /failed after 1 min 40 s: the disk is full$/,
  ],
  [
    'a verification without differences',
    anEndedTask({ kind: 'verify', details: { documents: 1_000_000, found: 0, drift: 0, pending: 0 } }),
    /succeeded after 1 min 40 s: 1,000,000 documents, 0 differed, 0 still differ$/,
  ],
])('progress line of a task: %s', (_, task, line) => {
  expect(progressLine(task, at(120))).toMatch(line);
});

test('a duration has at most two units', () => {
  expect([0, 449, 9_949, 9_950, 59_600, 185_000, 3_600_000, 97_200_000].map(formatDuration)).toEqual([
    '0.0 s',
    '0.4 s',
    '9.9 s',
    '10 s',
    '1 min 0 s',
    '3 min 5 s',
    '1 h 0 min',
    '1 d 3 h',
  ]);
});
