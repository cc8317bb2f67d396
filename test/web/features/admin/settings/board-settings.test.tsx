import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, test } from 'vitest';
import type { BoardSettingName } from '../../../../../mappings/board-settings/table.ts';
import type { BoardSetting } from '../../../../../mappings/contract/board-settings.ts';
import {
  changesOf,
  defaultDraftOf,
  draftOf,
  errorsOf,
  isChanged,
  unmetBy,
  valueOf,
  type Draft,
} from '../../../../../web/src/features/admin/settings/setting-drafts.ts';
import { findSettings } from '../../../../../web/src/features/admin/settings/find-settings.ts';
import { SettingField } from '../../../../../web/src/features/admin/settings/setting-field.tsx';
import { settingValueText, unitText } from '../../../../../web/src/features/admin/settings/setting-values.ts';
import { setLanguage } from '../../../../../web/src/lib/messages.ts';

afterEach(async () => setLanguage('en'));

const aSetting = (fields: Partial<BoardSetting>): BoardSetting => ({
  name: 'refreshDelay',
  kind: 'number',
  value: null,
  default: 10,
  default_from: 'built_in',
  default_setting: null,
  in_force: 10,
  can_be_none: false,
  meaning: 'minimum seconds between two polls of the board',
  unit: 'seconds',
  options: null,
  minimum: 0.1,
  maximum: 86_400,
  problem: null,
  needs: [],
  ...fields,
});
const plain = { unit: null, minimum: null, maximum: null } as const;
const delay = aSetting({});
const longest = aSetting({ name: 'refreshDelayMax', default: 80, in_force: 80 });
const not = aSetting({
  name: 'threads.not',
  kind: 'expression',
  default: null,
  in_force: null,
  can_be_none: true,
  ...plain,
});
const archive = aSetting({ name: 'archive', kind: 'flag', default: true, in_force: true, ...plain });
const files = aSetting({ name: 'media.files.op', kind: 'choice', default: true, in_force: true, ...plain });

describe('a draft becomes a value', () => {
  test.each<[string, BoardSetting, Draft, unknown]>([
    ['a number', delay, ' 30 ', 30],
    ['a number with a comma', delay, '0,5', 0.5],
    ['nothing, for the default', delay, '  ', null],
    ['what is no number, as it is', delay, 'soon', 'soon'],
    ['what JavaScript alone takes for a number', delay, '0x10', '0x10'],
    ['expressions, blanks and all', not, ' weeds \nmoss', ' weeds \nmoss'],
    ['an expression that looks like a number', not, '2024', '2024'],
    ['no expression', not, ' \n ', null],
    ['no', archive, false, false],
    ['yes, which is the default', archive, true, null],
    ['yes, which is stored and the default', { ...archive, value: true }, true, true],
    ['yes, where all boards have no', { ...archive, default: false }, true, true],
    ['the default of a choice', { ...archive, value: false }, null, null],
    ['none, whatever the default', { ...not, default: 'weeds' }, false, false],
    ['yes to files', files, true, null],
    ['files where something matches', files, 'leek', 'leek'],
    ['files where nothing is said to match', files, '', ''],
  ])('%s', (_what, setting, draft, value) => {
    expect(valueOf(setting, draft)).toBe(value);
  });
});

test('an unedited form has no changes, regardless of the stored settings', () => {
  const stored = [
    { ...delay, value: 30 },
    { ...not, value: 'weeds\nmoss' },
    { ...archive, value: true },
    { ...files, value: 'leek' },
    { ...files, name: 'media.files.reply', value: false },
  ];
  for (const setting of stored) expect(isChanged(setting, draftOf(setting))).toBe(false);
  expect(changesOf(stored, [], {})).toEqual({});
  expect(changesOf(stored, [], { refreshDelay: '30.0' })).toEqual({});
});

test('a setting that is reset is sent as null', () => {
  const stored = { ...files, value: 'leek' };
  const drafts = { 'media.files.op': defaultDraftOf(stored), refreshDelay: defaultDraftOf(delay) };
  expect(changesOf([stored, { ...delay, value: 30 }], [], drafts)).toEqual({
    'media.files.op': null,
    refreshDelay: null,
  });
});

