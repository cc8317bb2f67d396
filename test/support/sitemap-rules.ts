import type { XmlElement } from './xml.ts';
import { childrenOf } from './xml.ts';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const MAX_ENTRIES = 50_000;
const LONGEST_ADDRESS = 2_048;
/** W3C's profile of ISO 8601. */
const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;
/** The child elements of each root, and the fields of each child. */
const ENTRIES: Readonly<Record<string, { readonly name: string; readonly fields: readonly string[] }>> = {
  urlset: { name: 'url', fields: ['loc', 'lastmod', 'changefreq', 'priority'] },
  sitemapindex: { name: 'sitemap', fields: ['loc', 'lastmod'] },
};

/**
 * Returns the rules of the sitemaps protocol (sitemaps.org) that a sitemap or a sitemap index breaks. An index without
 * entries is allowed here.
 */
export function brokenSitemapRules(root: XmlElement, address: string): readonly string[] {
  const kind = ENTRIES[root.name];
  if (kind === undefined) return [`<${root.name}> is no root`];
  const entries = childrenOf(root, kind.name);
  const broken: string[] = [];
  const claim = (holds: boolean, rule: string) => {
    if (!holds) broken.push(rule);
  };
  claim(root.attributes['xmlns'] === NAMESPACE, 'the namespace');
  claim(entries.length === root.children.length, `only <${kind.name}> in <${root.name}>`);
  claim(entries.length <= MAX_ENTRIES, 'at most 50,000 entries');
  claim(root.name === 'sitemapindex' || entries.length > 0, 'at least one address');
  for (const entry of entries) {
    const names = entry.children.map(({ name }) => name);
    claim(new Set(names).size === names.length, 'each field once');
    claim(
      names.every((name) => kind.fields.includes(name)),
      `no other field than ${kind.fields.join(', ')}`,
    );
    const loc = childrenOf(entry, 'loc')[0]?.text ?? '';
    claim(URL.canParse(loc) && loc.length < LONGEST_ADDRESS, `an address: ${loc}`);
    // A sitemap may list addresses in its own folder and below; an index may list sitemaps of its host.
    const reach = root.name === 'urlset' ? address.slice(0, address.lastIndexOf('/') + 1) : new URL(address).origin;
    claim(loc.startsWith(reach), `${loc} is none of ${address}`);
    const lastmod = childrenOf(entry, 'lastmod')[0]?.text;
    claim(lastmod === undefined || (TIME.test(lastmod) && !Number.isNaN(Date.parse(lastmod))), `a time: ${lastmod}`);
  }
  return broken;
}
