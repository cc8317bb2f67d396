/** Tests of a source before a board is added: a server sends one over Redis, and a scraper answers. */
import type { SiteKind } from './sources.ts';

export interface SourceTestRequest {
  /** Unguessable. */
  readonly id: string;
  /** The id of the HTTP request, for log lines. */
  readonly requestId: string | null;
  readonly board: {
    readonly name: string;
    readonly source: SiteKind;
    readonly sourceName: string;
    readonly url: string;
    readonly mediaUrl: string;
  };
}

/** Time for all requests of a test. */
export const SOURCE_TEST_MS = 12_000;

/** Channel of all scrapers. */
export function sourceTestChannel(prefix: string): string {
  return `${prefix}:source-tests`;
}

/** Key of the answer. */
export function sourceTestKey(prefix: string, id: string): string {
  return `${prefix}:source-test:${id}`;
}
