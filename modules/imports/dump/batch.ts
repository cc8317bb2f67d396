/** The batches that readers of dumps and databases yield: rows of one table, as text. */

export type Row = readonly (string | null)[];

/** A table as its definition describes it. */
export interface TableShape {
  readonly columns: readonly string[];
  /** Types in lower case, by column; empty where the source has no definition. */
  readonly types: ReadonlyMap<string, string>;
}

/** A part that could not be read. It never quotes the source: a row may hold addresses and passwords. */
export interface Damage {
  /** null if the table is not known. */
  readonly table: string | null;
  /** `rest`: the table could not be read beyond this part. `cut`: the file ends too early. */
  readonly kind: 'row' | 'statement' | 'rest' | 'cut';
  readonly detail: string;
  /** null for a live database. */
  readonly file: string | null;
  /** The number of the statement within the file; null if the source has no statements. */
  readonly statement: number | null;
  readonly line: number | null;
  /** The number of lost rows; null if it is not known. */
  readonly lost: number | null;
}

export interface Batch {
  readonly table: string;
  /** null if neither the rows nor a definition name the columns. */
  readonly shape: TableShape | null;
  readonly rows: readonly Row[];
  readonly damage: readonly Damage[];
}

/** The position from which to resume in a table that was read before. */
export interface ReadFrom {
  /** Rows up to this number in the order of insertion were read before. */
  readonly after: number;
  /** Earlier rows that changed after this time are read again. Seconds, in the table's own clock. */
  readonly changedSince: number;
}

/** Returns whether a table's rows are wanted. `columns` is null if the source does not name them. */
export type Wanted = (table: string, columns: readonly string[] | null) => boolean;

export interface ReadOptions {
  /** By table. Only a live source starts at these positions; other sources start at their beginning. */
  readonly from?: ReadonlyMap<string, ReadFrom>;
  /** The columns whose values are needed: others may be null, which saves most of the time. By default all are read. */
  readonly columns?: ReadonlySet<string>;
}

/** A database, or files of one. Every call of `read` is a pass over it. */
export interface RowSource {
  /** True for a live database: rows come in the order of insertion, and a pass can start in the middle of a table. */
  readonly isLive: boolean;
  /** For messages: without user name and password. */
  readonly name: string;
  /** Identifies the source in later imports: a live source's address, or a hash of the files' names, sizes and times. */
  readonly key: string;
  /** The progress of the pass, from 0 to 1. */
  progress(): number;
  /** Rows of the tables that are wanted. */
  read(wanted: Wanted, options?: ReadOptions): AsyncIterable<Batch>;
  /** Names of triggers and stored procedures that were seen in a pass. */
  readonly routines: ReadonlySet<string>;
  /** Tables that were defined in a pass, also those without rows, and their columns. */
  readonly tables: ReadonlyMap<string, readonly string[]>;
  close(): Promise<void>;
}
