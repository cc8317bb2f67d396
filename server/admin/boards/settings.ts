/** Reads and changes the settings of a board, and releases what is held of it. */
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Board } from '../../../mappings/board.ts';
import {
  LONGEST_INTERVAL,
  isOwnSource,
  usualIntervalMs,
  type UsualPace,
} from '../../../mappings/board-settings/pace.ts';
import { storedByName, type SettingChanges } from '../../../mappings/board-settings/stored.ts';
import {
  BOARD_SETTING_NAMES,
  BoardSettingError,
  boardSetting,
  checkSetting,
  isBoardSetting,
  type BoardSettingFault,
  type BoardSettingName,
  type BoardSettingValue,
} from '../../../mappings/board-settings/table.ts';
import { countHeld, releaseHeld, type HeldCounts } from '../../../store/boards/held.ts';
import {
  SettingsChangedError,
  changeSettings,
  readSettings,
  type ChangedSettings,
  type SettingsRevision,
} from '../../../store/boards/settings.ts';
import { sendConfigKick } from '../../../store/boards/kicks.ts';
import { boardNamed } from '../../boards/board-named.ts';
import type { BoardSetting, BoardSettings } from '../../../mappings/contract/board-settings.ts';
import { RefusedError, SettingRefusedError } from '../../http/errors.ts';

export interface SettingsContext {
  readonly pool: pg.Pool;
  readonly redis: Redis | null;
  readonly queuePrefix: string;
  readonly pace: UsualPace;
}

/** @throws NotFoundError */
export async function readBoardSettings({ pool, pace }: SettingsContext, name: string): Promise<BoardSettings> {
  const board = await boardNamed(pool, name);
  const [kept, held] = await Promise.all([readSettings(pool, board), countHeld(pool, board)]);
  return present(board, kept, held, pace);
}

export interface SettingsRequest {
  readonly changes: SettingChanges;
  readonly revision: string | null;
}

/**
 * Makes all changes or none. `revision`: of the settings that the caller has read; null changes them unconditionally.
 * @throws NotFoundError `board_unknown`
 * @throws SettingRefusedError names the invalid setting
 * @throws RefusedError 409 `settings_changed`: somebody else has changed the settings since
 */
export async function changeBoardSettings(
  context: SettingsContext,
  name: string,
  { changes, revision }: SettingsRequest,
): Promise<{ readonly settings: BoardSettings; readonly changed: readonly SettingChange[] }> {
  const { pool, pace } = context;
  const board = await boardNamed(pool, name);
  const { before, after } = await changeSettings(pool, board, changes, revision).catch(refuse);
  await notifyScrapers(context);
  return { settings: present(board, after, await countHeld(pool, board), pace), changed: changesOf(before, after) };
}

/** Releases what is held, so that scrapers judge it like anything else that is missing. @throws NotFoundError */
export async function releaseHeldOf(context: SettingsContext, name: string): Promise<HeldCounts> {
  const counts = await releaseHeld(context.pool, await boardNamed(context.pool, name));
  await notifyScrapers(context);
  return counts;
}

/** Makes scrapers read the settings at once; without Redis they do so with their next poll. */
async function notifyScrapers({ redis, queuePrefix }: SettingsContext): Promise<void> {
  if (redis !== null) await sendConfigKick(redis, queuePrefix).catch(() => undefined);
}

const CODES: Readonly<Record<BoardSettingFault, string>> = {
  unknown: 'setting_unknown',
  wrong: 'setting_wrong',
  pattern: 'setting_pattern',
};

function refuse(error: unknown): never {
  if (error instanceof SettingsChangedError) throw new RefusedError(409, 'settings_changed', error.message);
  if (!(error instanceof BoardSettingError)) throw error;
  const { setting, fault, pattern, message } = error;
  throw new SettingRefusedError(CODES[fault], `${message}.`, setting, pattern?.span ?? null);
}

export interface SettingChange {
  readonly setting: string;
  readonly before: unknown;
  readonly after: unknown;
}

function changesOf(before: ChangedSettings['before'], { settings }: SettingsRevision): readonly SettingChange[] {
  const [old, now] = [storedByName(before), storedByName(settings)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((setting) => ({ setting, before: old.get(setting) ?? null, after: now.get(setting) ?? null }))
    .filter((change) => change.before !== change.after);
}

function present(
  board: Board,
  { settings, revision }: SettingsRevision,
  held: HeldCounts,
  pace: UsualPace,
): BoardSettings {
  const stored = storedByName(settings);
  const understood = new Map<BoardSettingName, BoardSettingValue>();
  const problems = new Map<BoardSettingName, string>();
  for (const name of BOARD_SETTING_NAMES) {
    if (!stored.has(name)) continue;
    try {
      understood.set(name, checkSetting(name, stored.get(name)));
    } catch (error) {
      if (!(error instanceof BoardSettingError)) throw error;
      problems.set(name, `${error.message}.`);
    }
  }
  const defaults = defaultsOf(board, understood, pace);
  const inForce = inForceOf({ ...defaults, ...Object.fromEntries(understood) }, board, pace);
  return {
    board: board.name,
    revision,
    settings: BOARD_SETTING_NAMES.map((name): BoardSetting => {
      const { kind, meaning, unit, limits } = boardSetting(name);
      return {
        name,
        kind,
        value: understood.get(name) ?? null,
        default: defaults[name],
        in_force: inForce[name],
        meaning,
        unit,
        minimum: limits?.[0] ?? null,
        maximum: limits?.[1] ?? null,
        problem: problems.get(name) ?? null,
      };
    }),
    unknown: [...stored.keys()].filter((name) => !isBoardSetting(name)),
    held,
  };
}

type Values = Readonly<Record<BoardSettingName, BoardSettingValue | null>>;

function defaultsOf(board: Board, set: ReadonlyMap<BoardSettingName, BoardSettingValue>, pace: UsualPace): Values {
  const refreshDelay = usualIntervalMs(board, pace) / 1000;
  const least = Number(set.get('refreshDelay') ?? refreshDelay);
  const standards = BOARD_SETTING_NAMES.map((name) => [name, boardSetting(name).standard]);
  return {
    ...(Object.fromEntries(standards) as Values),
    refreshDelay,
    refreshDelayMax: least * LONGEST_INTERVAL,
    throttleMillisec: isOwnSource(board, pace) ? 0 : pace.hostDelayMs,
  };
}

/** What scrapers go by: a maximum interval is at least the minimum, and requests to the scraper's own origin are not throttled. */
function inForceOf(values: Values, board: Board, pace: UsualPace): Values {
  const { refreshDelay, refreshDelayMax, throttleMillisec } = values;
  return {
    ...values,
    refreshDelayMax: Math.max(Number(refreshDelay), Number(refreshDelayMax)),
    throttleMillisec: isOwnSource(board, pace) ? 0 : throttleMillisec,
  };
}
