import { Type, type Static } from 'typebox';
import { TimeZone } from './facets.ts';
import { nullable } from './nullable.ts';
import { AnswerSource, ORIGIN } from './origin.ts';
import { Post } from './post.ts';

export const SearchSort = Type.Enum(['new', 'old', 'relevance'], {
  type: 'string',
  description: 'Newest first, oldest first, or best match first.',
});
export type SearchSort = Static<typeof SearchSort>;

export const SearchGroup = Type.Enum(['thread'], {
  type: 'string',
  description: 'One hit a thread: the first of its hits in the order asked for.',
});
export type SearchGroup = Static<typeof SearchGroup>;

export const MAX_QUERY_LENGTH = 512;
export const DEFAULT_LIMIT = 25;
export const MAX_LIMIT = 100;

export const SearchQuery = Type.Object({
  q: Type.Optional(Type.String({ default: '', description: 'See docs/SEARCH-SYNTAX.md. Empty: everything.' })),
  sort: Type.Optional(SearchSort),
  group: Type.Optional(SearchGroup),
  tz: TimeZone,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })),
  cursor: Type.Optional(
    Type.String({
      maxLength: 1024,
      description: '`next` or `previous` of an answer to the same q, sort, group and tz.',
    }),
  ),
  source: Type.Optional(AnswerSource),
});
export type SearchQuery = Static<typeof SearchQuery>;

/** A list rather than a tuple: OpenAPI 3.1 and the serializer spell tuples differently. */
const MarkedRange = Type.Unsafe<[start: number, end: number]>(
  Type.Array(Type.Integer(), { minItems: 2, maxItems: 2, description: '[start, end)' }),
);

export const Highlights = Type.Object(
  {
    comment: Type.Optional(Type.Array(MarkedRange)),
    subject: Type.Optional(Type.Array(MarkedRange)),
    media_name: Type.Optional(Type.Array(MarkedRange)),
  },
  {
    $id: 'Highlights',
    description: 'Where each matched term stands in that field of the post, in UTF-16 code units.',
  },
);
export type Highlights = Static<typeof Highlights>;

export const ThreadGroup = nullable(
  Type.Object(
    { hits: Type.Integer({ description: 'Hits in this thread, this one included.' }) },
    { description: 'Only where hits are grouped.' },
  ),
);

/** A post with what the search adds to it. */
export const Hit = Type.Object(
  {
    ...Post.properties,
    highlights: Highlights,
    thread_subject: nullable(Type.String({ description: "The opening post's subject." })),
    group: ThreadGroup,
  },
  { $id: 'Hit' },
);
export type Hit = Static<typeof Hit>;

/** What is no mistake, and may not be what was meant: `baord:g` is a word. */
export const SearchHint = Type.Object(
  {
    code: Type.String({ description: '`field_near`, `colon_missing` or `not_a_word`.' }),
    message: Type.String(),
    position: Type.Object(
      { start: Type.Integer(), end: Type.Integer() },
      { description: 'Where in q, in UTF-16 code units: [start, end).' },
    ),
    suggestion: nullable(Type.String({ description: 'The whole query, as it may have been meant.' })),
  },
  { $id: 'SearchHint' },
);
export type SearchHint = Static<typeof SearchHint>;

export const SearchAnswer = Type.Object(
  {
    hits: Type.Array(Hit),
    total: Type.Object(
      {
        value: Type.Integer(),
        relation: Type.Enum(['eq', 'gte', 'about'], {
          type: 'string',
          description: '`gte`: at least that many. `about`: many threads, counted to within some percent.',
        }),
      },
      { description: 'Hits on all pages; threads where hits are grouped.' },
    ),
    sort: Type.Enum(['new', 'old', 'relevance'], {
      type: 'string',
      description: 'The order of the hits: of the parameter, else of `sort:` in q, else new.',
    }),
    group: Type.Unsafe<SearchGroup | null>({ ...SearchGroup, type: ['string', 'null'], enum: ['thread', null] }),
    next: nullable(Type.String({ description: 'Cursor of the page after this one; null on the last.' })),
    previous: nullable(Type.String({ description: 'Cursor of the page before this one; null on the first.' })),
    took_ms: Type.Number(),
    partial: Type.Boolean({
      description: 'The search was stopped before it saw everything: hits and total may be too few.',
    }),
    hints: Type.Optional(
      Type.Array(SearchHint, {
        description: 'Words of q that look as if something else was meant. Left out without any.',
      }),
    ),
    ...ORIGIN,
  },
  { $id: 'SearchAnswer' },
);
export type SearchAnswer = Static<typeof SearchAnswer>;
