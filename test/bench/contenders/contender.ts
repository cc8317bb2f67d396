import type { BenchQuery } from '../query-classes.ts';

export interface PageOfRows {
  /** Posts on the page, whole. */
  readonly rows: number;
  /** How many there are on all pages. */
  readonly total: number;
}

export interface StoredBytes {
  readonly rows: number;
  readonly index: number;
}

/** Who answers the queries: a page of whole posts, newest first, and how many there are. */
export interface Contender {
  readonly name: string;
  /** Whatever must be known of a query before its page can be asked for, such as the cursor of a far page: not measured. */
  prepare?(queries: readonly BenchQuery[]): Promise<void>;
  ask(query: BenchQuery): Promise<PageOfRows>;
  /** Bytes on disk of its search index, and of its rows with their indexes. */
  stored?(): Promise<StoredBytes>;
  /** Builds its search index anew from its rows, and goes on answering from the one that it has. */
  rebuild?(): Promise<void>;
  close(): Promise<void>;
}
