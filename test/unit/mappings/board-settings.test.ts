import { describe, expect, test } from 'vitest';
import {
  BoardSettingError,
  isWantedThread,
  readBoardSettings,
  settingsOf,
  withSetting,
  type StoredSettings,
} from '../../../mappings/board-settings.ts';

const set = (...assignments: string[]): StoredSettings => assignments.reduce(withSetting, {} as StoredSettings);

test('a board without settings is as every board', () => {
  expect(readBoardSettings({})).toMatchObject({
    refreshDelayMs: null,
    threadRefreshMs: 0,
    deletedThreadsThresholdPage: 8,
    archive: true,
    catalog: true,
    onlyThreads: null,
    media: { files: { op: true, reply: true }, thumbs: { op: true, reply: true } },
  });
});

test('what is set is read as it was meant', () => {
  const stored = set(
    'refreshDelay=60',
    'refreshDelayMax=90.5',
    'media.files.reply=false',
    'media.files.op=leek|potato',
  );
  const settings = readBoardSettings(structuredClone(stored));
  expect(settings).toMatchObject({ refreshDelayMs: 60_000, refreshDelayMaxMs: 90_500 });
  expect(settings.media.files.reply).toBe(false);
  expect(settings.media.files.op).toMatchObject({ source: 'leek|potato' });
  expect(stored).toEqual({
    refreshDelay: 60,
    refreshDelayMax: 90.5,
    media: { files: { reply: false, op: 'leek|potato' } },
  });
});

test('without a value a setting is the default again', () => {
  expect(settingsOf(withSetting(set('refreshDelay=60', 'archive=false'), 'archive='))).toEqual([['refreshDelay', 60]]);
});

describe('what is wrong is said, with the name of the setting', () => {
  test.each([
    ['refreshDelay=soon', 'refreshDelay', 'refreshDelay must be a number from 0.1 to 86400, not "soon"'],
    ['refreshDelay=0', 'refreshDelay', 'from 0.1'],
    ['deletedThreadsThresholdPage=1.5', 'deletedThreadsThresholdPage', 'whole number'],
    ['archive=yes', 'archive', 'true or false'],
    [
      'threads.not=(a',
      'threads.not',
      'threads.not is no regular expression that is understood here: a ( is not closed',
    ],
    ['media.thumbs.op=(?=x)', 'media.thumbs.op', 'only (?:'],
    ['media.thumbs=true', 'media.thumbs', 'is not a setting'],
    ['constructor=1', 'constructor', 'is not a setting'],
    ['refreshDelay', 'refreshDelay', 'needs a value'],
  ])('%s', (assignment, setting, message) => {
    expect(() => set(assignment)).toThrow(message);
    expect(() => set(assignment)).toThrow(expect.objectContaining({ setting }) as BoardSettingError);
  });

  test('also in what somebody wrote into the table', () => {
    for (const stored of [
      [],
      { refreshDelay: '60' },
      { media: 5 },
      { media: { files: { op: 1 } } },
      { colour: 'red' },
    ]) {
      expect(() => readBoardSettings(stored)).toThrow(BoardSettingError);
    }
  });

  test('a longest time that is shorter than the shortest', () => {
    expect(() => set('refreshDelay=60', 'refreshDelayMax=30')).toThrow('refreshDelayMax must not be less');
  });
});

test('threads.not goes before threads.only', () => {
  const settings = readBoardSettings(set('threads.only=garden', 'threads.not=weeds?'));
  const wanted = (subject: string | null, comment: string | null) => isWantedThread(settings, { subject, comment });
  expect(wanted('My Garden', null)).toBe(true);
  expect(wanted(null, 'a garden<br>of WEEDS')).toBe(false);
  expect(wanted('My boat', 'a mast')).toBe(false);
  expect(wanted(null, null)).toBe(false);
});
