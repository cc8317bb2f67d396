/**
 * robots.txt (RFC 9309: the longest matching rule wins). Keeps crawlers out of searches, addresses for programs and admin pages. The
 * API answers that pages of boards load stay open; otherwise crawlers that run scripts would see pages that fail to load.
 */
const CLOSED = ['/admin$', '/admin/', '/search$', '/search?', '/search/', '/*/search$', '/*/search?', '/*/search/'];
/** Places in a board's lists: each bump makes new ones, and sitemaps lead to all threads. */
const PLACES = ['/*?cursor=', '/*&cursor='];
/** Comparisons, of which there are as many as pairs of boards and years. */
const COMPARISONS = ['/statistics?', '/*/statistics?'];
const FOR_PROGRAMS = ['/_/', '/api/', '/*.json$'];
const OPEN = ['/api/v1/boards', '/api/v1/activity', '/api/v1/identities'];

/**
 * @param base address of the site, with its path
 * @param crawlDelay seconds between two requests of a crawler; 0 for none
 */
export function robotsText(base: string, sitemaps: readonly string[], crawlDelay = 0): string {
  const { pathname } = new URL(base);
  const root = pathname.replace(/\/$/, '');
  const lines = [
    'User-agent: *',
    ...(crawlDelay === 0 ? [] : [`Crawl-delay: ${crawlDelay}`]),
    ...[...CLOSED, ...PLACES, ...COMPARISONS, ...FOR_PROGRAMS].map((path) => `Disallow: ${root}${path}`),
    ...OPEN.map((path) => `Allow: ${root}${path}`),
    ...(sitemaps.length === 0 ? [] : ['', ...sitemaps.map((address) => `Sitemap: ${address}`)]),
  ];
  return `${lines.join('\n')}\n`;
}

/** For archives that search engines must not index. */
export const ROBOTS_KEEP_OUT = 'User-agent: *\nDisallow: /\n';
