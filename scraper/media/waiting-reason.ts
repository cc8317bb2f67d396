/** The reason why files wait, in words for the log. Pure. */
import { DatastoreUnavailableError } from '../../platform/datastore/datastore.ts';
import { isDiskFull } from '../../platform/disk-full.ts';
import { UnavailableError } from '../../platform/errors.ts';
import { inOneLine, isKnownFailure } from '../../platform/known-failures.ts';
import { endedStatement, toUnavailable } from '../../platform/postgres-errors.ts';

/** null for an error that is a defect. */
export function waitingReason(error: Error): string | null {
  if (error instanceof DatastoreUnavailableError) return `a datastore is unavailable (${error.message})`;
  if (error instanceof UnavailableError) return `${error.service} is unavailable`;
  if (isDiskFull(error)) return 'a disk is full';
  const ended = endedStatement(error);
  if (ended !== null) return `PostgreSQL ended a statement: ${ended}`;
  if (toUnavailable(error) !== null) return 'PostgreSQL is unavailable';
  return isKnownFailure(error) ? inOneLine(error) : null;
}
