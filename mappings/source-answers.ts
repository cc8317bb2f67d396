/** The last answers of a source to requests of a board's list, or of the host of its files, which `source_answers` keeps. */

/**
 * ok                  the list could be read, or has not changed; the host of files answers, even if it lacks the file
 * connection_refused, name_unknown, timed_out, connection_lost, certificate, unreachable   no answer, for this reason or another
 * proxy_error         the proxy failed, not the source
 * http_status         the source answers with an error, such as 503
 * no_board            the source answers, and has no such board
 * redirect            the source answers with another address
 * address             the name leads to an address that is not public
 * too_large           the list is larger than the scraper reads
 * unreadable          the answer is not a list of this kind of source
 */
export const SOURCE_OUTCOMES = [
  'ok',
  'connection_refused',
  'name_unknown',
  'timed_out',
  'connection_lost',
  'certificate',
  'unreachable',
  'proxy_error',
  'http_status',
  'no_board',
  'redirect',
  'address',
  'too_large',
  'unreadable',
] as const;
export type SourceOutcome = (typeof SOURCE_OUTCOMES)[number];

export interface SourceAnswer {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly outcome: SourceOutcome;
  /** The status of `http_status`, or words of another program about the connection; never text of a document. */
  readonly detail: string | null;
}

/** A source serves the lists and threads of a board, a host of files its files and thumbnails. */
export const SERVED_BY_SOURCES = ['lists', 'files'] as const;
export type ServedBySource = (typeof SERVED_BY_SOURCES)[number];

/** The address of a host of files in `source_answers`. The slash at its end separates it from addresses of lists, which have none. */
export function fileHostAddress({ mediaUrl }: { readonly mediaUrl: string }): string {
  return `${mediaUrl}/`;
}

/** Answers that are kept of each source. */
export const MAX_SOURCE_ANSWERS = 10;
