/**
 * Settings as stored: of single boards in `boards.settings`, the defaults of all boards in `board_defaults`. Scrapers read them; admins
 * change them in the pages and at the command line.
 */
import { withChanges, type SettingChanges, type StoredSettings } from '../../mappings/board-settings/stored.ts';
import { AppError } from '../../platform/errors.ts';
import { within, type Database } from '../../platform/postgres.ts';

/** boards_pkey, and the only row of board_defaults. $1 board. */
const SELECT_SETTINGS = `
  select b.settings, md5(b.settings::text) as revision, d.settings as defaults
  from boards b cross join board_defaults d
  where b.id = $1`;

/** Index: boards_pkey. Blocks other changes of the settings, but not writers of posts. $1 board. */
const LOCK_SETTINGS = 'select settings, md5(settings::text) as revision from boards where id = $1 for no key update';

/** Index: boards_pkey. $1 board, $2 settings. */
const UPDATE_SETTINGS = 'update boards set settings = $2 where id = $1';

/** The only row. */
const SELECT_DEFAULTS = 'select settings, md5(settings::text) as revision from board_defaults';
const LOCK_DEFAULTS = `${SELECT_DEFAULTS} for no key update`;

/** The only row. $1 settings. */
const UPDATE_DEFAULTS = 'update board_defaults set settings = $1';

export interface SettingsRevision {
  readonly settings: StoredSettings;
  /** Equal for equal settings. */
  readonly revision: string;
}

export interface BoardSettingsRevision extends SettingsRevision {
  /** The defaults of all boards, which the revision does not cover. */
  readonly defaults: StoredSettings;
}

/** The settings have changed since the caller read their revision. */
export class SettingsChangedError extends AppError {
  constructor() {
    super('settings_changed', 'Somebody else has changed these settings. Reload them, then make your change again.');
  }
}

export async function readSettings(db: Database, board: { readonly id: number }): Promise<BoardSettingsRevision> {
  return onlyRow((await db.query<BoardSettingsRevision>(SELECT_SETTINGS, [board.id])).rows);
}

export async function readDefaults(db: Database): Promise<SettingsRevision> {
  return onlyRow((await db.query<SettingsRevision>(SELECT_DEFAULTS)).rows);
}

export interface ChangedSettings<Revision extends SettingsRevision = SettingsRevision> {
  readonly before: StoredSettings;
  readonly after: Revision;
}

/**
 * Makes all changes or none. A scraper applies them when it polls the board next. With a `revision`, the change is made only if
 * the stored settings still have it.
 * @throws BoardSettingError that names the setting; SettingsChangedError
 */
export async function changeSettings(
  db: Database,
  board: { readonly id: number },
  changes: SettingChanges,
  revision: string | null = null,
): Promise<ChangedSettings<BoardSettingsRevision>> {
  return within(db, async (client) => {
    const found = onlyRow((await client.query<SettingsRevision>(LOCK_SETTINGS, [board.id])).rows);
    const settings = changed(found, changes, revision);
    await client.query(UPDATE_SETTINGS, [board.id, JSON.stringify(settings)]);
    return { before: found.settings, after: await readSettings(client, board) };
  });
}

/** Changes the defaults of all boards, as `changeSettings` changes the settings of one. */
export async function changeDefaults(
  db: Database,
  changes: SettingChanges,
  revision: string | null = null,
): Promise<ChangedSettings> {
  return within(db, async (client) => {
    const found = onlyRow((await client.query<SettingsRevision>(LOCK_DEFAULTS)).rows);
    const settings = changed(found, changes, revision);
    await client.query(UPDATE_DEFAULTS, [JSON.stringify(settings)]);
    return { before: found.settings, after: await readDefaults(client) };
  });
}

function changed(found: SettingsRevision, changes: SettingChanges, revision: string | null): StoredSettings {
  if (revision !== null && revision !== found.revision) throw new SettingsChangedError();
  return withChanges(found.settings, changes);
}

function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('the settings have no row');
  return row;
}
