/** A live database of another archive: the common part of both kinds of servers. */
import { Socket } from 'node:net';
import type { Row, TableShape } from '../dump/batch.ts';
import { ImportError } from '../import-error.ts';

/** The address of a database, and the user. */
export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** MySQL's Unix socket, or the folder of PostgreSQL's socket, in place of host and port. */
  readonly socket: string | null;
  readonly tls: boolean;
}

/** One connection in one read-only snapshot: every query sees the same rows, however long the import takes. */
export interface LiveDatabase {
  tables(): Promise<ReadonlyMap<string, TableShape>>;
  /** Names of triggers and stored procedures, as far as the user may see them. */
  routines(): Promise<readonly string[]>;
  quoted(name: string): string;
  /** All rows of a query, as text. */
  query(text: string): Promise<readonly Row[]>;
  close(): Promise<void>;
}

export const CONNECT_MS = 10_000;
export const QUERY_MS = 120_000;
/** A page of rows is some megabytes. */
const MAX_ANSWER = 256 * 1024 * 1024;
const CHECK_MS = 200;

const PORTS: Readonly<Record<string, number>> = {
  'mysql:': 3306,
  'mariadb:': 3306,
  'postgres:': 5432,
  'postgresql:': 5432,
};

export const isDatabaseUrl = (source: string): boolean => /^\w+:\/\//.test(source);

/** @throws ImportError that quotes only the scheme of the address. */
export function readAddress(
  source: string,
  password: string | null,
): { readonly kind: 'mysql' | 'postgres'; readonly name: string; readonly address: DatabaseAddress } {
  const kind = source.replace(/:\/\/.*$/s, '');
  const url = URL.parse(source);
  const port = PORTS[`${kind}:`];
  if (port === undefined) {
    throw new ImportError('source', `${kind}://… is not supported: give a mysql:// or postgresql:// address, or files`);
  }
  const database = decodeURIComponent(url?.pathname.slice(1) ?? '');
  if (url === null || database === '' || database.includes('/')) {
    throw new ImportError('source', `the address must be ${kind}://USER@HOST/DATABASE`);
  }
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'tls' && name !== 'socket');
  if (unknown !== undefined) throw new ImportError('source', `addresses take tls=1 and socket=PATH, not ${unknown}`);
  const address = {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1') || '127.0.0.1',
    port: url.port === '' ? port : Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password) || (password ?? ''),
    database,
    socket: url.searchParams.get('socket'),
    tls: url.searchParams.get('tls') === '1',
  };
  const host = address.socket ?? `${url.hostname || address.host}:${address.port}`;
  return { kind: port === 3306 ? 'mysql' : 'postgres', name: `${kind}://${host}/${database}`, address };
}

/** Closes the connection's socket when an answer is too large or does not arrive. */
export class GuardedSocket {
  readonly socket = new Socket();

  constructor() {
    this.socket.on('timeout', () => this.socket.destroy(new Error('the server does not answer')));
  }

  /** The time-out applies only during a query: the import writes between two queries. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const before = this.socket.bytesRead;
    this.socket.setTimeout(QUERY_MS + CONNECT_MS);
    const timer = setInterval(() => {
      if (this.socket.bytesRead - before <= MAX_ANSWER) return;
      this.socket.destroy(new Error(`the server answers with more than ${MAX_ANSWER / 1024 / 1024} MB at once`));
    }, CHECK_MS);
    try {
      return await work();
    } finally {
      clearInterval(timer);
      this.socket.setTimeout(0);
    }
  }
}

/** Builds tables from rows of table, column and type, sorted by column position. */
export function tablesOf(rows: readonly Row[]): ReadonlyMap<string, TableShape> {
  const tables = new Map<string, Map<string, string>>();
  for (const [table, column, type] of rows) {
    const types = tables.get(table ?? '') ?? new Map<string, string>();
    tables.set(table ?? '', types.set(column ?? '', type?.toLowerCase() ?? ''));
  }
  return new Map([...tables].map(([table, types]) => [table, { columns: [...types.keys()], types }]));
}
