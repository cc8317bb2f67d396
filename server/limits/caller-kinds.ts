/** Kinds of callers, in the order in which queues serve them. */

/**
 * staff    signed-in accounts
 * reader   callers with an API key, and browsers with a reader pass
 * unknown  all others
 * crawler  callers that name a crawler as their user agent, and have no key and no session
 */
export const CALLER_KINDS = ['staff', 'reader', 'unknown', 'crawler'] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

/** A caller as queues see it. */
export interface QueuedCaller {
  /** Requests with the same key share what one caller may use. */
  readonly key: string;
  readonly kind: CallerKind;
}

/** Words in the names of crawlers. Cubot is a brand of phones, whose browsers state it. */
const WORDS = '(?:(?<!cu)bot\\b|crawl|spider|slurp|archiver|externalagent|bytedance)';
const CRAWLER = new RegExp(WORDS, 'i');
/** The bound keeps the time linear in the length of the header. */
const NAME = new RegExp(`[\\w.-]{0,40}${WORDS}[\\w.-]{0,40}`, 'i');

/** A user agent is free to choose, so it can only make a caller wait for others. */
export function isCrawler(userAgent: string | undefined): boolean {
  return userAgent !== undefined && CRAWLER.test(userAgent);
}

/** The name of the crawler in a user agent, such as `googlebot`; '' without one. */
export function crawlerIn(userAgent: string): string {
  return (NAME.exec(userAgent)?.[0] ?? '').toLowerCase();
}