test('unknown stored entries are removed with the next change', () => {
  const broken = { ...not, problem: 'threads.not is no regular expression.' };
  expect(changesOf([broken, delay], ['colour'], { refreshDelay: '5' })).toEqual({
    colour: null,
    'threads.not': null,
    refreshDelay: 5,
  });
});

test('all errors are reported together, for each line of patterns with its position', () => {
  const faults = errorsOf([delay, longest, not, archive, files], {
    refreshDelay: '0',
    'threads.not': 'weeds\n(moss\n\n[z-a]',
    'media.files.op': ' ',
  });
  expect([...faults.keys()]).toEqual(['refreshDelay', 'threads.not', 'media.files.op']);
  expect(faults.get('refreshDelay')).toEqual([{ kind: 'number' }]);
  expect(faults.get('threads.not')).toEqual([
    { kind: 'pattern', fault: 'group-unclosed', line: 2, span: { start: 6, end: 11 } },
    { kind: 'pattern', fault: 'range-backwards', line: 4, span: { start: 14, end: 17 } },
  ]);
  expect(faults.get('media.files.op')).toEqual([{ kind: 'empty' }]);
});

test('lines that are too complex together are reported', () => {
  const many = Array.from({ length: 101 }, (_, line) => `weed${line}`).join('\n');
  expect(errorsOf([not], { 'threads.not': many }).get('threads.not')).toMatchObject([
    { kind: 'pattern', fault: 'too-many-lines', line: 101 },
  ]);
});

test('a maximum below the minimum is reported at the maximum', () => {
  const faults = errorsOf([{ ...delay, value: 60 }, longest], { refreshDelayMax: '30' });
  expect([...faults]).toEqual([['refreshDelayMax', [{ kind: 'order' }]]]);
});

describe('a setting that needs another one', () => {
  const contact = { setting: 'SAGASU_CONTACT', state: 'set', met: false } as const;
  const log = { setting: 'publicLog', state: 'on', met: false } as const;
  const off = { kind: 'flag', default: false, in_force: false, ...plain } as const;
  const names = aSetting({ ...off, name: 'publicLogNames', needs: [log] });
  const settings = [aSetting({ ...off, name: 'publicLog', needs: [contact] }), names];

  test('shows the requirement as soon as it is chosen, before it is saved', () => {
    expect(unmetBy('publicLog', settings, {})).toEqual({ unmet: [], missing: [contact] });
    expect(unmetBy('publicLog', settings, { publicLog: true }).unmet).toEqual([contact]);
    expect(unmetBy('publicLogNames', settings, { publicLogNames: true }).unmet).toEqual([log]);
    expect(unmetBy('publicLogNames', settings, { publicLogNames: true, publicLog: true }).unmet).toEqual([]);
  });

  test('has a sentence with the missing setting and what to do, which is quiet while the setting is off', () => {
    const missing = [contact, log];
    const markup = draw('publicLogNames', names, true, { needs: { unmet: missing, missing } });
    expect(markup).toContain(
      '<li class="setting-need-unmet">Has no effect until SAGASU_CONTACT is set. Set it in the environment',
    );
    expect(markup).toContain(
      '<li class="setting-need-unmet">Has no effect until “Public moderation log” is set to yes. <button',
    );
    const turnedOff = draw('publicLogNames', names, false, { needs: { unmet: [], missing } });
    expect(turnedOff).toContain('<li class="quiet">Has no effect until SAGASU_CONTACT is set.');
  });

  test('is found by words of its label, its description, its name and what it needs', () => {
    const all = [...settings, delay];
    const found = (words: string) => [...(findSettings(all, words) ?? ['all'])];
    expect(found('LOG public')).toEqual(['publicLog', 'publicLogNames']);
    expect(found('the account that')).toEqual(['publicLogNames']);
    expect(found('sagasu_contact')).toEqual(['publicLog']);
    expect(found('refreshdelay')).toEqual(['refreshDelay']);
    expect(found('log nowhere')).toEqual([]);
    expect(found('  ')).toEqual(['all']);
  });
});

const draw = (name: BoardSettingName, setting: BoardSetting, draft: Draft, more: object = {}) =>
  renderToStaticMarkup(
    <SettingField
      name={name}
      setting={setting}
      draft={draft}
      faults={[]}
      needs={{ unmet: [], missing: [] }}
      refusal={null}
      onDraft={() => {}}
      onShow={() => {}}
      {...more}
    />,
  );

