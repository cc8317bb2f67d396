/** The part of a module that tests of the core need. */
import type fc from 'fast-check';
import type pg from 'pg';
import type { ContentTables } from '../../mappings/postgres/content-tables.ts';
import type { CheckedPage } from './checked-pages.ts';
import type { SourceForm } from './source-form.ts';

export interface TestModule {
  /** The folder's name in `modules/`. */
  readonly name: string;
  readonly staff?: StaffPart;
  readonly database?: DatabasePart;
  /** A sample of each source whose documents hold threads. It has the texts of `POSTS`. */
  readonly sourceForms?: readonly SourceForm[];
  /** Values of the index for exact fields of the module that do not take any text, by the field's name. */
  readonly fieldValues?: Readonly<Record<string, fc.Arbitrary<string>>>;
  /** Actions of the audit log whose names the module's code composes. A test finds the others in the database. */
  readonly auditActions?: readonly string[];
  /** Stores the module's data about a stored PNG file. Returns the addresses that show it while the file is not banned. */
  keepFile?(pool: pg.Pool, bytes: Buffer): Promise<readonly string[]>;
  /** Makes the files that the module publishes from posts and that are due, and deletes replaced ones. Returns the texts of all files. */
  publishedFiles?(place: PublishingPlace): Promise<readonly string[]>;
}

interface PublishingPlace {
  /** With the rights of the owner. */
  readonly pool: pg.Pool;
  readonly dataDir: string;
  readonly now: Date;
}

interface StaffPart {
  /** Writes rows for every list of the staff pages. The board has the post 1. */
  given(pool: pg.Pool, board: { readonly id: number }): Promise<void>;
  /** Requests about these rows, in an executable order. */
  readonly requests: readonly StaffRequest[];
  /** Values of parameters in the addresses of routes, by name; `1` if absent. */
  readonly addressValues?: Readonly<Record<string, string>>;
  /** The tables that the requests change. */
  readonly tables: readonly string[];
  /** Pages to check for accessibility. */
  readonly pages?: readonly CheckedPage[];
}

interface StaffRequest {
  readonly operation: string;
  /** Method and path. */
  readonly route: string;
  readonly body: object;
  /** It only reads. */
  readonly isRead?: true;
}

interface DatabasePart {
  readonly contentTables: ContentTables;
  /** Statements that store content of a post, by table. $1 board, $2 num. */
  readonly leave?: (secret: string) => Readonly<Record<string, string>>;
  /** Functions with the owner's rights, each behind the role that may run it. */
  readonly ownerFunctions: readonly string[];
  /** Tables without row security, which contain only work of processes. */
  readonly workTables?: readonly string[];
  /** Columns by table that only operators read. docs/operations/ lists the tables. */
  readonly columnsOfOperators?: Readonly<Record<string, readonly string[]>>;
}
