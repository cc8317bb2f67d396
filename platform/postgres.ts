import pg from 'pg';
import { directPlace, withoutDirect } from './direct-address.ts';
import { currentRequestId } from './request-id.ts';

export interface PostgresOptions {
  /** With the parameter `direct`, it leads to PgBouncer in transaction mode (direct-address.ts). */
  readonly url: string;
  readonly maxConnections?: number;
  readonly statementTimeoutMs?: number;
  /**
   * A connection sends each statement immediately, without waiting for the answers to earlier ones. PostgreSQL still runs them one
   * after the other. Such a connection cannot COPY.
   */
  readonly pipeline?: boolean;
}

/** All times are UTC; bigint comes as text (mappings turn it into a number). */
export function createPostgresPool(options: PostgresOptions): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? 30_000;
  const role = decodeURIComponent(new URL(options.url).username) || 'sagasu';
  const common = {
    max: options.maxConnections ?? 8,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // Time-out for a server that does not answer at all, not even that it cancelled the statement.
    query_timeout: statementTimeoutMs + 5_000,
    pipeline: options.pipeline ?? false,
  };
  if (directPlace(options.url) !== null) {
    const pool = new pg.Pool({
      ...common,
      connectionString: withoutDirect(options.url),
      // PgBouncer keeps idle connections under this name: those of ended indexers must not count as indexers.
      application_name: `pooled ${role}`,
      Client: PooledClient,
    });
    pool.on('connect', (client) => pooledLimits.set(client, statementTimeoutMs));
    return withoutErrorEvents(pool);
  }
  return withoutErrorEvents(
    new pg.Pool({
      ...common,
      connectionString: options.url,
      statement_timeout: statementTimeoutMs,
      // Estimates of long threads reach the costs at which PostgreSQL compiles plans, and their statements take milliseconds.
      options: '-c timezone=UTC -c jit=off',
      application_name: role,
    }),
  );
}

/** Time limits of statements, in ms, for connections to PgBouncer, which refuses the limit as a parameter of the connection. */
const pooledLimits = new WeakMap<pg.ClientBase, number>();

/**
 * A connection to PgBouncer in transaction mode. Consecutive transactions can run in different sessions of PostgreSQL, which do not know
 * the statements that another one has prepared; so no statement has a name.
 */
class PooledClient extends pg.Client {
  static {
    const { query } = pg.Client.prototype as { query: (...given: unknown[]) => unknown };
    Object.defineProperty(PooledClient.prototype, 'query', {
      value: function withoutName(this: PooledClient, ...[given, ...more]: unknown[]): unknown {
        const isNamed = typeof given === 'object' && given !== null && 'name' in given && !('submit' in given);
        return query.call(this, isNamed ? { ...given, name: undefined } : given, ...more);
      },
    });
  }
}

/**
 * A pool of one connection to the same database, in the same role, so that its statements never wait for a connection of `pool`. It
 * opens with the first statement. Another connection replaces it when it is lost or does not answer within `answerTimeoutMs`.
 */
export function createSeparateConnection(pool: pg.Pool, answerTimeoutMs: number): pg.Pool {
  return withoutErrorEvents(
    new pg.Pool({
      ...pool.options,
      max: 1,
      connectionTimeoutMillis: answerTimeoutMs,
      ...(pool.options.statement_timeout !== undefined && { statement_timeout: answerTimeoutMs }),
      query_timeout: answerTimeoutMs,
    }),
  );
}

function withoutErrorEvents(pool: pg.Pool): pg.Pool {
  // An idle connection that the server drops must not end the process; the next query opens a new one or fails by itself.
  pool.on('error', ignoreError);
  // The same for a connection that is lost while a caller holds it between two statements: an error event without a listener
  // would end the process.
  pool.on('connect', (client) => client.on('error', ignoreError));
  return pool;
}

function ignoreError(): void {}

const names = new Map<string, string>();

/**
 * A statement that each connection parses and plans once: over the partitions of posts planning takes a millisecond or two, and
 * the rows a tenth of it. `text` is a constant: each distinct one is kept for the life of the process.
 */
export function prepared(text: string, values: readonly unknown[]): pg.QueryConfig<unknown[]> {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `s${names.size}`));
  return { name, text, values: [...values] };
}

export type Isolation = 'read committed' | 'repeatable read';

/** Runs `work` in one transaction; rolls back when it throws. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  isolation: Isolation = 'read committed',
): Promise<T> {
  return withConnection(pool, (client) => transaction(client, () => work(client), isolation));
}

/**
 * Removes the time limits of this connection's statements, for a COPY of a whole table. The driver has a limit of its own for answers,
 * whose timer would also continue after a COPY. Destroy the connection afterwards.
 */
export async function liftTimeLimits(client: pg.ClientBase): Promise<void> {
  await client.query('set statement_timeout = 0');
  // The driver's API cannot change this limit for an open connection.
  (client as pg.ClientBase & WithParameters).connectionParameters.query_timeout = 0;
}

interface WithParameters {
  readonly connectionParameters: { query_timeout: number };
}

/** A pool, or a connection in a transaction of the caller's. */
export type Database = pg.Pool | pg.PoolClient;

/** Runs `work` in a transaction: a new one with a pool, otherwise the caller's. */
export async function within<T>(db: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return db instanceof pg.Pool ? inTransaction(db, work) : work(db);
}

/** Runs `work` in one transaction on a connection of withConnection, which rolls back when it throws. */
export async function transaction<T>(
  client: pg.PoolClient,
  work: () => Promise<T>,
  isolation: Isolation = 'read committed',
): Promise<T> {
  const id = currentRequestId();
  // Triggers and defaults store it with the work that the transaction requests.
  const named = id === null ? '' : `; set local sagasu.request_id = '${id}'`;
  const limit = pooledLimits.get(client);
  const limited = limit === undefined ? '' : `; set local statement_timeout = ${limit}`;
  await client.query(`begin isolation level ${isolation}${named}${limited}`);
  const result = await work();
  const { command } = await client.query('commit');
  // PostgreSQL answers ROLLBACK if `work` caught the error of a failed statement.
  if (command !== 'COMMIT') throw new Error('the transaction was rolled back: a statement in it had failed');
  return result;
}

/** Runs `work` with one connection of the pool; rolls back an open transaction when it throws. */
export async function withConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    // A connection whose rollback fails is broken: destroy it rather than hand it to the next caller.
    const broken = await client.query('rollback').then(
      () => undefined,
      (cause: unknown) => (cause instanceof Error ? cause : new Error(String(cause))),
    );
    client.release(broken);
    throw error;
  }
}
