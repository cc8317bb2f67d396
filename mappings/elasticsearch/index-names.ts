/** The one place where names of indices and aliases are spelt. */
import { MAPPING_VERSION } from './post-index.ts';

export interface IndexIdentity {
  readonly board: string;
  readonly slice: number;
  readonly build: number;
  readonly mappingVersion?: number;
}

/** `prefix` is '' in production and one of its own in every test file. */
export function indexName(prefix: string, index: IndexIdentity): string {
  return `${prefix}posts-${index.board}-v${index.mappingVersion ?? MAPPING_VERSION}-${index.slice}-${index.build}`;
}

/** All live indices of one board. */
export function boardAlias(prefix: string, board: string): string {
  return `${prefix}posts-${board}`;
}

/** All live indices. */
export function postsAlias(prefix: string): string {
  return `${prefix}posts`;
}

export function indexTemplateName(prefix: string): string {
  return `${prefix}posts`;
}

/** For the index template. It may match a board's alias too (`posts-x-videos`): to list indices, look at the registry. */
export function indexPattern(prefix: string): string {
  return `${prefix}posts-*-v*`;
}

/** Names of a board's indices match it; so may those of a board with a longer name (see `isIndexOf`). */
export function boardIndexPattern(prefix: string, board: string): string {
  return `${boardAlias(prefix, board)}-v*`;
}

/** Is `name` that of an index of this board, of any mapping version, slice and build? */
export function isIndexOf(prefix: string, board: string, name: string): boolean {
  const alias = boardAlias(prefix, board);
  return name.startsWith(alias) && /^-v\d+-\d+-\d+$/.test(name.slice(alias.length));
}
