import { describe, expect, test } from 'vitest';
import { isWantedThread, readBoardSettings } from '../../../mappings/board-settings.ts';
import { readAssignments, withChanges, type StoredSettings } from '../../../mappings/board-settings/stored.ts';
import { BoardSettingError } from '../../../mappings/board-settings/table.ts';

const set = (...assignments: string[]): StoredSettings => withChanges({}, readAssignments(assignments));

test('a board without settings has the defaults of all boards', () => {
  expect(readBoardSettings({}, {})).toMatchObject({
    refreshDelayMs: null,
    threadRefreshMs: 0,
    deletedThreadsThresholdPage: 8,
    archive: true,
    catalog: true,
    onlyThreads: null,
    media: { files: { op: true, reply: true }, thumbs: { op: true, reply: true } },
  });
});

test('settings are read back as they were set', () => {
  const stored = set(
    'refreshDelay=60',
    'refreshDelayMax=90.5',
    'media.files.reply=false',
    'media.files.op=leek|potato',
  );
  const settings = readBoardSettings(structuredClone(stored), {});
  expect(settings).toMatchObject({ refreshDelayMs: 60_000, refreshDelayMaxMs: 90_500 });
  expect(settings.media.files.reply).toBe(false);
  expect(settings.media.files.op).toMatchObject({ source: 'leek|potato' });
  expect(stored).toEqual({
    refreshDelay: 60,
    refreshDelayMax: 90.5,
    media: { files: { reply: false, op: 'leek|potato' } },
  });
});

test('a removed value falls back to the default', () => {
  const stored = set('refreshDelay=60', 'archive=false');
  expect(withChanges(stored, readAssignments(['archive=']))).toEqual({ refreshDelay: 60 });
});

test('a board’s own value precedes the default of all boards, which precedes the built-in one', () => {
  const defaults = set('refreshDelay=60', 'archive=false', 'threads.not=weeds', 'media.files.op=leek');
  expect(readBoardSettings({}, defaults)).toMatchObject({
    refreshDelayMs: 60_000,
    archive: false,
    catalog: true,
    notThreads: { source: 'weeds' },
    media: { files: { op: { source: 'leek' }, reply: true } },
  });
  const own = set('refreshDelay=5', 'archive=true', 'threads.not=moss', 'media.files.reply=false');
  expect(readBoardSettings(own, defaults)).toMatchObject({
    refreshDelayMs: 5_000,
    archive: true,
    notThreads: { source: 'moss' },
    media: { files: { op: { source: 'leek' }, reply: false } },
  });
});

test('a board can turn off a default of all boards', () => {
  const defaults = set('threads.only=garden', 'threads.not=weeds', 'threadRefreshRateMax=600');
  const own = set('threads.only=none', 'threads.not=none', 'threadRefreshRateMax=none');
  expect(own).toEqual({ threads: { only: false, not: false }, threadRefreshRateMax: false });
  expect(readBoardSettings(own, defaults)).toMatchObject({
    onlyThreads: null,
    notThreads: null,
    threadRefreshMaxMs: null,
  });
  expect(() => set('refreshDelay=none')).toThrow('refreshDelay must be a number');
  expect(() => withChanges({}, { refreshDelay: false })).toThrow('refreshDelay must be a number');
});

test('an expression may look like a number, or like yes', () => {
  expect(set('threads.not=2024', 'threads.only=true')).toEqual({ threads: { not: '2024', only: 'true' } });
  expect(set('media.files.op=404', 'media.files.reply=true')).toEqual({ media: { files: { op: '404', reply: true } } });
});

test('changes are validated together, as one state', () => {
  const stored = set('refreshDelay=60', 'refreshDelayMax=90');
  expect(withChanges(stored, { refreshDelay: 300, refreshDelayMax: 600 })).toEqual({
    refreshDelay: 300,
    refreshDelayMax: 600,
  });
  expect(() => withChanges(stored, { refreshDelay: 300 })).toThrow('refreshDelayMax must not be less');
});

