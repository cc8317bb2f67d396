/** Failures whose place in the code explains nothing: outages, time-outs, full disks and wrong settings. Pure. */
import { isConnectionFailure } from './connection-failures.ts';
import { withPoolerHint } from './direct-address.ts';
import { isDiskFull } from './disk-full.ts';
import { ConfigError, UnavailableError } from './errors.ts';
import { toUnavailable } from './postgres-errors.ts';

/** Errors of the clients of Elasticsearch and Redis, and of requests with a time limit. */
const NAMES: ReadonlySet<string> = new Set([
  'ConnectionError',
  'NoLivingConnectionsError',
  'TimeoutError',
  'MaxRetriesPerRequestError',
]);
/** Errors of ioredis, and those of a Redis that reads its data after a start or refuses the password. */
const REDIS_MESSAGES =
  /^(Connection is closed|Command timed out|Stream isn't writeable|LOADING |MASTERDOWN |WRONGPASS |NOAUTH )/;
const LONGEST_CAUSE = 400;

type CodedError = Error & { readonly code?: unknown };

/** True for an error that is such a failure, or whose cause is one. */
export function isKnownFailure(error: unknown): error is CodedError {
  if (!(error instanceof Error)) return false;
  const { code } = error as CodedError;
  return (
    error instanceof UnavailableError ||
    error instanceof ConfigError ||
    NAMES.has(error.name) ||
    isDiskFull(error) ||
    isConnectionFailure(code) ||
    toUnavailable(error) !== null ||
    REDIS_MESSAGES.test(error.message) ||
    isKnownFailure(error.cause)
  );
}

/** The code and message of an error and of its causes, in one line. */
export function inOneLine(error: Error): string {
  const parts: string[] = [];
  for (let cause: unknown = error; cause instanceof Error && parts.length < 4; cause = cause.cause) {
    const { code } = cause as CodedError;
    const message = cause.message || (cause instanceof AggregateError ? String(cause.errors[0]) : cause.name);
    parts.push(withPoolerHint(typeof code === 'string' && !message.includes(code) ? `${code} ${message}` : message));
  }
  return parts.join(': ').replaceAll(/\s+/g, ' ').slice(0, LONGEST_CAUSE);
}
