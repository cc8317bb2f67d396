import { Type, type Static } from 'typebox';
import { MAX_PARAMETER_LENGTH } from './parameter-length.ts';

export const FeedQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      default: '',
      maxLength: MAX_PARAMETER_LENGTH,
      description: 'As in /api/v1/search; `sort:` is ignored.',
    }),
  ),
});
export type FeedQuery = Static<typeof FeedQuery>;

const JsonFeedItem = Type.Object({
  id: Type.String({ description: 'A permanent tag URI (RFC 4151).' }),
  url: Type.String({ description: 'The post on the page of its thread.' }),
  title: Type.String({ description: 'The subject, or the beginning of the comment.' }),
  content_html: Type.String(),
  image: Type.Optional(Type.String()),
  date_published: Type.String({ format: 'date-time' }),
  date_modified: Type.String({ format: 'date-time' }),
  authors: Type.Array(Type.Object({ name: Type.String({ description: 'Name and tripcode.' }) })),
  tags: Type.Array(Type.String(), { description: 'The board name.' }),
  attachments: Type.Optional(
    Type.Array(
      Type.Object({
        url: Type.String(),
        mime_type: Type.String(),
        title: Type.Optional(Type.String()),
        size_in_bytes: Type.Optional(Type.Integer()),
      }),
    ),
  ),
});

export const JsonFeed = Type.Object(
  {
    version: Type.String(),
    title: Type.String(),
    home_page_url: Type.String(),
    feed_url: Type.String(),
    items: Type.Array(JsonFeedItem),
  },
  { $id: 'JsonFeed', description: 'JSON Feed 1.1.' },
);
export type JsonFeed = Static<typeof JsonFeed>;
