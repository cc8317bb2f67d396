/** Errors of the stores' clients, sorted into those worth another attempt (UnavailableError) and those that are not. */
import { errors } from '@elastic/elasticsearch';
import pg from 'pg';
import { AppError, toError, UnavailableError } from '../../platform/errors.ts';
import { endedStatement } from '../../platform/postgres-errors.ts';

/**
 * SQLSTATE classes of errors in the statement or its data. Every other error (connection, shutdown, time-out, too many
 * clients, deadlock, serialization) may not occur on the next attempt.
 */
const STATEMENT_AT_FAULT = /^(0A|21|22|23|2F|42|XX)/;

/** PostgreSQL answers, but ended a statement, for example because it waited too long for a lock. Retried like an outage. */
export class StatementEndedError extends UnavailableError {}

/**
 * Runs a call to PostgreSQL.
 * @throws StatementEndedError or another UnavailableError for any error that another attempt may avoid; other errors unchanged.
 */
export async function fromPostgres<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AppError || error instanceof TypeError || error instanceof RangeError) throw error;
    if (error instanceof pg.DatabaseError && error.code !== undefined && STATEMENT_AT_FAULT.test(error.code))
      throw error;
    const { message } = toError(error);
    const ended = endedStatement(toError(error));
    if (ended !== null)
      throw new StatementEndedError('PostgreSQL', `PostgreSQL: ${ended} (${message})`, { cause: error });
    throw new UnavailableError('PostgreSQL', `PostgreSQL: ${message}`, { cause: error });
  }
}

/** Elasticsearch refuses the request, and will refuse the same request again. */
export class RejectedError extends AppError {
  readonly status: number;
  /** Elasticsearch's name of the error, such as `resource_already_exists_exception`. */
  readonly type: string;

  constructor(status: number, type: string, message: string, options?: { cause?: unknown }) {
    super('search_rejected', message, options);
    this.status = status;
    this.type = type;
  }
}

/** Returns whether Elasticsearch refused a request because the index does not exist. */
export function isIndexMissing(error: unknown): boolean {
  return error instanceof RejectedError && error.type === 'index_not_found_exception';
}

/** Elasticsearch answers, but refuses writes until its disk has space or somebody removes a setting. Retried like an monitor. */
export class WritesBlockedError extends UnavailableError {}

/**
 * The type of a request's error or of one operation's error in a bulk request. A cluster whose state is not read yet returns the same
 * type, with status 503.
 */
export function isWriteBlock(status: number, type: string | undefined): boolean {
  return (status === 403 || status === 429) && type === 'cluster_block_exception';
}

/** HTTP statuses that depend on the request alone, not on Elasticsearch's present state. */
const REJECTED = new Set([400, 404, 405, 406, 409, 413, 415]);

/**
 * Runs a call to Elasticsearch.
 * @throws RejectedError, WritesBlockedError or another UnavailableError in place of the client's own errors.
 */
export async function fromElasticsearch<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof errors.ElasticsearchClientError)) throw error;
    const message = `Elasticsearch: ${error.message}`;
    if (error instanceof errors.ResponseError) {
      const status = error.statusCode ?? 0;
      const body = error.body as { error?: { type?: string } } | string | undefined;
      const type = typeof body === 'object' ? body.error?.type : undefined;
      if (isWriteBlock(status, type)) throw new WritesBlockedError('Elasticsearch', message, { cause: error });
      if (REJECTED.has(status)) throw new RejectedError(status, type ?? 'unknown', message, { cause: error });
    }
    throw new UnavailableError('Elasticsearch', message, { cause: error });
  }
}
