/** The names of indices and aliases. Other files must not build them. */
import { MAPPING_VERSION } from './post-index.ts';

export interface IndexIdentity {
  readonly board: string;
  readonly slice: number;
  readonly build: number;
  readonly mappingVersion?: number;
}

/** Returns an index's name. `prefix` is SAGASU_INDEX_PREFIX: '' by default, a different one in every test file. */
export function indexName(prefix: string, index: IndexIdentity): string {
  return `${prefix}posts-${index.board}-v${index.mappingVersion ?? MAPPING_VERSION}-${index.slice}-${index.build}`;
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

/** Returns the board and slice of an index by its name; null for any other name. A board's name may look like the end of an index's. */
export function parseIndexName(prefix: string, name: string): Pick<IndexIdentity, 'board' | 'slice'> | null {
  const start = boardAlias(prefix, '');
  if (!name.startsWith(start)) return null;
  const [, board, slice] = /^(.+)-v\d+-(\d+)-\d+$/.exec(name.slice(start.length)) ?? [];
  return board === undefined ? null : { board, slice: Number(slice) };
}

/** True if `name` is the name of an index of this board, of any mapping version, slice and build. */
export function isIndexOf(prefix: string, board: string, name: string): boolean {
  const alias = boardAlias(prefix, board);
  return name.startsWith(alias) && /^-v\d+-\d+-\d+$/.test(name.slice(alias.length));
}
