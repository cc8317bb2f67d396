/** A feed as Atom (RFC 4287). */
import type { Feed, FeedEntry } from './feed.ts';
import { element, xmlDocument, type Xml } from './xml.ts';

export const ATOM_TYPE = 'application/atom+xml; charset=utf-8';

export function atomOf(feed: Feed): string {
  return xmlDocument(
    element(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom' },
      element('id', {}, feed.id),
      element('title', {}, feed.title),
      element('updated', {}, feed.updated.toISOString()),
      link('self', 'application/atom+xml', feed.atom),
      link('alternate', 'text/html', feed.page),
      link('alternate', 'application/feed+json', feed.json),
      element('author', {}, element('name', {}, 'Sagasu')),
      element('generator', {}, 'Sagasu'),
      ...feed.entries.map(entryOf),
    ),
  );
}

function entryOf(entry: FeedEntry): Xml {
  return element(
    'entry',
    {},
    element('id', {}, entry.id),
    element('title', {}, entry.title),
    element('published', {}, entry.published),
    element('updated', {}, entry.updated),
    element('author', {}, element('name', {}, entry.author)),
    element('category', { term: entry.board }),
    link('alternate', 'text/html', entry.url),
    ...entry.media.map(({ type, size, name, url }) =>
      element('link', { rel: 'enclosure', type, length: size, title: name, href: url }),
    ),
    // Atom requires a summary or content, which may be empty.
    element('content', { type: 'html' }, entry.html),
  );
}

function link(rel: string, type: string, href: string): Xml {
  return element('link', { rel, type, href });
}
