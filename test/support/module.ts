/** The part of a module that tests of the core need. */
import type pg from 'pg';

export interface TestModule {
  /** The folder's name in `modules/`. */
  readonly name: string;
  /** Requests of staff about `given`, in an executable order. */
  readonly staffRequests: readonly StaffRequest[];
  /** Writes the rows that these requests act on. */
  given(pool: pg.Pool): Promise<void>;
  /** The tables that they change. */
  readonly tables: readonly string[];
  /** Stores the module's data about a stored PNG file. Returns the addresses that show it while the file is not banned. */
  keepFile?(pool: pg.Pool, bytes: Buffer): Promise<readonly string[]>;
}

interface StaffRequest {
  readonly operation: string;
  /** Method and path. */
  readonly route: string;
  readonly body: object;
}
