/** Settings of boards as stored in `boards.settings`: scrapers read them; admins change them in the pages and at the command line. */
import type pg from 'pg';
import { withChanges, type SettingChanges, type StoredSettings } from '../../mappings/board-settings/stored.ts';
import { AppError } from '../../platform/errors.ts';
import { inTransaction } from '../../platform/postgres.ts';

/** boards_pkey. $1 board. */
const SELECT_SETTINGS = 'select settings, md5(settings::text) as revision from boards where id = $1';

/** boards_pkey. Blocks other changes of the settings, but no writer of posts. $1 board. */
const LOCK_SETTINGS = `${SELECT_SETTINGS} for no key update`;

/** boards_pkey. $1 board, $2 settings. */
const UPDATE_SETTINGS =
  'update boards set settings = $2 where id = $1 returning settings, md5(settings::text) as revision';

export interface SettingsRevision {
  readonly settings: StoredSettings;
  /** Equal for equal settings. */
  readonly revision: string;
}

/** The settings are no longer those of the revision that the caller has read. */
export class SettingsChangedError extends AppError {
  constructor() {
    super('settings_changed', 'Somebody else has changed these settings. Reload them, then make your change again.');
  }
}

export async function readSettings(pool: pg.Pool, board: { readonly id: number }): Promise<SettingsRevision> {
  const { rows } = await pool.query<SettingsRevision>(SELECT_SETTINGS, [board.id]);
  return onlyRow(rows);
}

export interface ChangedSettings {
  readonly before: StoredSettings;
  readonly after: SettingsRevision;
}

/**
 * Makes all changes or none. A scraper applies them when it polls the board next. With a `revision`, the change is made only if
 * the stored settings still have it.
 * @throws BoardSettingError that names the setting; SettingsChangedError
 */
export async function changeSettings(
  pool: pg.Pool,
  board: { readonly id: number },
  changes: SettingChanges,
  revision: string | null = null,
): Promise<ChangedSettings> {
  return inTransaction(pool, async (client) => {
    const found = onlyRow((await client.query<SettingsRevision>(LOCK_SETTINGS, [board.id])).rows);
    if (revision !== null && revision !== found.revision) throw new SettingsChangedError();
    const settings = withChanges(found.settings, changes);
    const { rows } = await client.query<SettingsRevision>(UPDATE_SETTINGS, [board.id, JSON.stringify(settings)]);
    return { before: found.settings, after: onlyRow(rows) };
  });
}

function onlyRow([row]: readonly SettingsRevision[]): SettingsRevision {
  if (row === undefined) throw new Error('the board has no row');
  return row;
}
