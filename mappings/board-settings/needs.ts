/** Settings that have no effect because another one is missing. Pure. */
import type { BoardSettingValue } from './setting.ts';
import { boardSetting, isBoardSetting, type BoardSettingName } from './table.ts';

/** The needed setting must be set, above zero, or on. */
export type NeedState = 'set' | 'above_zero' | 'on';

/** Settings of the environment that settings of boards need. */
const OF_ENVIRONMENT = { SAGASU_CONTACT: 'set', SAGASU_MEDIA_CONCURRENCY: 'above_zero' } as const satisfies Readonly<
  Record<string, NeedState>
>;

export type EnvironmentNeed = keyof typeof OF_ENVIRONMENT;

/** True for each one that is set as needed. */
export type MetNeeds = Readonly<Record<EnvironmentNeed, boolean>>;

export interface SettingNeed {
  readonly setting: string;
  readonly state: NeedState;
  readonly met: boolean;
}

/** @param valueOf The values in force of the settings of the board. */
export function needsOf(
  name: BoardSettingName,
  valueOf: (name: BoardSettingName) => BoardSettingValue | null,
  environment: MetNeeds,
): readonly SettingNeed[] {
  return boardSetting(name).needs.map((setting) => {
    if (isBoardSetting(setting)) return { setting, state: 'on', met: isOn(valueOf(setting)) };
    if (!isEnvironmentNeed(setting)) throw new Error(`${name} needs ${setting}, which is no setting`);
    return { setting, state: OF_ENVIRONMENT[setting], met: environment[setting] };
  });
}

function isEnvironmentNeed(name: string): name is EnvironmentNeed {
  return Object.hasOwn(OF_ENVIRONMENT, name);
}

/** True if a setting that another one needs is on. */
export function isOn(value: BoardSettingValue | null): boolean {
  return value !== null && value !== false;
}

/**
 * The needs because of which a value has no effect. Empty for the built-in default, and for a setting that is off.
 * @param value The value in force.
 */
export function unmetNeeds(
  name: BoardSettingName,
  value: BoardSettingValue | null,
  needs: readonly SettingNeed[],
): readonly SettingNeed[] {
  if (value === boardSetting(name).standard) return [];
  const missing = needs.filter(({ met }) => !met);
  return isOn(value) ? missing : missing.filter(({ state }) => state === 'on');
}

const UNTIL: Readonly<Record<NeedState, string>> = { set: 'is set', above_zero: 'is above 0', on: 'is true' };

/** `publicLogNames has no effect until publicLog is true` */
export function needSentence(name: string, { setting, state }: SettingNeed): string {
  return `${name} has no effect until ${setting} ${UNTIL[state]}`;
}
