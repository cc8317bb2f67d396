/** Undoes a change of settings that is recorded in the audit log, for a board or for the defaults of all boards. */
import type pg from 'pg';
import { storedByName, type SettingChanges, type StoredSettings } from '../../../mappings/board-settings/stored.ts';
import { changeDefaults, changeSettings, readDefaults, readSettings } from '../../../store/boards/settings.ts';
import { NotFoundError, RefusedError } from '../../shared/errors.ts';
import { asAccount, assertAdmin, assertAdminOfAll } from '../as-account.ts';
import { notifyScrapers, refuse, type SettingsContext } from './settings.ts';

/**
 * The settings before the entry, and after it if they were changed again. Row security shows the entry to admins only. Indexes:
 * audit_log_pkey, audit_details_pkey; audit_log_action for the next change. $1 entry.
 */
const SELECT_CHANGE = `
  select l.board_id as "boardId", b.name as board, d.before -> 'settings' as before,
    (select later.before -> 'settings'
       from audit_log n join audit_details later on later.audit_id = n.id
      where n.action = l.action and n.board_id is not distinct from l.board_id and n.id > l.id
        and n.target -> 'columns' ? 'settings'
      order by n.id limit 1) as after
  from audit_log l
  left join boards b on b.id = l.board_id
  left join audit_details d on d.audit_id = l.id
  where l.id = $1 and l.action in ('boards.update', 'board_defaults.update') and l.target -> 'columns' ? 'settings'`;

interface ChangeRow {
  readonly boardId: number | null;
  readonly board: string | null;
  readonly before: StoredSettings | null;
  readonly after: StoredSettings | null;
}

/**
 * Returns the names of the settings that changed; none if all of them have their old values already.
 * @throws NotFoundError `entry_unknown`, for entries of other actions too
 * @throws RefusedError 409 `settings_changed`: one of them was changed again since; 401, 403
 * @throws SettingRefusedError an old value is not valid any more
 */
export async function undoSettings(context: SettingsContext, entry: number, secret: string): Promise<string[]> {
  const changes = await asAccount(context.pool, secret, async (client) => {
    const { rows } = await client.query<ChangeRow>(SELECT_CHANGE, [entry]);
    const [change] = rows;
    if (change === undefined || change.before === null) {
      throw new NotFoundError('entry_unknown', 'This entry is no change of settings that you could take back.');
    }
    return restore(client, { ...change, before: change.before });
  }).catch(refuse);
  if (changes.length > 0) await notifyScrapers(context);
  return changes;
}

async function restore(
  client: pg.PoolClient,
  { boardId, board, before, after }: ChangeRow & { readonly before: StoredSettings },
): Promise<string[]> {
  const known = boardId !== null && board !== null ? { id: boardId, name: board } : null;
  await (known === null ? assertAdminOfAll(client) : assertAdmin(client, known));
  const now = await (known === null ? readDefaults(client) : readSettings(client, known));
  const changes = restoring({ before, after: after ?? now.settings, now: now.settings });
  if (typeof changes === 'string') {
    const sentence = `${changes} was changed again since. Change it on the page of settings.`;
    throw new RefusedError(409, 'settings_changed', sentence);
  }
  const wanted: SettingChanges = Object.fromEntries(changes);
  // The revision makes the change fail if somebody else changes the settings at the same time.
  if (changes.size > 0) {
    await (known === null
      ? changeDefaults(client, wanted, now.revision)
      : changeSettings(client, known, wanted, now.revision));
  }
  return [...changes.keys()];
}

/** The values that undo the change, null for the default; or the name of a setting that has neither its old nor its new value. Pure. */
function restoring(of: {
  readonly before: StoredSettings;
  readonly after: StoredSettings;
  readonly now: StoredSettings;
}): ReadonlyMap<string, unknown> | string {
  const [before, after, now] = [storedByName(of.before), storedByName(of.after), storedByName(of.now)];
  const changes = new Map<string, unknown>();
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [was, became, is] = [before, after, now].map((values) => JSON.stringify(values.get(name)));
    if (was === became || is === was) continue;
    if (is !== became) return name;
    changes.set(name, before.get(name) ?? null);
  }
  return changes;
}
