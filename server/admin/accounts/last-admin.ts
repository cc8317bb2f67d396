import { RefusedError } from '../../shared/errors.ts';

/** Waits for a change of accounts or roles. @throws RefusedError `admin_last` if it would leave the archive without an admin of all boards */
export async function keepingAnAdmin<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    // Raised by the function keep_an_admin in PostgreSQL.
    if (!(error instanceof Error) || !('constraint' in error) || error.constraint !== 'keep_an_admin') throw error;
    throw new RefusedError(
      409,
      'admin_last',
      'This is the last enabled admin of all boards. Make another account admin of all boards first.',
    );
  }
}
