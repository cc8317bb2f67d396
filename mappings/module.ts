import type { AddedMapping } from './elasticsearch/index-fields.ts';
import type { SourceKindFacts } from './source-kind.ts';
import type { SearchAdditions } from './search/field.ts';

/** The pure data that a module adds for all processes. */
export interface SharedModule {
  readonly name: string;
  readonly search?: SearchAdditions;
  readonly sources?: Readonly<Record<string, SourceKindFacts>>;
  readonly index?: IndexAddition;
  /** Kinds of tasks on a board that the indexer's module does. Names of the table `tasks`, such as `picture_hashes`. */
  readonly tasks?: readonly string[];
  readonly boardFlags?: readonly BoardFlag[];
  readonly removal?: RemovalCounts;
}

export interface IndexAddition {
  /** By name. A document has the values in an object under the module's name. */
  readonly fields: Readonly<Record<string, AddedMapping>>;
  /**
   * Reads the values for the document of the post `p`: an expression of SQL for a jsonb object, without or with null for absent values. It is part of the
   * statement that reads the post, so that both are of one state. The transaction that changes a value renews the revs of the posts that
   * have it (`reindexPosts` of `store/change-posts.ts`); otherwise a deep verification reports their documents.
   */
  readonly values: string;
}

/** A fact about a board, true or false, in the list of boards. */
export interface BoardFlag {
  /** The field of the API. */
  readonly name: string;
  readonly description: string;
  /** An expression over the tables `boards b` and `board_defaults d`. Null counts as false. */
  readonly sql: string;
  /** False without a contact of the operator, and while PostgreSQL is unavailable. */
  readonly needsContact?: boolean;
}

/** Data of the module that a removal of a board deletes. The plan of the removal lists the counts. */
export interface RemovalCounts {
  /** By name, in the order of the plan: the noun that the command line prints. The text `removal.NAME` is the pages' noun (`staffTexts`). */
  readonly nouns: Readonly<Record<string, string>>;
  /** An expression of SQL for a jsonb object of counts by name, for the board with the name $1; null if there is nothing. */
  readonly sql: string;
}
