/** What is stored of a board's settings, and how it changes. Pure. */
import {
  BOARD_SETTING_NAMES,
  BoardSettingError,
  boardSetting,
  checkSetting,
  isBoardSetting,
  shown,
  type BoardSettingName,
  type BoardSettingValue,
} from './table.ts';

/** What was set, by name, as JSON; dots of a name are steps into it. */
export type StoredSettings = Readonly<Record<string, unknown>>;

/** By name; null for what holds for every board. */
export type SettingChanges = Readonly<Record<string, unknown>>;

/** Whatever is stored, by name, understood or not. Names that are no settings are among them. */
export function storedByName(stored: unknown, path = ''): ReadonlyMap<string, unknown> {
  if (!isRecord(stored)) throw new BoardSettingError(path || 'settings', `must be an object, not ${shown(stored)}`);
  return new Map(
    Object.entries(stored).flatMap(([key, value]): [string, unknown][] => {
      const name = path === '' ? key : `${path}.${key}`;
      const isStep = BOARD_SETTING_NAMES.some((known) => known.startsWith(`${name}.`));
      return isStep && isRecord(value) ? [...storedByName(value, name)] : [[name, value]];
    }),
  );
}

/** What is set, by name. @throws BoardSettingError that names the setting and says what it must be. */
export function checkedByName(stored: unknown): ReadonlyMap<BoardSettingName, BoardSettingValue> {
  return checked(storedByName(stored));
}

/** Names and values that are set, in the table's order. */
export function settingsOf(stored: unknown): readonly (readonly [BoardSettingName, BoardSettingValue])[] {
  const found = checkedByName(stored);
  return BOARD_SETTING_NAMES.flatMap((name) => {
    const value = found.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
}

/**
 * What is stored, with all of the changes made. Also what nobody understands of it can be changed and taken away; as long as
 * anything of that is left nothing is.
 * @throws BoardSettingError
 */
export function withChanges(stored: StoredSettings, changes: SettingChanges): StoredSettings {
  const next = new Map(storedByName(stored));
  for (const [name, value] of Object.entries(changes)) {
    if (value !== null) next.set(name, checkSetting(name, value));
    else if (!next.delete(name)) boardSetting(name);
  }
  return asStored(checked(next));
}

function checked(byName: ReadonlyMap<string, unknown>): ReadonlyMap<BoardSettingName, BoardSettingValue> {
  const found = new Map<BoardSettingName, BoardSettingValue>();
  for (const [name, value] of byName) found.set(name as BoardSettingName, checkSetting(name, value));
  const [least, most] = [found.get('refreshDelay'), found.get('refreshDelayMax')];
  if (least !== undefined && most !== undefined && most < least) {
    throw new BoardSettingError('refreshDelayMax', 'must not be less than refreshDelay');
  }
  return found;
}

/**
 * `name=value` as changes, as people write them at the command line; `name=` is the default.
 * @throws BoardSettingError
 */
export function readAssignments(assignments: readonly string[]): SettingChanges {
  return Object.fromEntries(assignments.map((assignment) => readAssignment(assignment)));
}

function readAssignment(assignment: string): [name: string, value: unknown] {
  const at = assignment.indexOf('=');
  if (at < 0) throw new BoardSettingError(assignment, 'needs a value: name=value, or name= for the default');
  const name = assignment.slice(0, at);
  const text = assignment.slice(at + 1);
  const { kind } = isBoardSetting(name) ? boardSetting(name) : { kind: null };
  if (text === '') return [name, null];
  if (kind !== 'expression' && (text === 'true' || text === 'false')) return [name, text === 'true'];
  const isNumber = (kind === 'number' || kind === 'whole') && /^-?\d+(\.\d+)?$/.test(text);
  return [name, isNumber ? Number(text) : text];
}

function asStored(byName: ReadonlyMap<BoardSettingName, BoardSettingValue>): StoredSettings {
  const stored: Record<string, unknown> = {};
  for (const [name, value] of byName) {
    const steps = name.split('.');
    const last = steps.pop() as string;
    let place = stored;
    for (const step of steps) place = (place[step] ??= {}) as Record<string, unknown>;
    place[last] = value;
  }
  return stored;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
