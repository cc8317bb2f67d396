import { UnavailableError } from './errors.ts';

/**
 * SQLSTATE classes: connection exceptions, refused logins, insufficient resources, shutdown and startup, statement time-out; and a database
 * that does not exist.
 */
const UNAVAILABLE_STATES = /^(08...|28...|3D000|53...|57P0.|57014)$/;
const UNAVAILABLE_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH']);
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout (exceeded|expired)|Query read timeout|Client has encountered)/;

const ENDED_STATEMENTS: Readonly<Record<string, string>> = {
  '55P03': 'a statement waited too long for a lock',
  '57014': 'a statement took too long',
  '40P01': 'two transactions waited for each other',
  '40001': 'another transaction changed the same rows',
};

/**
 * The reason in words if PostgreSQL ended a statement that may succeed at the next attempt, although it is available itself; otherwise
 * null.
 */
export function endedStatement(error: Error & { readonly code?: unknown }): string | null {
  return (typeof error.code === 'string' ? ENDED_STATEMENTS[error.code] : undefined) ?? null;
}

/** The error as an UnavailableError if it means that PostgreSQL is out of reach or too slow; otherwise null. */
export function toUnavailable(error: Error & { readonly code?: unknown }): UnavailableError | null {
  const code = typeof error.code === 'string' ? error.code : '';
  if (!UNAVAILABLE_STATES.test(code) && !UNAVAILABLE_CODES.has(code) && !UNAVAILABLE_MESSAGES.test(error.message))
    return null;
  if (!isStatementTimeout(error)) return archiveUnavailable(error);
  return new UnavailableError('archive', 'The archive took too long to answer. Try again in a moment.', {
    cause: error,
  });
}

export function archiveUnavailable(cause?: unknown): UnavailableError {
  return new UnavailableError('archive', 'The archive is out of reach right now. Try again in a moment.', { cause });
}

/** True if all connections of the pool were in use for too long, which does not mean that PostgreSQL is unavailable. */
export function isPoolTimeout(error: Error): boolean {
  return error.message === 'timeout exceeded when trying to connect';
}

/** True if a single statement exceeded its time-out, which does not mean that PostgreSQL is unavailable. */
export function isStatementTimeout(error: Error & { readonly code?: unknown }): boolean {
  return error.code === '57014' || error.message === 'Query read timeout';
}
