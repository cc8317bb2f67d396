/** Reads and changes the settings of a board and the defaults of all boards, and releases the held deletions of a board. */
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Board } from '../../../mappings/board.ts';
import type { MetNeeds } from '../../../mappings/board-settings/needs.ts';
import type { DefaultPace } from '../../../mappings/board-settings/pace.ts';
import { storedByName, type SettingChanges } from '../../../mappings/board-settings/stored.ts';
import { BoardSettingError, type BoardSettingFault } from '../../../mappings/board-settings/table.ts';
import { countHeld, releaseHeld, type HeldCounts } from '../../../store/boards/held.ts';
import {
  SettingsChangedError,
  changeDefaults,
  changeSettings,
  readDefaults,
  readSettings,
  type BoardSettingsRevision,
  type ChangedSettings,
} from '../../../store/boards/settings.ts';
import { readUndeclaredMail } from '../../../store/boards/undeclared-mail.ts';
import { sendConfigKick } from '../../../store/boards/kicks.ts';
import { boardNamed } from '../../boards/board-named.ts';
import type { BoardDefaults, BoardSettings } from '../../../mappings/contract/board-settings.ts';
import { RefusedError, SettingRefusedError } from '../../shared/errors.ts';
import { asAccount, assertAdmin, assertAdminOfAll } from '../as-account.ts';
import { presentDefaults, presentSettings } from './present-settings.ts';

export interface SettingsContext {
  readonly pool: pg.Pool;
  readonly redis: Redis;
  readonly queuePrefix: string;
  readonly pace: DefaultPace;
  readonly met: MetNeeds;
}

/** @throws NotFoundError, RefusedError 401, 403 */
export async function readBoardSettings(
  context: SettingsContext,
  name: string,
  secret: string,
): Promise<BoardSettings> {
  const { pool } = context;
  const board = await boardNamed(pool, name);
  await asAccount(pool, secret, async (client) => assertAdmin(client, board));
  return present(context, board, await readSettings(pool, board));
}

async function present(context: SettingsContext, board: Board, kept: BoardSettingsRevision): Promise<BoardSettings> {
  const { pool } = context;
  const presented = presentSettings(board, kept, await countHeld(pool, board), context);
  const setting = presented.settings.find(({ name }) => name === 'mail.charset');
  const mail = await readUndeclaredMail(pool, board, String(setting?.in_force));
  // A value of the board is somebody's decision.
  const isDecided = setting?.value !== null;
  return { ...presented, undeclared_mail: mail === null || !isDecided ? mail : { ...mail, proposal: null } };
}

/** @throws RefusedError 401, 403 */
export async function readBoardDefaults({ pool, pace, met }: SettingsContext, secret: string): Promise<BoardDefaults> {
  await asAccount(pool, secret, assertAdminOfAll);
  return presentDefaults(await readDefaults(pool), { pace, met });
}

export interface SettingsRequest {
  readonly changes: SettingChanges;
  readonly revision: string | null;
  /** Token of the session of the account that sent the request. */
  readonly secret: string;
}

export interface SettingsAnswer<Settings> {
  readonly settings: Settings;
  readonly changed: readonly SettingChange[];
}

/**
 * Makes all changes or none. `revision`: of the settings that the caller has read; null changes them unconditionally.
 * @throws NotFoundError `board_unknown`
 * @throws SettingRefusedError names the invalid setting
 * @throws RefusedError 409 `settings_changed`: somebody else has changed the settings since; 401, 403
 */
export async function changeBoardSettings(
  context: SettingsContext,
  name: string,
  { changes, revision, secret }: SettingsRequest,
): Promise<SettingsAnswer<BoardSettings>> {
  const { pool } = context;
  const board = await boardNamed(pool, name);
  const change = await asAccount(pool, secret, async (client) => {
    await assertAdmin(client, board);
    return changeSettings(client, board, changes, revision);
  }).catch(refuse);
  await notifyScrapers(context);
  const settings = await present(context, board, change.after);
  return { settings, changed: changesOf(change) };
}

/** Changes the defaults of all boards, as `changeBoardSettings` changes the settings of one. */
export async function changeBoardDefaults(
  context: SettingsContext,
  { changes, revision, secret }: SettingsRequest,
): Promise<SettingsAnswer<BoardDefaults>> {
  const change = await asAccount(context.pool, secret, async (client) => {
    await assertAdminOfAll(client);
    return changeDefaults(client, changes, revision);
  }).catch(refuse);
  await notifyScrapers(context);
  return { settings: presentDefaults(change.after, context), changed: changesOf(change) };
}

/**
 * Releases held deletions. Scrapers then judge these posts, threads and files like any others that are missing.
 * @throws NotFoundError, RefusedError 401, 403
 */
export async function releaseHeldOf(context: SettingsContext, name: string, secret: string): Promise<HeldCounts> {
  const board = await boardNamed(context.pool, name);
  const counts = await asAccount(context.pool, secret, async (client) => {
    await assertAdmin(client, board);
    return releaseHeld(client, board);
  });
  await notifyScrapers(context);
  return counts;
}

/** Makes scrapers read the settings immediately; while Redis is unavailable they do so with their next poll. */
export async function notifyScrapers({ redis, queuePrefix }: SettingsContext): Promise<void> {
  await sendConfigKick(redis, queuePrefix).catch(() => undefined);
}

const CODES: Readonly<Record<BoardSettingFault, string>> = {
  unknown: 'setting_unknown',
  wrong: 'setting_wrong',
  pattern: 'setting_pattern',
};

/** Converts an error of the settings to an error of the API. @throws */
export function refuse(error: unknown): never {
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

function changesOf({ before, after }: ChangedSettings): readonly SettingChange[] {
  const [old, now] = [storedByName(before), storedByName(after.settings)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((setting) => ({ setting, before: old.get(setting) ?? null, after: now.get(setting) ?? null }))
    .filter((change) => change.before !== change.after);
}
