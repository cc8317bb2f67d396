/** PgBouncer in transaction mode, between the processes and PostgreSQL. */
import pg from 'pg';
import { directAddress, directPlace, withoutDirect } from '../../platform/direct-address.ts';
import { faultIf, type Check } from './check.ts';

const DOCS = 'docs/operations/several-machines.md, "PgBouncer"';
const ANSWER_MS = 5_000;

interface Session {
  readonly is_direct: boolean;
  readonly statement_timeout: string;
  readonly timezone: string;
}

/** A pooler gives each client a key of its own; without one, the client has the number of the process that serves it. */
const READ_SESSION = `
select pg_backend_pid() = $1 as is_direct, current_setting('statement_timeout') as statement_timeout,
  current_setting('timezone') as timezone`;

async function sessionAt(url: string): Promise<Session> {
  const client: pg.Client & { readonly processID?: number } = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Session>(READ_SESSION, [client.processID ?? 0]);
    const [session] = rows;
    if (session === undefined) throw new Error('PostgreSQL described no session');
    return session;
  } finally {
    await client.end();
  }
}

export const POOLER_CHECKS: readonly Check[] = [
  {
    name: 'pooler.direct',
    level: 'error',
    meaning:
      'In transaction mode, notifications, backups and imports fail or act on the sessions of others. Indexers notice posts late.',
    fix: `add ?direct=HOST:PORT of PostgreSQL itself to DATABASE_URL; ${DOCS}`,
    async run({ config: { databaseUrl } }) {
      if (databaseUrl === null) return [];
      const { is_direct: isDirect } = await sessionAt(directAddress(databaseUrl));
      if (isDirect) return [];
      return directPlace(databaseUrl) === null
        ? [{ text: 'DATABASE_URL leads to a pooler of connections, and does not name PostgreSQL with direct=' }]
        : [{ text: 'direct= in DATABASE_URL leads to a pooler of connections, not to PostgreSQL' }];
    },
  },
  {
    name: 'pooler.session',
    level: 'warning',
    meaning:
      'Statements of processes have no time limit or another time zone: long ones keep connections of the pooler.',
    fix: `connect_query = 'set statement_timeout = 30000' in pgbouncer.ini, and sagasu migrate; ${DOCS}`,
    async run({ config: { databaseUrl } }) {
      if (databaseUrl === null || directPlace(databaseUrl) === null) return [];
      const { statement_timeout: limit, timezone } = await sessionAt(withoutDirect(databaseUrl));
      return [
        ...faultIf(limit === '0', 'sessions of the pooler have no statement_timeout'),
        ...faultIf(timezone !== 'UTC', `the time zone in sessions of the pooler is ${timezone}, not UTC`, {
          level: 'error',
        }),
      ];
    },
  },
];
