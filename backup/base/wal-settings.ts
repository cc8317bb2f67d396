/** The settings of PostgreSQL that base backups need, and their state. */
import type pg from 'pg';
import { BackupError } from '../backup-error.ts';

export interface WalState {
  readonly level: string;
  readonly mode: string;
  /** Either a command, or a library of another program. */
  readonly command: string;
  readonly library: string;
  readonly senders: number;
  /** The last segment could not be archived. */
  readonly failing: string | null;
  readonly failedAt: Date | null;
  readonly archivedAt: Date | null;
}

const READ_STATE = `
select current_setting('wal_level') as level, current_setting('archive_mode') as mode, current_setting('archive_command') as command,
  current_setting('archive_library') as library, current_setting('max_wal_senders')::int as senders,
  case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_wal end as failing,
  last_failed_time as "failedAt", last_archived_time as "archivedAt"
from pg_stat_archiver`;

export async function readWalState(client: pg.ClientBase | pg.Pool): Promise<WalState> {
  const { rows } = await client.query<WalState>(READ_STATE);
  const [state] = rows;
  if (state === undefined) throw new BackupError('wal', 'PostgreSQL does not state whether it archives its log');
  return state;
}

function set(name: string, value: string, restart: boolean): string {
  return `alter system set ${name} = ${value}; ${restart ? 'then restart PostgreSQL' : 'select pg_reload_conf()'}`;
}

/** The faults of the settings, each with the statement that mends it. */
export function walFaults(
  state: WalState,
  archiveCommand: string,
): readonly { readonly text: string; readonly fix: string }[] {
  const { level, mode, command, library, senders, failing, failedAt } = state;
  const faults = [];
  if (level === 'minimal') faults.push({ text: 'wal_level is minimal', fix: set('wal_level', 'replica', true) });
  if (senders === 0) faults.push({ text: 'max_wal_senders is 0', fix: set('max_wal_senders', '10', true) });
  if (mode === 'off') faults.push({ text: 'archive_mode is off', fix: set('archive_mode', 'on', true) });
  // PostgreSQL shows no command while the mode is off.
  if (mode === 'off' || (command === '' && library === ''))
    faults.push({ text: 'archive_command is empty', fix: set('archive_command', quoted(archiveCommand), false) });
  if (failing !== null && mode !== 'off')
    faults.push({
      text: `archive_command has failed since ${failedAt?.toISOString() ?? 'its first segment'} (${failing})`,
      fix: "read the reason in PostgreSQL's log",
    });
  return faults;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const shellWord = (word: string): string =>
  /^[\w/.:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** A command of the shell that runs this program again. PostgreSQL replaces %p and %f, and %% by a percent sign. */
export function commandOf(program: readonly string[], args: readonly string[]): string {
  return [
    ...program.map((word) => shellWord(word).replaceAll('%', '%%')),
    ...args.map((word) => (/^%[pf]$/.test(word) ? `"${word}"` : shellWord(word).replaceAll('%', '%%'))),
  ].join(' ');
}
