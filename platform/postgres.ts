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

/** Runs `work` in one transaction on a connection of withConnection, which rolls back when it throws. */
export async function transaction<T>(
  client: pg.PoolClient,
  work: () => Promise<T>,
  isolation: Isolation = 'read committed',
): Promise<T> {
  await client.query(`begin isolation level ${isolation}`);
  const result = await work();
  const { command } = await client.query('commit');
  // PostgreSQL answers ROLLBACK when a statement failed whose error `work` swallowed.
  if (command !== 'COMMIT') throw new Error('the transaction was rolled back: a statement in it had failed');
  return result;
}

/** Runs `work` with one connection of the pool; rolls back what it left open when it throws. */
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
