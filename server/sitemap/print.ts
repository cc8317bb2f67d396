/** Sitemaps as sitemaps.org has them. */
import { element, escapeXml, xmlDocument } from '../feeds/xml.ts';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

export interface MappedPage {
  readonly address: string;
  readonly modified: Date;
}

/** Written out, since there may be 50,000. */
export function sitemapXml(pages: readonly MappedPage[]): string {
  const urls = pages.map(
    ({ address, modified }) => `<url><loc>${escapeXml(address)}</loc><lastmod>${w3cTime(modified)}</lastmod></url>`,
  );
  return xmlDocument({ xml: `<urlset xmlns="${NAMESPACE}">${urls.join('')}</urlset>` });
}

/** Of the addresses of sitemaps. */
export function sitemapIndexXml(addresses: readonly string[]): string {
  const sitemaps = addresses.map((address) => element('sitemap', {}, element('loc', {}, address)));
  return xmlDocument(element('sitemapindex', { xmlns: NAMESPACE }, ...sitemaps));
}

function w3cTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
