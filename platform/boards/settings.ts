/** Settings of boards, as they are stored: scrapers read them, admins change them in the pages and at the command line. */
import type pg from 'pg';
import { withChanges, type SettingChanges, type StoredSettings } from '../../mappings/board-settings/stored.ts';
import { AppError } from '../errors.ts';
import { inTransaction } from '../postgres.ts';
import { LOCK_SETTINGS, SELECT_SETTINGS, UPDATE_SETTINGS } from './sql.ts';

export interface KeptSettings {
  readonly settings: StoredSettings;
  /** The same for the same settings. */
  readonly revision: string;
}

/** Somebody else has changed the settings since they were read. */
export class SettingsChangedError extends AppError {
  constructor() {
    super(
      'settings_changed',
      'Somebody else has changed these settings meanwhile. Look at them again, then change them.',
    );
  }
}

export async function readSettings(pool: pg.Pool, board: { readonly id: number }): Promise<KeptSettings> {
  const { rows } = await pool.query<KeptSettings>(SELECT_SETTINGS, [board.id]);
  return kept(rows);
}

export interface ChangedSettings {
  readonly before: StoredSettings;
  readonly after: KeptSettings;
}

/**
 * All of the changes or none; a scraper acts on them with its next look. With a `revision`, only while that is still what is
 * stored.
 * @throws BoardSettingError that names the setting, SettingsChangedError
 */
export async function changeSettings(
  pool: pg.Pool,
  board: { readonly id: number },
  changes: SettingChanges,
  revision: string | null = null,
): Promise<ChangedSettings> {
  return inTransaction(pool, async (client) => {
    const found = kept((await client.query<KeptSettings>(LOCK_SETTINGS, [board.id])).rows);
    if (revision !== null && revision !== found.revision) throw new SettingsChangedError();
    const settings = withChanges(found.settings, changes);
    const { rows } = await client.query<KeptSettings>(UPDATE_SETTINGS, [board.id, JSON.stringify(settings)]);
    return { before: found.settings, after: kept(rows) };
  });
}

function kept([row]: readonly KeptSettings[]): KeptSettings {
  if (row === undefined) throw new Error('a board whose settings are asked for is there');
  return row;
}
