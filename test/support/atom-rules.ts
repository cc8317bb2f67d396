/** Checks a feed against RFC 4287 and returns its violations. */
import { childrenOf, type XmlElement } from './xml.ts';

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;
const ONCE_IN_FEED = ['id', 'title', 'updated'];
const ONCE_IN_ENTRY = ['id', 'title', 'updated'];
const AT_MOST_ONCE = ['published', 'content', 'summary', 'rights', 'source', 'generator', 'icon', 'logo', 'subtitle'];
const KNOWN = [...ONCE_IN_FEED, ...AT_MOST_ONCE, 'author', 'contributor', 'category', 'link', 'entry'];

export function brokenAtomRules(feed: XmlElement): readonly string[] {
  const wrong: string[] = [];
  if (feed.name !== 'feed') wrong.push('the root is no feed');
  if (feed.attributes['xmlns'] !== 'http://www.w3.org/2005/Atom') wrong.push('not in the namespace of Atom');
  const entries = childrenOf(feed, 'entry');
  wrong.push(...brokenInCommon(feed, ONCE_IN_FEED));
  // 4.1.1
  if (childrenOf(feed, 'author').length === 0 && entries.some((entry) => childrenOf(entry, 'author').length === 0))
    wrong.push('neither the feed nor each entry has an author');
  if (!linksOf(feed).some(({ rel }) => rel === 'self')) wrong.push('no link to itself');
  for (const entry of entries) {
    wrong.push(...brokenInCommon(entry, ONCE_IN_ENTRY));
    const [content] = childrenOf(entry, 'content');
    // 4.1.2: an entry without content needs an alternate link. 4.1.3.3: html content has no child elements.
    if (content === undefined && !linksOf(entry).some(({ rel }) => rel === 'alternate'))
      wrong.push('an entry of nothing');
    if (content?.attributes['type'] === 'html' && content.children.length > 0) wrong.push('html that is not escaped');
  }
  const keys = entries.map((entry) => [...textsOf(entry, 'id'), ...textsOf(entry, 'updated')].join(' '));
  if (new Set(keys).size < keys.length) wrong.push('two entries of one id and time');
  return wrong;
}

function brokenInCommon(element: XmlElement, once: readonly string[]): readonly string[] {
  const wrong: string[] = [];
  for (const name of once) {
    if (childrenOf(element, name).length !== 1) wrong.push(`${element.name} needs one ${name}`);
  }
  for (const name of AT_MOST_ONCE) {
    if (childrenOf(element, name).length > 1) wrong.push(`${element.name} has ${name} more than once`);
  }
  for (const { name } of element.children) {
    if (!KNOWN.includes(name)) wrong.push(`${name} is no element of Atom`);
  }
  for (const id of textsOf(element, 'id')) {
    if (!URL.canParse(id)) wrong.push(`${id} is no IRI`);
  }
  for (const time of [...textsOf(element, 'updated'), ...textsOf(element, 'published')]) {
    if (!DATE.test(time) || Number.isNaN(Date.parse(time))) wrong.push(`${time} is no time`);
  }
  for (const author of childrenOf(element, 'author')) {
    if (childrenOf(author, 'name')[0]?.text.trim() === '') wrong.push('an author without a name');
  }
  for (const { attributes } of childrenOf(element, 'category')) {
    if (attributes['term'] === undefined) wrong.push('a category without a term');
  }
  const links = linksOf(element);
  for (const { href, type, length } of links) {
    if (href === undefined || !URL.canParse(href)) wrong.push(`a link to ${href}`);
    if (type !== undefined && !MEDIA_TYPE.test(type)) wrong.push(`${type} is no media type`);
    if (length !== undefined && !/^\d+$/.test(length)) wrong.push(`a length of ${length}`);
  }
  // 4.1.1, 4.1.2: at most one alternate link per type and language.
  const alternates = links.filter(({ rel }) => (rel ?? 'alternate') === 'alternate').map(({ type }) => type);
  if (new Set(alternates).size < alternates.length) wrong.push('two alternates of one type');
  return wrong;
}

function linksOf(element: XmlElement) {
  return childrenOf(element, 'link').map(({ attributes }) => ({
    rel: attributes['rel'],
    type: attributes['type'],
    href: attributes['href'],
    length: attributes['length'],
  }));
}

function textsOf(element: XmlElement, name: string): readonly string[] {
  return childrenOf(element, name).map((child) => child.text);
}
