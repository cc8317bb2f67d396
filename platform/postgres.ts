import pg from 'pg';

export type ProcessRole = 'sagasu_scraper' | 'sagasu_indexer' | 'sagasu_server';

export interface PostgresOptions {
  readonly url: string;
  /** Every connection takes this role first: a process can do what its work needs and no more. */
  readonly role?: ProcessRole;
  readonly maxConnections?: number;
  readonly statementTimeoutMs?: number;
}

/** All times are UTC; bigint comes as text (mappings turn it into a number). */
export function createPostgresPool(options: PostgresOptions): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? 30_000;
  const role = options.role === undefined ? '' : ` -c role=${options.role}`;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections ?? 8,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    // For a server that answers nothing at all, not even that it stopped the statement.
    query_timeout: statementTimeoutMs + 5_000,
    options: `-c timezone=UTC${role}`,
    application_name: options.role ?? 'sagasu',
  });
  // An idle connection that the server drops must not end the process; the next query opens a new one or fails by itself.
  pool.on('error', ignoreError);
  // Nor one that is lost between two statements, or in the breath between its making and its first: an event without a
  // listener would. From the first moment on, since what the server says last may come with what it says first.
  pool.on('connect', (client) => client.on('error', ignoreError));
  return pool;
}

function ignoreError(): void {}

export type Isolation = 'read committed' | 'repeatable read';

/** Runs `work` in one transaction; rolls back when it throws. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  isolation: Isolation = 'read committed',
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`begin isolation level ${isolation}`);
    const result = await work(client);
    await client.query('commit');
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
