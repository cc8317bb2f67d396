/** The names of indices and aliases. Other files must not build them. */
import { MAPPING_VERSION } from './post-index.ts';

/** Stands in the names of shared indices in place of a board. A board's name begins with a letter or digit. */
const SHARED = '~shared';

export interface IndexIdentity {
  /** null for an index that several boards share. */
  readonly board: string | null;
  readonly slice: number;
  readonly build: number;
  readonly mappingVersion?: number;
}

/** Returns an index's name. `prefix` is SAGASU_INDEX_PREFIX: '' by default, a different one in every test file. */
export function indexName(prefix: string, index: IndexIdentity): string {
  return `${prefix}posts-${index.board ?? SHARED}-v${index.mappingVersion ?? MAPPING_VERSION}-${index.slice}-${index.build}`;
}

/** Returns the alias of all live indices of one board. */
export function boardAlias(prefix: string, board: string): string {
  return `${prefix}posts-${board}`;
}

/** Returns the alias of all live indices. */
export function postsAlias(prefix: string): string {
  return `${prefix}posts`;
}

export function indexTemplateName(prefix: string): string {
  return `${prefix}posts`;
}

/**
 * Returns the pattern of the index template. It may also match a board's alias (`posts-x-videos`), so it cannot be used to
 * list indices; the table `indices` lists them.
 */
export function indexPattern(prefix: string): string {
  return `${prefix}posts-*-v*`;
}

/** Returns a pattern for the indices of a board. It may also match those of a board with a longer name (see `isIndexOf`). */
export function boardIndexPattern(prefix: string, board: string): string {
  return `${boardAlias(prefix, board)}-v*`;
}

/** Returns a pattern for the indices that boards share. */
export function sharedIndexPattern(prefix: string): string {
  return boardIndexPattern(prefix, SHARED);
}

/** Returns the name of the board of an alias; null for any other alias. */
export function boardOfAlias(prefix: string, alias: string): string | null {
  const start = boardAlias(prefix, '');
  return alias.startsWith(start) ? alias.slice(start.length) : null;
}

/** The filter of an alias of a shared index, which holds documents of other boards too. */
export function boardsFilter(boards: readonly string[]) {
  return { terms: { board: boards.toSorted() } };
}

/** Returns the boards that an alias with this filter shows; null for an alias that shows all documents. @throws never */
export function boardsOfFilter(filter: unknown): readonly string[] | null {
  const { terms } = (filter ?? {}) as { readonly terms?: { readonly board?: readonly string[] } };
  return terms?.board ?? null;
}

/** Returns the board and slice of an index by its name; null for any other name. A board's name may look like the end of an index's. */
export function parseIndexName(prefix: string, name: string): Pick<IndexIdentity, 'board' | 'slice'> | null {
  const start = boardAlias(prefix, '');
  if (!name.startsWith(start)) return null;
  const [, board, slice] = /^(.+)-v\d+-(\d+)-\d+$/.exec(name.slice(start.length)) ?? [];
  return board === undefined ? null : { board: board === SHARED ? null : board, slice: Number(slice) };
}

/** True if `name` is the name of an index of this board, of any mapping version, slice and build. */
export function isIndexOf(prefix: string, board: string, name: string): boolean {
  const alias = boardAlias(prefix, board);
  return name.startsWith(alias) && /^-v\d+-\d+-\d+$/.test(name.slice(alias.length));
}
