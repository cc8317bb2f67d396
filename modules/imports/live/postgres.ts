import pg from 'pg';
import type { Row } from '../dump/batch.ts';
import {
  CONNECT_MS,
  GuardedSocket,
  QUERY_MS,
  tablesOf,
  type DatabaseAddress,
  type LiveDatabase,
} from './live-database.ts';

/** Tables and views: Ena has a view of Asagi's form. */
const COLUMNS = `
select c.relname, a.attname, format_type(a.atttypid, a.atttypmod)
from pg_class c join pg_attribute a on a.attrelid = c.oid
where c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition and pg_table_is_visible(c.oid) and a.attnum > 0 and not a.attisdropped
  and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
order by c.relname, a.attnum`;
const ROUTINES = `
select proname from pg_proc where pg_function_is_visible(oid)
  and pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`;

const AS_TEXT = { getTypeParser: () => (value: string) => value };

export async function connectPostgres(address: DatabaseAddress): Promise<LiveDatabase> {
  const guard = new GuardedSocket();
  const client = new pg.Client({
    stream: () => guard.socket,
    host: address.socket ?? address.host,
    port: address.port,
    user: address.user,
    password: address.password,
    database: address.database,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: QUERY_MS,
    query_timeout: QUERY_MS + CONNECT_MS,
    application_name: 'sagasu import',
    ...(address.tls && { ssl: { servername: address.host } }),
  });
  // A lost connection fails the query that notices it; an error event without a listener would end the process.
  client.on('error', () => undefined);
  await client.connect();
  // Boards are read concurrently, but a snapshot is bound to one connection, which runs one query at a time.
  let before: Promise<unknown> = Promise.resolve();
  const query = async (text: string): Promise<readonly Row[]> => {
    const answer = before.then(async () =>
      guard.during(async () => {
        const { rows } = await client.query<(string | null)[]>({ text, rowMode: 'array', types: AS_TEXT });
        return rows;
      }),
    );
    before = answer.catch(() => undefined);
    return answer;
  };
  await query(`set client_encoding = 'UTF8'`);
  await query('begin isolation level repeatable read read only');
  return {
    tables: async () => tablesOf(await query(COLUMNS)),
    routines: async () => (await query(ROUTINES)).map(([name]) => name ?? ''),
    quoted: (name) => pg.escapeIdentifier(name),
    query,
    close: async () => client.end(),
  };
}
