import type { SourceKind } from './sources.ts';

/**
 * A board is one forum of one source. Its name stands in index names, aliases, URLs and queries, so it is narrow:
 * lower case, starts with a letter or digit, and may not look like the version part of an index name.
 */
export const BOARD_NAME = /^(?!.*-v\d+-)[a-z0-9][a-z0-9_-]{0,31}$/;

/** First parts of the server's own addresses, which a board's pages would hide. */
const OWN_ADDRESSES = new Set(['admin', 'api', 'assets', 'livez', 'media', 'metrics', 'post', 'readyz', 'search']);

export function isBoardName(text: string): boolean {
  return BOARD_NAME.test(text) && !OWN_ADDRESSES.has(text);
}

/** Unit of partition, index, rebuild and verification. Kept per board, so that a test can use a small one. */
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
  /** What the source calls it; mostly the name. */
  readonly sourceName: string;
  /** Base of the source's documents, without a slash at the end: `https://a.example.org`. */
  readonly url: string;
  /** Base of files and thumbnails, without a slash at the end. */
  readonly mediaUrl: string;
  readonly sliceSize: number;
}
