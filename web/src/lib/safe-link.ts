/** For every link that leads to another site: no opener, no referrer, no endorsement. */
export const FOREIGN_LINK = { rel: 'noopener noreferrer nofollow' } as const;

/**
 * An address from the archive's data as it may stand in a page: http, https, or a path on this site; null for all else
 * (`javascript:`, `data:`, `//host`, …).
 */
export function safeAddress(address: string | null): string | null {
  if (address === null) return null;
  if (/^\/(?![/\\])/.test(address)) return address;
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  return address;
}

/** As `safeAddress`, and mailto. */
export function safeLink(address: string): string | null {
  return /^mailto:[^\s?]+$/i.test(address) ? address : safeAddress(address);
}
