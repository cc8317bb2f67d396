/**
 * robots.txt (RFC 9309, where the longest rule counts): keeps crawlers out of searches, of what is for programs and for
 * admins. What pages with scripts read of boards stays open, or crawlers that run them would see pages that cannot load.
 */
const CLOSED = ['/admin$', '/admin/', '/search$', '/search?', '/search/', '/*/search$', '/*/search?', '/*/search/'];
const FOR_PROGRAMS = ['/_/', '/api/', '/*.json$'];
const OPEN = ['/api/v1/boards', '/api/v1/activity', '/api/v1/identities'];

/** @param base of the site, with the path that it is under */
export function robotsText(base: string, sitemaps: readonly string[]): string {
  const { pathname } = new URL(base);
  const root = pathname.replace(/\/$/, '');
  const lines = [
    'User-agent: *',
    ...[...CLOSED, ...FOR_PROGRAMS].map((path) => `Disallow: ${root}${path}`),
    ...OPEN.map((path) => `Allow: ${root}${path}`),
    ...(sitemaps.length === 0 ? [] : ['', ...sitemaps.map((address) => `Sitemap: ${address}`)]),
  ];
  return `${lines.join('\n')}\n`;
}

/** For an archive that is nothing for search engines. */
export const ROBOTS_KEEP_OUT = 'User-agent: *\nDisallow: /\n';
