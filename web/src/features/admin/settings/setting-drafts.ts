/** The edited values of the board settings form. */
import { isOn, unmetNeeds, type SettingNeed } from '../../../../../mappings/board-settings/needs.ts';
import type { BoardSettingValue } from '../../../../../mappings/board-settings/setting.ts';
import {
  BoardSettingError,
  checkSetting,
  type BoardSettingName,
} from '../../../../../mappings/board-settings/table.ts';
import type { RegexpFault, RegexpSpan } from '../../../../../mappings/linear-regexp.ts';
import type { BoardSetting } from '../../../../../mappings/contract/board-settings.ts';

/** Text for an input; a boolean for a choice; false for "none"; null for the default of a choice. For text the default is ''. */
export type Draft = string | boolean | null;

export type Drafts = Readonly<Partial<Record<BoardSettingName, Draft>>>;

/** An error in a draft; for a pattern, with its position. */
export type SettingError =
  | { readonly kind: 'number' | 'whole' | 'empty' | 'order' | 'unstorable' }
  | { readonly kind: 'pattern'; readonly fault: RegexpFault; readonly line: number; readonly span: RegexpSpan };

const isNumeric = ({ kind }: BoardSetting) => kind === 'number' || kind === 'whole';

/** The draft for the stored value. */
export function draftOf(setting: BoardSetting): Draft {
  const { value } = setting;
  if (value === null) return isChosen(setting) ? null : '';
  return typeof value === 'boolean' ? value : String(value);
}

/** The draft in the form: the edited value, else the stored one. */
export function draftAt(drafts: Drafts, setting: BoardSetting): Draft {
  const edited = drafts[setting.name as BoardSettingName];
  return edited === undefined ? draftOf(setting) : edited;
}

/** Whether the setting is chosen from options. */
export function isChosen({ kind }: BoardSetting): boolean {
  return kind === 'flag' || kind === 'choice';
}

/** The value that the form shows for a draft: the default, if the draft selects the default. */
export function shownDraftOf(setting: BoardSetting, draft: Draft): Draft {
  if (draft !== null) return draft;
  return typeof setting.default === 'string' ? setting.default : setting.default !== false;
}

/** The draft for the default. */
export function defaultDraftOf(setting: BoardSetting): Draft {
  return draftOf({ ...setting, value: null });
}

/** The value of a draft, null for the default; it may be invalid. */
export function valueOf(setting: BoardSetting, draft: Draft): BoardSettingValue | null {
  if (draft === null) return null;
  // Choosing the default without a stored value changes nothing; a stored value that equals the default stays.
  if (isChosen(setting) && setting.value === null && draft === setting.default) return null;
  if (typeof draft === 'boolean' || setting.kind === 'choice') return draft;
  const text = draft.trim();
  if (text === '') return null;
  if (!isNumeric(setting)) return draft;
  return /^\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text;
}

/** Whether a draft differs from the stored value. */
export function isChanged(setting: BoardSetting, draft: Draft): boolean {
  return valueOf(setting, draft) !== valueOf(setting, draftOf(setting));
}

/** The changes to save, by name. Unknown stored entries are removed with them, as the server refuses changes otherwise. */
export function changesOf(
  settings: readonly BoardSetting[],
  unknown: readonly string[],
  drafts: Drafts,
): Readonly<Record<string, BoardSettingValue | null>> {
  const changed = settings.flatMap((setting): [string, BoardSettingValue | null][] => {
    const draft = draftAt(drafts, setting);
    return setting.problem !== null || isChanged(setting, draft) ? [[setting.name, valueOf(setting, draft)]] : [];
  });
  return Object.fromEntries([...unknown.map((name): [string, null] => [name, null]), ...changed]);
}

/** All errors in the form, by name. */
export function errorsOf(
  settings: readonly BoardSetting[],
  drafts: Drafts,
): ReadonlyMap<string, readonly SettingError[]> {
  const values = new Map(settings.map((setting) => [setting.name, valueOf(setting, draftAt(drafts, setting))]));
  const faults = settings.map((setting): [string, readonly SettingError[]] => [
    setting.name,
    errorsOfValue(setting, values.get(setting.name) ?? null),
  ]);
  const [least, most] = [values.get('refreshDelay'), values.get('refreshDelayMax')];
  if (typeof least === 'number' && typeof most === 'number' && most < least) {
    faults.push(['refreshDelayMax', [{ kind: 'order' }]]);
  }
  return new Map(faults.filter(([, found]) => found.length > 0));
}

function errorsOfValue(setting: BoardSetting, value: BoardSettingValue | null): readonly SettingError[] {
  if (value === null) return [];
  // Every line is checked, as the server reports the first error only.
  const byLine = typeof value === 'string' && !isNumeric(setting) ? linesAt(value) : [];
  const wrongLines = byLine.flatMap(({ text, start }, index) =>
    text.trim() === '' ? [] : errorsOfText(setting, text, { line: index + 1, start }),
  );
  return wrongLines.length > 0 ? wrongLines : errorsOfText(setting, value, { line: 1, start: 0 });
}

function errorsOfText(
  setting: BoardSetting,
  value: BoardSettingValue,
  { line, start }: { readonly line: number; readonly start: number },
): readonly SettingError[] {
  try {
    checkSetting(setting.name, value);
    return [];
  } catch (error) {
    if (!(error instanceof BoardSettingError)) throw error;
    if (error.pattern !== null) {
      const { fault, span } = error.pattern;
      const linesBefore = String(value).slice(0, span.start).split('\n').length - 1;
      const inWhole = { start: start + span.start, end: start + span.end };
      return [{ kind: 'pattern', fault, line: line + linesBefore, span: inWhole }];
    }
    if (setting.kind === 'number' || setting.kind === 'whole') return [{ kind: setting.kind }];
    return [{ kind: typeof value === 'string' && value.trim() !== '' ? 'unstorable' : 'empty' }];
  }
}

function linesAt(value: string): readonly { readonly text: string; readonly start: number }[] {
  let start = 0;
  return value.split('\n').map((text) => {
    const line = { text, start };
    start += text.length + 1;
    return line;
  });
}

export interface UnmetNeeds {
  /** Needs that would keep the setting from having an effect if the drafts were saved. */
  readonly unmet: readonly SettingNeed[];
  /** The same for any value of the setting. */
  readonly missing: readonly SettingNeed[];
}

/** The unmet needs of a setting according to the drafts. */
export function unmetBy(name: BoardSettingName, settings: readonly BoardSetting[], drafts: Drafts): UnmetNeeds {
  const drafted = (wanted: string): BoardSettingValue | null => {
    const setting = settings.find((one) => one.name === wanted);
    return setting === undefined ? null : (valueOf(setting, draftAt(drafts, setting)) ?? setting.default);
  };
  const needs = settings.find((one) => one.name === name)?.needs ?? [];
  const asDrafted = needs.map((need) => (need.state === 'on' ? { ...need, met: isOn(drafted(need.setting)) } : need));
  return { unmet: unmetNeeds(name, drafted(name), asDrafted), missing: asDrafted.filter(({ met }) => !met) };
}
