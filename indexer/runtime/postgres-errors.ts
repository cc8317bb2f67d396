import pg from 'pg';
import { AppError, UnavailableError, toError } from '../../platform/errors.ts';

/**
 * Classes of SQLSTATE that say that the statement or its data is wrong; everything else (connection, shutdown, time-out,
 * too many clients, deadlock, serialization) may be otherwise a moment later.
 */
const OUR_FAULT = /^(0A|21|22|23|2F|42|XX)/;

/** @throws UnavailableError in place of an error that another try may not meet. */
export async function fromPostgres<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AppError || error instanceof TypeError || error instanceof RangeError) throw error;
    if (error instanceof pg.DatabaseError && error.code !== undefined && OUR_FAULT.test(error.code)) throw error;
    throw new UnavailableError('PostgreSQL', `PostgreSQL: ${toError(error).message}`, { cause: error });
  }
}
