/** What readers of dumps and databases yield: rows of one table, as text. */

export type Row = readonly (string | null)[];

/** A table as its definition describes it. */
export interface TableShape {
  readonly columns: readonly string[];
  /** Types in lower case, by column; empty where the source has no definition. */
  readonly types: ReadonlyMap<string, string>;
}

/** Something that could not be read. It never quotes the source: a row may hold addresses and passwords. */
export interface Damage {
  /** null where the table is not known. */
  readonly table: string | null;
  /** `rest`: nothing after it was read in this table. `cut`: the file ends too early. */
  readonly kind: 'row' | 'statement' | 'rest' | 'cut';
  readonly detail: string;
  /** null for a database that runs. */
  readonly file: string | null;
  /** The how manieth statement of the file it is in; null where the source has none. */
  readonly statement: number | null;
  readonly line: number | null;
  /** Rows that are lost; null if their number is not known. */
  readonly lost: number | null;
}

export interface Batch {
  readonly table: string;
  /** null where neither the rows nor a definition name the columns. */
  readonly shape: TableShape | null;
  readonly rows: readonly Row[];
  readonly damage: readonly Damage[];
}

/** Where to go on in a table that was read before. */
export interface ReadFrom {
  /** Rows up to this number in the order of insertion are known. */
  readonly after: number;
  /** Known rows that were changed since are read again. Seconds, in the table's own clock. */
  readonly changedSince: number;
}

/** Whether a table's rows are read. `columns` is null where the source does not name them. */
export type Wanted = (table: string, columns: readonly string[] | null) => boolean;

export interface ReadOptions {
  /** By table. Only a live source begins where this says; others begin at their beginning. */
  readonly from?: ReadonlyMap<string, ReadFrom>;
  /** The columns whose values are needed: others may be null, which saves most of the time. Without it all are read. */
  readonly columns?: ReadonlySet<string>;
}

/** A database, or files of one. Every call of `read` is a pass over it. */
export interface RowSource {
  /** A database that runs: rows come in the order of insertion, and a pass can begin in the middle of a table. */
  readonly isLive: boolean;
  /** For messages: without user name and password. */
  readonly name: string;
  /** Tells it from other sources, also the next time: a live source's address, or a hash of the files' names, sizes and times. */
  readonly key: string;
  /** How far the pass is, from 0 to 1. */
  progress(): number;
  /** Rows of the tables that are wanted. */
  read(wanted: Wanted, options?: ReadOptions): AsyncIterable<Batch>;
  /** Names of triggers and stored procedures that were seen in a pass. */
  readonly routines: ReadonlySet<string>;
  /** Tables that were defined in a pass, also those without rows, and their columns. */
  readonly tables: ReadonlyMap<string, readonly string[]>;
  close(): Promise<void>;
}
