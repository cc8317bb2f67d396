/** MySQL and MariaDB. */
import { createConnection, type Connection, type RowDataPacket, type TypeCastField } from 'mysql2/promise';
import type { Row } from '../dump/batch.ts';
import {
  CONNECT_MS,
  GuardedSocket,
  QUERY_MS,
  tablesOf,
  type DatabaseAddress,
  type LiveDatabase,
} from './live-database.ts';

const COLUMNS = `
select table_name, column_name, column_type from information_schema.columns where table_schema = database()
order by table_name, ordinal_position`;
const ROUTINES = `
select routine_name from information_schema.routines where routine_schema = database()
union all select trigger_name from information_schema.triggers where trigger_schema = database()`;

/** Limits the time of a statement: the first is MySQL's, the second MariaDB's. Each server refuses the other's. */
const TIME_LIMITS = [
  `set session max_execution_time = ${QUERY_MS}`,
  `set session max_statement_time = ${QUERY_MS / 1000}`,
];

const asText = (field: TypeCastField): string | null => field.string('utf8');

export async function connectMysql(address: DatabaseAddress): Promise<LiveDatabase> {
  const guard = new GuardedSocket();
  if (address.socket === null) guard.socket.connect(address.port, address.host);
  else guard.socket.connect(address.socket);
  const connection: Connection = await createConnection({
    stream: () => guard.socket,
    user: address.user,
    password: address.password,
    database: address.database,
    charset: 'utf8mb4',
    connectTimeout: CONNECT_MS,
    // The server must not be able to ask for a file of this machine.
    flags: ['-LOCAL_FILES'],
    ...(address.tls && { ssl: {} }),
  });
  // A lost connection fails the query that notices it; an error event without a listener would end the process.
  connection.on('error', () => undefined);
  const query = async (sql: string): Promise<readonly Row[]> =>
    guard.during(async () => {
      const [rows] = await connection.query<RowDataPacket[][]>({
        sql,
        rowsAsArray: true,
        typeCast: asText,
        timeout: QUERY_MS + CONNECT_MS,
      });
      return rows as unknown as readonly Row[];
    });
  for (const limit of TIME_LIMITS) await query(limit).catch(() => undefined);
  await query('set session transaction isolation level repeatable read');
  await query('start transaction with consistent snapshot, read only');
  return {
    tables: async () => tablesOf(await query(COLUMNS)),
    routines: async () => (await query(ROUTINES)).map(([name]) => name ?? ''),
    quoted: (name) => `\`${name.replaceAll('`', '``')}\``,
    query,
    close: async () => connection.end(),
  };
}
