/** Tasks, processes, alerts, backups and accounts. */
import { existsSync } from 'node:fs';
import { readWalState, walFaults } from '../../backup/base/wal-settings.ts';
import { folderPlace, isBucket, openPlace } from '../../backup/place.ts';
import { readRestores, type RestoreRecord } from '../../backup/restore-record.ts';
import type { Config } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import { faultIf, type Check } from './check.ts';
import { overviewFaults } from './overview-faults.ts';

/** An indexer takes a task within seconds; pauses are requested by people. Reads the unfinished tasks by their index. */
const WAITING_TASKS = `
select t.id::text as id, t.kind, t.enqueued_at as since from tasks t
where t.status = 'enqueued' and t.requested_action = 'run' and t.enqueued_at < now() - interval '1 hour'
  and not exists (select from tasks p where p.status = 'processing') order by t.id`;

/** Index: tasks_pkey. */
const BACKUP_FOLDER = `
select options ->> 'folder' as folder from tasks where kind = 'backup' and status = 'succeeded' order by id desc limit 1`;

/** Index: tasks_pkey. */
const BACKUP_METHOD = `
select options ->> 'method' as method from tasks where kind = 'backup' and status = 'succeeded' order by id desc limit 10`;
const ARCHIVE_COMMAND = 'sagasu backup wal "%p" FOLDER --recipient age1…';

/** Reads the small tables of accounts and roles. */
const ADMINS = `
select count(*)::int as admins from account_roles r join accounts a on a.id = r.account_id
where r.role = 'admin' and r.board_id is null and a.disabled_at is null and a.has_password`;

const RESTORE_DAYS = 180;
const DAY_MS = 86_400_000;

/** null if the folder is on another machine, or the bucket out of reach of this one. */
async function restoresIn(written: string, config: Config): Promise<readonly RestoreRecord[] | null> {
  if (!isBucket(written)) return existsSync(written) ? readRestores(folderPlace(written)) : null;
  try {
    const place = await openPlace(written, () => config);
    return await readRestores(place).finally(() => place.close());
  } catch (thrown) {
    if (thrown instanceof AppError) return null;
    throw thrown;
  }
}

export const UPKEEP_CHECKS: readonly Check[] = [
  {
    name: 'tasks.failed',
    level: 'error',
    needs: ['schema'],
    meaning: 'The work was not done, and nothing repeats it.',
    fix: 'remove the cause, then run the command again: sagasu tasks list --status failed',
    run: async (context) =>
      overviewFaults(
        context,
        'tasks',
        () => true,
        ({ href }) => {
          const id = href?.split('/').at(-1);
          return id === undefined ? undefined : `sagasu tasks show ${id} names the cause; run its command again`;
        },
      ),
  },
  {
    name: 'tasks.waiting',
    level: 'warning',
    needs: ['schema'],
    meaning: 'No indexer takes the task.',
    fix: 'start an indexer, and read its log',
    async run({ pool }) {
      const { rows } = await pool.query<{ id: string; kind: string; since: Date }>(WAITING_TASKS);
      return rows.map(({ id, kind, since }) => ({
        text: `the task ${id} (${kind}) has waited since ${since.toISOString()}`,
      }));
    },
  },
  {
    name: 'processes.gone',
    level: 'error',
    needs: ['schema', 'redis'],
    meaning: 'The process has ended without closing, or its machine is out of reach.',
    fix: 'read its log: journalctl -u "sagasu-*"; start it again. A process that was removed on purpose is forgotten after a day',
    run: async (context) => overviewFaults(context, 'processes', () => true),
  },
  {
    name: 'alerts.delivered',
    level: 'error',
    needs: ['schema'],
    meaning: 'Nobody learns of faults. Servers try again, at least every half an hour.',
    fix: 'sagasu alerts test shows the answers of the receivers; correct SAGASU_ALERT_…',
    run: async (context) => overviewFaults(context, 'alerts', () => true),
  },
  {
    name: 'backups.made',
    level: 'warning',
    needs: ['schema'],
    meaning: 'A lost disk or a mistake would lose everything since the last backup.',
    fix: 'sagasu backup FOLDER --recipient age1…, by a timer; docs/operations/back-up.md',
    run: async (context) => overviewFaults(context, 'backup', () => true),
  },
  {
    name: 'backups.log',
    level: 'error',
    needs: ['schema'],
    meaning:
      'Base backups cannot be restored without the log since then. PostgreSQL keeps what it cannot archive, until its disk is full.',
    fix: 'sagasu backup base FOLDER --recipient age1… prints the settings; docs/operations/back-up.md, "Recovery to a point in time"',
    async run({ pool }) {
      const { rows } = await pool.query<{ method: string | null }>(BACKUP_METHOD);
      const state = await readWalState(pool);
      const isUsed = rows.some(({ method }) => method === 'base');
      // Without base backups, only an archive that fails is a fault: the log may be meant for another program.
      if (!isUsed && (state.mode === 'off' || state.failing === null)) return [];
      return walFaults(state, ARCHIVE_COMMAND);
    },
  },
  {
    name: 'backups.restored',
    level: 'warning',
    needs: ['schema'],
    meaning: 'A backup that nobody has restored may lack its key, files or rows.',
    fix: 'sagasu backup drill FOLDER --key FILE --scratch FOLDER, or sagasu restore FOLDER --key FILE with DATABASE_URL of an empty database',
    async run({ pool, now, config }) {
      const { rows } = await pool.query<{ folder: string | null }>(BACKUP_FOLDER);
      const folder = rows[0]?.folder;
      if (folder == null) return [];
      const restores = await restoresIn(folder, config);
      if (restores === null) return [];
      const last = restores.at(-1);
      if (last === undefined) return [{ text: `no backup in ${folder} was ever restored` }];
      const days = Math.floor((now().getTime() - Date.parse(last.at)) / DAY_MS);
      return faultIf(days > RESTORE_DAYS, `the last restore of a backup in ${folder} was ${days} days ago`, {
        level: 'note',
      });
    },
  },
  {
    name: 'accounts.admin',
    level: 'note',
    needs: ['schema'],
    meaning: 'Nobody can sign in, so reports of readers are not seen.',
    fix: 'sagasu account add NAME',
    async run({ pool }) {
      const { rows } = await pool.query<{ admins: number }>(ADMINS);
      return faultIf(rows[0]?.admins === 0, 'there is no admin of all boards');
    },
  },
];
