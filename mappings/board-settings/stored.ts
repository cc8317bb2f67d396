/** The stored form of a board's settings, and how to change it. Pure. */
import { MAX_STORED_INSTRUCTIONS } from '../linear-regexp.ts';
import type { BoardSettingValue } from './setting.ts';
import {
  BOARD_SETTING_NAMES,
  BoardSettingError,
  boardSetting,
  checkSetting,
  isBoardSetting,
  shown,
  type BoardSettingName,
} from './table.ts';

/** JSON of the values that differ from the defaults, of a board or of all boards. Each dot in a name is one level of nesting. */
export type StoredSettings = Readonly<Record<string, unknown>>;

/** New values by name; null restores the default. */
export type SettingChanges = Readonly<Record<string, unknown>>;

/** All stored values by name, including unknown names and invalid values. @throws BoardSettingError unless `stored` is an object. */
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

/** The stored values by name. Expressions that older versions took stay valid. @throws BoardSettingError for an unknown name or an invalid value. */
export function checkedByName(stored: unknown): ReadonlyMap<BoardSettingName, BoardSettingValue> {
  return checked(storedByName(stored));
}

/**
 * The stored settings after all of the changes. A change can also remove an unknown name or replace an invalid value.
 * @throws BoardSettingError if any unknown name or invalid value remains.
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
  for (const [name, value] of byName) {
    found.set(name as BoardSettingName, checkSetting(name, value, MAX_STORED_INSTRUCTIONS));
  }
  const [least, most] = [found.get('refreshDelay'), found.get('refreshDelayMax')];
  if (least !== undefined && most !== undefined && most < least) {
    throw new BoardSettingError('refreshDelayMax', 'must not be less than refreshDelay');
  }
  return found;
}

/**
 * Parses `name=value` arguments of the command line; `name=` restores the default. `name=none` is `false` where none is a value.
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
  const { kind, canBeNone } = isBoardSetting(name) ? boardSetting(name) : { kind: null, canBeNone: false };
  if (text === '') return [name, null];
  if (canBeNone && text === 'none') return [name, false];
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
