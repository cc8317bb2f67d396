import { Type, type Static } from 'typebox';
import { Post } from './post.ts';

export const SearchSort = Type.Union([Type.Literal('new'), Type.Literal('old'), Type.Literal('relevance')]);
export type SearchSort = Static<typeof SearchSort>;

export const MAX_QUERY_LENGTH = 512;
export const DEFAULT_LIMIT = 25;
export const MAX_LIMIT = 100;

export const SearchQuery = Type.Object({
  q: Type.String({ default: '', description: 'See docs/SEARCH-SYNTAX.md. Empty: everything.' }),
  sort: Type.Optional(SearchSort),
  limit: Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT }),
  cursor: Type.Optional(
    Type.String({ maxLength: 1024, description: '`next` or `previous` of an answer to the same q and sort.' }),
  ),
});
export type SearchQuery = Static<typeof SearchQuery>;

export const Highlights = Type.Object(
  {
    comment: Type.Optional(Type.Array(Type.Tuple([Type.Integer(), Type.Integer()]))),
    subject: Type.Optional(Type.Array(Type.Tuple([Type.Integer(), Type.Integer()]))),
    media_name: Type.Optional(Type.Array(Type.Tuple([Type.Integer(), Type.Integer()]))),
  },
  {
    $id: 'Highlights',
    description: '[start, end) of each matched term in that field of the post, in UTF-16 code units.',
  },
);
export type Highlights = Static<typeof Highlights>;

export const Hit = Type.Intersect(
  [
    Post,
    Type.Object({
      highlights: Highlights,
      thread_subject: Type.Union([Type.String(), Type.Null()], { description: "The opening post's subject." }),
    }),
  ],
  { $id: 'Hit' },
);
export type Hit = Static<typeof Hit>;

export const SearchAnswer = Type.Object(
  {
    hits: Type.Array(Hit),
    total: Type.Object({
      value: Type.Integer(),
      relation: Type.Union([Type.Literal('eq'), Type.Literal('gte')], { description: '`gte`: at least that many.' }),
    }),
    next: Type.Union([Type.String(), Type.Null()]),
    previous: Type.Union([Type.String(), Type.Null()]),
    took_ms: Type.Number(),
    partial: Type.Boolean({
      description: 'The search was stopped before it saw everything: hits and total may be too few.',
    }),
  },
  { $id: 'SearchAnswer' },
);
export type SearchAnswer = Static<typeof SearchAnswer>;
