import { Socket } from 'node:net';
import pg from 'pg';
import { LettingGoClient } from './postgres-client.ts';

export type ProcessRole = 'sagasu_scraper' | 'sagasu_indexer' | 'sagasu_server';

const { TIMESTAMPTZ } = pg.types.builtins;
const parseTimestamptz: (text: string) => unknown = pg.types.getTypeParser(TIMESTAMPTZ);

/**
 * `2022-01-31 23:59:59.123456+00`, as every session here gets it. Digits at fixed places, read without a regular
 * expression: that was a tenth of what reading a post's row costs. Anything else goes the driver's way.
 */
export function parseUtcTime(text: string): unknown {
  const { length } = text;
  const isPlain = length >= 22 && length <= 29 && text.charCodeAt(4) === DASH && text.endsWith('+00');
  // Years below 100 mean others to Date.
  if (!isPlain || text.charCodeAt(0) === ZERO) return parseTimestamptz(text);
  const two = (at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - ZERO * 11;
  const seconds = Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17));
  // Whole milliseconds, as the driver does it.
  let milliseconds = 0;
  for (let at = 20, unit = 100; at < length - 3 && unit >= 1; at++, unit /= 10) {
    milliseconds += (text.charCodeAt(at) - ZERO) * unit;
  }
  return new Date(seconds + milliseconds);
}

const ZERO = 48;
const DASH = 45;

const getTypeParser: typeof pg.types.getTypeParser = (
  oid: Parameters<typeof pg.types.getTypeParser>[0],
  format?: 'text' | 'binary',
) => (oid === TIMESTAMPTZ && format !== 'binary' ? parseUtcTime : pg.types.getTypeParser(oid, format));
const types = { getTypeParser };

export interface PostgresOptions {
  readonly url: string;
  /** Every connection takes this role first: a process can do what its work needs and no more. */
  readonly role?: ProcessRole;
  readonly maxConnections?: number;
  readonly statementTimeoutMs?: number;
}

/** What is written in one turn of the process leaves it at once: a flight of statements costs one call of the system. */
class GatheringSocket extends Socket {
  #isGathering = false;

  override write(data: string | Uint8Array, encodingOrDone?: unknown, done?: (error?: Error | null) => void): boolean {
    if (!this.#isGathering) {
      this.#isGathering = true;
      this.cork();
      process.nextTick(() => {
        this.#isGathering = false;
        this.uncork();
      });
    }
    // Whichever of its forms it was.
    return super.write(data, encodingOrDone as BufferEncoding, done);
  }
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
    types,
    Client: LettingGoClient,
    // Statements that do not need one another's answers leave together (inOneFlight). Such a connection takes no COPY.
    stream: () => new GatheringSocket(),
    pipeline: options.role === 'sagasu_scraper',
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

const names = new Map<string, string>();

/**
 * A statement that each connection reads and plans once, instead of each time: over the partitions of posts that takes a
 * millisecond or two, and the rows a tenth of it. `text` is a constant: each is remembered for good.
 */
export function prepared(text: string, values: readonly unknown[]): pg.QueryConfig<unknown[]> {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `s${names.size}`));
  return { name, text, values: [...values] };
}

export type Isolation = 'read committed' | 'repeatable read';

/**
 * Statements that were sent one behind the other, without waiting for answers in between. Throws what the first that failed said:
 * in a transaction those behind it only say that it is over.
 */
export async function inOneFlight<T extends readonly unknown[] | []>(
  sent: T,
): Promise<{ -readonly [at in keyof T]: Awaited<T[at]> }> {
  await Promise.allSettled(sent);
  for (const answer of sent) await answer;
  return Promise.all(sent);
}

export const begin = (client: pg.PoolClient, isolation: Isolation = 'read committed'): Promise<unknown> =>
  client.query(`begin isolation level ${isolation}`);

/** May be sent behind statements that fail: PostgreSQL takes the transaction back then, and this one throws. */
export async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('the transaction was taken back');
}

/** Runs `work` in one transaction; rolls back when it throws. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  isolation: Isolation = 'read committed',
): Promise<T> {
  return onOneConnection(pool, async (client) => {
    await begin(client, isolation);
    const result = await work(client);
    await commit(client);
    return result;
  });
}

/** For work that sends `begin` and `commit` itself, in one flight with other statements; rolls back when it throws. */
export async function onOneConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
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