describe('a field', () => {
  test('has a label, a unit and the default', () => {
    const markup = draw('refreshDelay', delay, '');
    const [, id] = /<label[^>]* for="([^"]+)"/.exec(markup) ?? [];
    expect(markup).toContain(`<input id="${id}"`);
    expect(markup).toContain('placeholder="10"');
    expect(markup).toContain('Default: 10 seconds');
    const ofEnvironment = draw('refreshDelay', { ...delay, default_setting: 'SAGASU_SCRAPER_INTERVAL_MS' }, '');
    expect(ofEnvironment).toContain('Default: 10 seconds (from SAGASU_SCRAPER_INTERVAL_MS)');
    expect(markup).not.toContain('Reset to default');
  });

  test('is marked if it differs from the default, and can be reset', () => {
    const own = { ...delay, value: 30, in_force: 30 };
    const markup = draw('refreshDelay', own, '30');
    expect(markup).toContain('custom');
    expect(markup).toContain('Reset to default');
    expect(markup).not.toContain('Now:');
    const changed = draw('refreshDelay', own, '60');
    expect(changed).not.toContain('custom');
    expect(changed).toContain('not saved');
    expect(changed).toContain('Current: 30 seconds');
  });

  test('shows if it has the default of all boards, and can be turned off if none is a value', () => {
    const inherited = { ...not, default: 'weeds', in_force: 'weeds', default_from: 'all_boards' } as const;
    const markup = draw('threads.not', inherited, '');
    expect(markup).toContain('from all boards');
    expect(markup).toContain('Default of all boards: matching weeds');
    expect(markup).toContain('type="checkbox"');
    const own = draw('threads.not', { ...inherited, value: false, in_force: null }, false);
    expect(own).toContain('custom');
    expect(own).not.toContain('from all boards');
    expect(own).toMatch(/<textarea[^>]*disabled=""/);
    expect(draw('threads.not', not, '')).not.toContain('type="checkbox"');
    expect(draw('refreshDelay', { ...delay, default_from: 'all_boards' }, '')).not.toContain('type="checkbox"');
  });

  test('with choices shows the default as chosen until another is', () => {
    const inherited = { ...files, default: 'leek', in_force: 'leek', default_from: 'all_boards' } as const;
    expect(draw('media.files.op', inherited, null)).toContain('>leek</textarea>');
    expect(draw('archive', { ...archive, default: false }, null)).toMatch(/checked=""[^>]*\/><span>No/);
  });

  test('shows which line is invalid, and is marked for screen readers', () => {
    const fault = { kind: 'pattern', fault: 'group-unclosed', line: 2, span: { start: 6, end: 7 } } as const;
    const markup = draw('threads.not', not, 'weeds\n(moss', { faults: [fault] });
    expect(markup).toContain('aria-invalid="true"');
    const [, described] = /<textarea[^>]*aria-describedby="([^"]+)"/.exec(markup) ?? [];
    const [, problem] = /<ul id="([^"]+)"/.exec(markup) ?? [];
    expect(described?.split(' ')).toContain(problem);
    expect(markup).toContain('<li>Line 2: missing )</li>');
  });

  test('with choices shows patterns only when they are chosen', () => {
    expect(draw('media.files.op', files, true)).not.toContain('<textarea');
    expect(draw('media.files.op', files, 'leek')).toContain('>leek</textarea>');
    expect(draw('archive', archive, true)).not.toContain('Only where');
  });

  test('shows why the stored value is invalid', () => {
    const markup = draw('threads.not', { ...not, problem: 'threads.not must be text, not 5.' }, '');
    expect(markup).toContain('threads.not must be text, not 5.');
  });
});

test('values are formatted for the language', async () => {
  expect(settingValueText(delay, 1)).toBe('1 second');
  expect(settingValueText({ ...delay, unit: 'pages' }, 8)).toBe('page 8');
  expect(settingValueText(not, 'weeds\nmoss')).toBe('matching weeds · moss');
  expect(settingValueText(archive, true)).toBe('Yes');
  expect(settingValueText(longest, null)).toBe('none');
  await setLanguage('de');
  expect(settingValueText(delay, 0.5)).toBe('0,5 Sekunden');
  expect(unitText({ ...delay, unit: 'milliseconds' })).toBe('Millisekunden');
  await setLanguage('ja');
  expect(settingValueText(delay, 10)).toBe('10 秒');
});