/** The error of an expression and the part at fault; null if there is none. */
function wrong(value: string) {
  try {
    withChanges({}, { 'threads.not': value });
    return null;
  } catch (error) {
    if (!(error instanceof BoardSettingError)) throw error;
    return (
      error.pattern && [error.fault, error.pattern.fault, value.slice(error.pattern.span.start, error.pattern.span.end)]
    );
  }
}

test('the position of an error in an expression is in units of the whole value', () => {
  expect(wrong('weeds\n\n(moss|\nnettles')).toEqual(['pattern', 'group-unclosed', '(moss|']);
  expect(wrong('𝕏\n𝕏a{9,3}')).toEqual(['pattern', 'count-wrong', '{9,3}']);
  expect(wrong('a\r\nb**\r\n')).toEqual(['pattern', 'repeats-twice', '**']);
  expect(wrong(`ok\n${'long'.repeat(80)}`)).toEqual(['pattern', 'too-long', 'long'.repeat(80)]);
  expect(wrong('[z-a]')).toEqual(['pattern', 'range-backwards', 'z-a']);
  expect(wrong(String.raw`tab\t\q`)).toEqual(['pattern', 'escape-unknown', String.raw`\q`]);
  expect(wrong('weeds\nmoss')).toBeNull();
});

test('unstorable and blank values are refused', () => {
  for (const value of ['a\0', '\ud800', ' \n ', '', null, ['a']]) {
    const change = () => withChanges({}, { 'media.thumbs.op': value });
    if (value === null) expect(change()).toEqual({});
    else expect(change).toThrow('media.thumbs.op must be');
  }
});

describe('an error names the setting and the reason', () => {
  test.each([
    ['refreshDelay=soon', 'refreshDelay', 'refreshDelay must be a number from 0.1 to 86400, not "soon"'],
    ['refreshDelay=0', 'refreshDelay', 'from 0.1'],
    ['deletedThreadsThresholdPage=1.5', 'deletedThreadsThresholdPage', 'whole number'],
    ['archive=yes', 'archive', 'true or false'],
    ['threads.not=(a', 'threads.not', 'threads.not is not a valid regular expression: a ( is not closed'],
    ['media.thumbs.op=(?=x)', 'media.thumbs.op', 'no lookahead'],
    ['threads.not=  ', 'threads.not', 'must be text'],
    ['media.thumbs=true', 'media.thumbs', 'is not a setting'],
    ['constructor=1', 'constructor', 'is not a setting'],
    ['refreshDelay', 'refreshDelay', 'needs a value'],
  ])('%s', (assignment, setting, message) => {
    expect(() => set(assignment)).toThrow(message);
    expect(() => set(assignment)).toThrow(expect.objectContaining({ setting }) as BoardSettingError);
  });

  test('an invalid value that was written directly into the table is reported', () => {
    for (const stored of [
      [],
      { refreshDelay: '60' },
      { media: 5 },
      { media: { files: { op: 1 } } },
      { colour: 'red' },
    ]) {
      expect(() => readBoardSettings(stored, {})).toThrow(BoardSettingError);
      expect(() => readBoardSettings({}, stored)).toThrow(BoardSettingError);
    }
  });

  test('a maximum interval below the minimum is refused', () => {
    expect(() => set('refreshDelay=60', 'refreshDelayMax=30')).toThrow('refreshDelayMax must not be less');
  });
});

test('threads.not precedes threads.only', async () => {
  const settings = readBoardSettings(set('threads.only=garden', 'threads.not=weeds?'), {});
  const wanted = (subject: string | null, comment: string | null) =>
    isWantedThread(settings, { subject, comment }, async (regexp, text) => regexp.test(text));
  expect(await wanted('My Garden', null)).toBe(true);
  expect(await wanted(null, 'a garden<br>of WEEDS')).toBe(false);
  expect(await wanted('My boat', 'a mast')).toBe(false);
  expect(await wanted(null, null)).toBe(false);
});
