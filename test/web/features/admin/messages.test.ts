import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import type { Task } from '../../../../mappings/contract/admin.ts';
import tasks from '../../../../mappings/locales/en/tasks.json' with { type: 'json' };
import { REINDEX_STEPS } from '../../../../mappings/task.ts';
import { barShare } from '../../../../web/src/features/admin/boards/board-figures.tsx';
import { advisedAction, boardsWarning } from '../../../../web/src/features/admin/boards/board-row.tsx';
import { formatSpan, formatSpanLong, formatTimeLeft } from '../../../../web/src/features/admin/durations.ts';
import { readPostName } from '../../../../web/src/features/admin/posts/post-preview.tsx';
import { outcomeText } from '../../../../web/src/features/admin/posts/posts-page.tsx';
import { historyAddress, readHistoryFilter } from '../../../../web/src/features/admin/tasks/task-history.tsx';
import {
  endText,
  failureOfTask,
  progressText,
  taskSummary,
  taskState,
} from '../../../../web/src/features/admin/tasks/task-messages.ts';
import { stepsOf } from '../../../../web/src/features/admin/tasks/task-progress.tsx';
import { setLanguage } from '../../../../web/src/lib/messages.ts';
import { anAdminBoard, aTask } from './sample-tasks.ts';

const INDEXER = fileURLToPath(new URL('../../../../indexer', import.meta.url));

afterEach(async () => setLanguage('en'));

describe('time left', () => {
  test('is rounded to avoid false precision', () => {
    expect([0, 4.9, 7, 33, 58, 95, 754, 5_000, 90_000, 400_000].map(formatTimeLeft)).toEqual([
      'a few seconds left',
      'a few seconds left',
      'about 5 seconds left',
      'about 35 seconds left',
      'about 1 minute left',
      'about 2 minutes left',
      'about 13 minutes left',
      'about 1 hour 20 minutes left',
      'about 1 day 1 hour left',
      'about 5 days left',
    ]);
  });

  test('never shows 60 of a unit', () => {
    for (let seconds = 0; seconds < 300_000; seconds += 53) {
      expect(formatTimeLeft(seconds)).not.toMatch(/\b60 (seconds|minutes)|\b24 hours/);
    }
  });
});

test('a duration has its two largest units', () => {
  expect([0, 0.44, 9.5, 12, 60, 185, 7800, 180_000].map(formatSpan)).toEqual([
    '0s',
    '0.4s',
    '9.5s',
    '12s',
    '1m',
    '3m 5s',
    '2h 10m',
    '2d 2h',
  ]);
  expect([0.3, 1, 185].map(formatSpanLong)).toEqual(['less than a second', '1 second', '3 minutes 5 seconds']);
});

function states(task: Task) {
  return stepsOf(task)?.map(({ state }) => state);
}

describe('the steps of a reindex', () => {
  test('are done before the current one and pending after it', () => {
    expect(states(aTask({ step: 'catch_up' }))).toEqual(['done', 'done', 'current', 'waiting', 'waiting', 'waiting']);
  });

  test('are all pending before it starts', () => {
    expect(states(aTask({ status: 'enqueued', step: null }))).toEqual(REINDEX_STEPS.map(() => 'waiting'));
  });

  test('are all done once it succeeded, whichever step was stored last', () => {
    expect(states(aTask({ status: 'succeeded', step: 'verify' }))).toEqual(REINDEX_STEPS.map(() => 'done'));
  });

  test.each(['failed', 'cancelled'] as const)('show at which step a %s one stopped', (status) => {
    expect(states(aTask({ status, step: 'settle' }))).toEqual([
      'done',
      'done',
      'done',
      'stopped',
      'waiting',
      'waiting',
    ]);
  });

  test('are not shown for a task with one step', () => {
    expect(stepsOf(aTask({ kind: 'verify' }))).toBeNull();
  });
});

describe('the text for a task', () => {
  test('contains progress, rate and remaining time', () => {
    expect(progressText(aTask())).toBe('1,284 of 30,000 documents · 820 per second · about 35 seconds left');
  });

  test('has no remaining time while the task is paused', () => {
    expect(progressText(aTask({ paused: true }))).toBe('1,284 of 30,000 documents');
    expect(taskState(aTask({ paused: true }))).toBe('Paused');
    expect(taskState(aTask({ paused: true, cancelling: true }))).toBe('Stopping');
  });

  test('shows that it is queued', () => {
    const waiting = aTask({ status: 'enqueued', started_at: null, progress: null });
    expect(progressText(waiting)).toBe('Waiting in the queue.');
    expect(taskSummary(waiting)).toBe('Reindexing, queued');
  });

  test('does not show 100 % too early', () => {
    const almost = { done: 29_999, total: 30_000, unit: 'documents', per_second: null, seconds_left: null } as const;
    expect(taskSummary(aTask({ progress: almost }))).toBe('Reindexing · 99%');
  });

  test('contains the outcome and the reason', () => {
    const error = { code: 'index_drifts', message: '12 documents still differ.' };
    expect(endText(aTask({ status: 'failed', error }))).toBe(
      'Reindex of /ck/ failed after 1 minute 1 second. 12 documents still differ.',
    );
    expect(endText(aTask({ kind: 'verify', status: 'succeeded', duration_ms: 400 }))).toBe(
      'Verification of /ck/ succeeded after less than a second.',
    );
  });
});

