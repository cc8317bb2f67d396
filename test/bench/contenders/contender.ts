import type { BenchQuery } from '../query-classes.ts';

export interface PageOfRows {
  /** Number of posts on the page, each with all its columns. */
  readonly rows: number;
  /** Number of hits on all pages. */
  readonly total: number;
}

/** The rows themselves, as an engine's client returns them. */
export interface AnsweredPage {
  readonly rows: readonly object[];
  readonly total: number;
}

export function pageOf({ rows, total }: AnsweredPage): PageOfRows {
  return { rows: rows.length, total };
}

export interface StoredBytes {
  readonly rows: number;
  readonly index: number;
}

/** A search engine under test: answers a query with a page of whole posts, newest first, and the number of hits. */
export interface Contender {
  readonly name: string;
  /** Prepares what a query needs before its page can be requested, such as the cursor of a far page. Not measured. */
  prepare?(queries: readonly BenchQuery[]): Promise<void>;
  ask(query: BenchQuery): Promise<PageOfRows>;
  /** Bytes on disk of the search index, and of the rows with their indexes. */
  stored?(): Promise<StoredBytes>;
  /** Rebuilds the search index from the rows; the old index answers meanwhile. */
  rebuild?(): Promise<void>;
  /** The settings of a process that asks it behind a route (search-route.ts). */
  readonly route?: Readonly<Record<string, string>>;
  close(): Promise<void>;
}
