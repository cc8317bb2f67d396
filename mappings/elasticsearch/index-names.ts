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
