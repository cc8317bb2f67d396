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
  return {
    id: entry.id,
    url: entry.url,
    title: entry.title,
    content_html: entry.html,
    date_published: entry.published,
    date_modified: entry.updated,
    authors: [{ name: entry.author }],
    tags: [entry.board],
    ...(media !== null && {
      ...(media.type.startsWith('image/') && { image: media.url }),
      attachments: [
        {
          url: media.url,
          mime_type: media.type,
          ...(media.name !== null && { title: media.name }),
          ...(media.size !== null && { size_in_bytes: media.size }),
        },
      ],
    }),
  };
}
