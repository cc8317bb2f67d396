import type { SourceKind } from './sources.ts';

/**
 * A board is one forum of one source. Its name is part of index names, aliases, URLs and queries. Therefore it is lower case, starts
 * with a letter or digit, and must not contain `-v1-`, the version part of an index name.
 */
export const BOARD_NAME = /^(?!.*-v\d+-)[a-z0-9][a-z0-9_-]{0,31}$/;

/** First path segments of the server's own routes; a board of that name would shadow them. */
const OWN_ADDRESSES = new Set([
  'about',
  'admin',
  'api',
  'assets',
  'contact',
  'dumps',
  'exports',
  'feeds',
  'help',
  'livez',
  'media',
  'metrics',
  'moderation',
  'post',
  'readyz',
  'removal',
  'search',
  'settings',
  'statistics',
  'transparency',
]);

export function isBoardName(text: string): boolean {
  return BOARD_NAME.test(text) && !OWN_ADDRESSES.has(text);
}

/** Characters of the title that readers see. */
export const MAX_TITLE = 100;

/** Posts per slice, the unit of partitions, indexes, rebuilds and verification. Stored per board, so that tests can use a smaller one. */
export const DEFAULT_SLICE_SIZE = 50_000_000;

export function sliceOf(num: number, sliceSize: number): number {
  return Math.floor(num / sliceSize);
}

export interface Board {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly worksafe: boolean;
  readonly source: SourceKind;
  /** The board's name at the source; usually the same as `name`. */
  readonly sourceName: string;
  /** Base of the source's documents, without a slash at the end: `https://a.example.org`. */
  readonly url: string;
  /** Base of files and thumbnails, without a slash at the end. */
  readonly mediaUrl: string;
  readonly sliceSize: number;
  /** The board is left out of lists and search engines, and is searched only by name. */
  readonly isUnlisted?: boolean;
}

export function isListed({ isUnlisted }: Pick<Board, 'isUnlisted'>): boolean {
  return isUnlisted !== true;
}
