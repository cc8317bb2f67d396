/** Determines the value of a setting that applies to a board: its own, the default of all boards, or the built-in default. Pure. */
import type { BoardSettingValue } from './setting.ts';
import { boardSetting, type BoardSettingName } from './table.ts';

/** Valid stored values by name. */
export type SettingValues = ReadonlyMap<BoardSettingName, BoardSettingValue>;

export interface SettingLayers {
  /** The board's own. */
  readonly own: SettingValues;
  /** The defaults of all boards. */
  readonly defaults: SettingValues;
}

/** board: its own value. all_boards: the default of all boards. built_in: the default of this program or of its environment. */
export type SettingOrigin = 'board' | 'all_boards' | 'built_in';

export interface ResolvedSetting {
  /** null for none. */
  readonly value: BoardSettingValue | null;
  readonly origin: SettingOrigin;
}

/** `builtIn`: for settings whose default comes from the environment. */
export function resolveSetting(
  name: BoardSettingName,
  { own, defaults }: SettingLayers,
  builtIn: BoardSettingValue | null = boardSetting(name).standard,
): ResolvedSetting {
  const [value, origin]: [BoardSettingValue | null, SettingOrigin] = own.has(name)
    ? [own.get(name) ?? null, 'board']
    : defaults.has(name)
      ? [defaults.get(name) ?? null, 'all_boards']
      : [builtIn, 'built_in'];
  return { value: value === false && boardSetting(name).canBeNone ? null : value, origin };
}
