/** Attributes for links to other sites: no opener, no referrer, no endorsement. */
export const FOREIGN_LINK = { rel: 'noopener noreferrer ugc nofollow' } as const;

/** An address from archived data if it is safe to link: http, https, or a path on this site; else null (`javascript:`, …). */
export function safeAddress(address: string | null): string | null {
  if (address === null) return null;
  if (/^\/(?![/\\])/.test(address)) return address;
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  return address;
}

/** As `safeAddress`, but also allows mailto. */
export function safeLink(address: string): string | null {
  return /^mailto:[^\s?]+$/i.test(address) ? address : safeAddress(address);
}
