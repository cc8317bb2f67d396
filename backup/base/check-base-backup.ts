/** The conditions of a base backup, before a task is added for it. */
import pg from 'pg';
import { encrypterFor } from '../age.ts';
import { BackupError } from '../backup-error.ts';
import { readWalState, walFaults } from './wal-settings.ts';

const CONNECT_LIMIT_MS = 5_000;
/** Time limit of the short statements before and after the copy. */
const STATEMENT_LIMIT_MS = 30_000;

export interface BaseBackupConditions {
  readonly databaseUrl: string;
  /** Public keys of age. */
  readonly recipients: readonly string[];
  /** The value of archive_command that stores the log in the folder of the backup. */
  readonly archiveCommand: string;
}

/** @throws BackupError if a key, the role or a setting of PostgreSQL does not suffice */
export async function checkBaseBackup({
  databaseUrl,
  recipients,
  archiveCommand,
}: BaseBackupConditions): Promise<void> {
  encrypterFor(recipients);
  const client = replicationClient(databaseUrl);
  try {
    await connect(client);
    const faults = walFaults(await readWalState(client), archiveCommand);
    if (faults.length === 0) return;
    const lines = faults.map(({ text, fix }) => `${text}: ${fix}`);
    throw new BackupError('wal', `a base backup needs the write-ahead log.\n  ${lines.join('\n  ')}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export function replicationClient(databaseUrl: string): pg.Client {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    // Statements of SQL and of replication in one connection, to which the rules of pg_hba.conf for the database apply.
    replication: 'database',
  } as pg.ClientConfig);
  client.on('error', () => undefined);
  return client;
}

/** @throws BackupError if the role may not replicate */
export async function connect(client: pg.Client): Promise<void> {
  try {
    await client.connect();
  } catch (thrown) {
    throw mayNotReplicate(thrown) ? new BackupError('role', MAY_NOT_REPLICATE, { cause: thrown }) : thrown;
  }
  await client.query(`set statement_timeout = ${STATEMENT_LIMIT_MS}`);
}

const MAY_NOT_REPLICATE =
  'this role may not copy the data folder: as a superuser run alter role NAME replication. A provider that does not permit it has backups of its own, and sagasu backup works everywhere';

/** PostgreSQL answers so before the first statement. */
function mayNotReplicate(thrown: unknown): boolean {
  return thrown instanceof pg.DatabaseError && thrown.code === '42501' && /WAL sender/i.test(thrown.message);
}
