/** A feed as JSON Feed 1.1. */
import type { JsonFeed } from '../../mappings/contract/feed.ts';
import type { Feed, FeedEntry } from './feed.ts';

export const JSON_FEED_TYPE = 'application/feed+json; charset=utf-8';

export function jsonFeedOf(feed: Feed): JsonFeed {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.page,
    feed_url: feed.json,
    items: feed.entries.map(itemOf),
  };
}

function itemOf({ media, ...entry }: FeedEntry): JsonFeed['items'][number] {
  const image = media.find(({ type }) => type.startsWith('image/'));
  return {
    id: entry.id,
    url: entry.url,
    title: entry.title,
    content_html: entry.html,
    date_published: entry.published,
    date_modified: entry.updated,
    authors: [{ name: entry.author }],
    tags: [entry.board],
    ...(image !== undefined && { image: image.url }),
    ...(media.length > 0 && {
      attachments: media.map(({ url, type, name, size }) => ({
        url,
        mime_type: type,
        ...(name !== null && { title: name }),
        ...(size !== null && { size_in_bytes: size }),
      })),
    }),
  };
}