describe('why a task failed', () => {
  const drift = { code: 'drift', message: 'the new index of /ck/ still differs in 12 documents: the old one stays' };

  test('is the API’s message in English and the text in other languages', async () => {
    expect(failureOfTask(drift)).toBe(drift.message);
    await setLanguage('de');
    expect(failureOfTask(drift)).toBe(
      'Der neue Index weicht noch von der Datenbank ab. Die Suche verwendet weiterhin den alten.',
    );
    expect(endText(aTask({ status: 'failed', error: drift }))).toContain('weicht noch von der Datenbank ab');
    await setLanguage('ja');
    expect(failureOfTask(drift)).toBe(
      '新しいインデックスがまだデータベースと一致しません。検索は古いインデックスのままです。',
    );
  });

  test('falls back to the text for the API problem, then to the API’s message', async () => {
    await setLanguage('de');
    expect(failureOfTask({ code: 'board_unknown', message: 'there is no board 7' })).toBe(
      'Dieses Board ist nicht im Archiv.',
    );
    expect(failureOfTask({ code: 'unheard_of', message: 'The archive says so.' })).toBe('The archive says so.');
  });

  test('has texts only for codes that an indexer can send', () => {
    const source = globSync('**/*.ts', { cwd: INDEXER })
      .map((file) => readFileSync(join(INDEXER, file), 'utf8'))
      .join('\n');
    const codes = Object.keys(tasks).flatMap((key) => /^task\.failed\.(.+)$/.exec(key)?.[1] ?? []);
    expect(codes.length).toBeGreaterThan(5);
    expect(codes.filter((code) => !source.includes(`'${code}'`))).toEqual([]);
  });
});

describe('the advised action for a board', () => {
  test('is a reindex for an outdated mapping, a repair for drift, else a verification', () => {
    expect(advisedAction(anAdminBoard({ outdated: true, drift: 3 }))).toBe('reindex');
    expect(advisedAction(anAdminBoard({ drift: 3 }))).toBe('repair');
    expect(advisedAction(anAdminBoard())).toBe('verify');
    expect(advisedAction(anAdminBoard({ drift: null }))).toBe('verify');
  });

  test('is one sentence for all boards, and none if no board needs anything', () => {
    expect(boardsWarning([anAdminBoard(), anAdminBoard({ drift: null })])).toBeNull();
    const boards = ['a', 'b', 'g'].map((name) => anAdminBoard({ name, drift: 1, outdated: name === 'g' }));
    expect(boardsWarning(boards)).toBe(
      'Index and database differ on /a/, /b/ and /g/: verify and repair. ' +
        'Outdated mapping on /g/: reindex to get the new fields.',
    );
  });

  test('is visible in a bar even for one in a million', () => {
    expect(barShare(0, 1_000_000)).toBe(0);
    expect(barShare(1, 1_000_000)).toBeGreaterThan(0.03);
    expect(barShare(2_000_000, 1_000_000)).toBe(1);
  });
});

describe('the number of a post', () => {
  test.each([
    ['41699041', null, 41_699_041, 0],
    [' >>41699041 ', null, 41_699_041, 0],
    ['No.123', null, 123, 0],
    ['123_4', null, 123, 4],
    ['123,4', null, 123, 4],
    ['>>>/g/123', 'g', 123, 0],
    ['https://archive.example/g/thread/100#p123', 'g', 123, 0],
    ['https://archive.example/g/thread/100#p123_4', 'g', 123, 4],
    ['/g/thread/100', 'g', 100, 0],
    ['https://boards.example/ck/thread/100/', 'ck', 100, 0],
    ['http://127.0.0.1:8080/ck/post/123', 'ck', 123, 0],
  ])('%s is understood', (text, board, num, subnum) => {
    expect(readPostName(text)).toEqual({ board, num, subnum });
  });

  test.each(['', 'g', '0', '-1', '1.5', '12 13', '99999999999999999999', '/g/', 'javascript:1'])(
    '“%s” is invalid',
    (text) => {
      expect(readPostName(text)).toBeNull();
    },
  );
});

test('the result of a moderation names exactly what was requested', () => {
  const asked = { action: 'hide', board: 'g', num: 12 } as const;
  expect(outcomeText(asked, { posts: 1 })).toBe('Post 12 on /g/ is hidden.');
  expect(outcomeText({ ...asked, action: 'show' }, { posts: 0 })).toBe('No change: 12 on /g/ was already visible.');
  expect(outcomeText({ ...asked, action: 'purge', thread: true }, { posts: 1200 })).toBe(
    '1,200 posts of thread 12 on /g/ are purged.',
  );
});

test('the filters of the history survive the address, and invalid ones are ignored', () => {
  const filter = { board: 'ck', kind: 'verify', status: 'failed', before: '120' };
  const address = historyAddress(filter);
  expect(address).toBe('/admin/tasks?board=ck&kind=verify&status=failed&before=120');
  expect(readHistoryFilter(Object.fromEntries(new URL(address, 'http://x').searchParams))).toEqual(filter);
  expect(historyAddress(readHistoryFilter({ kind: 'dance', status: 'processing', before: '-1', other: 'x' }))).toBe(
    '/admin/tasks',
  );
});
