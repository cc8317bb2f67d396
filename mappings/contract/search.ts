import { Type, type Static } from 'typebox';
import { listed } from '../search/listed.ts';
import { SEARCH_GROUPS, SEARCH_SORTS } from '../search/sort-names.ts';
import { SORTS } from '../search/sorts.ts';
import { MAX_SUGGESTED, SuggestedQuery } from './did-you-mean.ts';
import { TimeZone } from './facets.ts';
import { nullable } from './nullable.ts';
import { AnswerSource, ORIGIN } from './origin.ts';
import { MAX_PARAMETER_LENGTH } from './parameter-length.ts';
import { PARTIAL } from './partial.ts';
import { Post, SentExtraFile, SentFile } from './post.ts';
import { QueryPart } from './query-part.ts';
import { sentObject, type Sent } from './sent.ts';

export const SearchSort = Type.Enum([...SEARCH_SORTS], {
  type: 'string',
  description: `What comes first: ${listed(Object.values(SORTS).map(({ begins }) => begins))}.`,
});
export type SearchSort = Static<typeof SearchSort>;

export const SearchGroup = Type.Enum([...SEARCH_GROUPS], {
  type: 'string',
  description: 'One hit for each thread: its first in the requested order.',
});
export type SearchGroup = Static<typeof SearchGroup>;

export const MAX_QUERY_LENGTH = 512;
export const DEFAULT_LIMIT = 25;
export const MAX_LIMIT = 100;
/** Hits on pages with numbers, as in FoolFuuka. */
export const MAX_NUMBERED = 5_000;

export const SearchQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      default: '',
      maxLength: MAX_PARAMETER_LENGTH,
      description: 'Query; the page `/help` describes the language. Empty matches every post.',
    }),
  ),
  sort: Type.Optional(SearchSort),
  group: Type.Optional(SearchGroup),
  tz: TimeZone,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })),
  cursor: Type.Optional(
    Type.String({
      maxLength: 1024,
      description: '`next` or `previous` of an answer with the same q, sort, group and tz.',
    }),
  ),
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      default: 1,
      description:
        `A page by its number, among the first ${MAX_NUMBERED} hits; further pages are empty. Without a cursor only. Posts that arrive ` +
        'meanwhile move hits to the next page, which cursors avoid.',
    }),
  ),
  fields: Type.Optional(
    Type.String({
      maxLength: 512,
      description:
        'The fields of the hits, separated by commas, such as `time_posted,comment,file`; `tokens` is one of them. `board`, `num`, ' +
        '`subnum` and `thread` are always sent. By default all fields except `tokens`.',
    }),
  ),
  include: Type.Optional(
    Type.Enum(['tokens'], {
      type: 'string',
      description: '`tokens`: also the comments as tokens for display, which make an answer a third longer.',
    }),
  ),
  count: Type.Optional(
    Type.Enum(['exact'], {
      type: 'string',
      description:
        '`exact`: counts all hits, however many. Otherwise a total of many is a lower bound (`gte`), which takes less time. Hits grouped ' +
        'by thread are estimated either way.',
    }),
  ),
  source: Type.Optional(AnswerSource),
});
export type SearchQuery = Static<typeof SearchQuery>;

/** A list and not a tuple: OpenAPI 3.1 and the serializer disagree about tuples. */
const MarkedRange = Type.Unsafe<[start: number, end: number]>(
  Type.Array(Type.Integer(), { minItems: 2, maxItems: 2, description: '[start, end)' }),
);

export const Highlights = Type.Object(
  {
    comment: Type.Optional(Type.Array(MarkedRange)),
    subject: Type.Optional(Type.Array(MarkedRange)),
    media_name: Type.Optional(Type.Array(MarkedRange)),
    extra_files: Type.Optional(
      Type.Array(Type.Array(MarkedRange), { description: 'In the names of `extra_files`, in their order.' }),
    ),
  },
  {
    $id: 'Highlights',
    description: 'Positions of matched terms in the fields of the post, in UTF-16 code units.',
  },
);
export type Highlights = Static<typeof Highlights>;

export const ThreadGroup = nullable(
  Type.Object(
    { hits: Type.Integer({ description: 'Hits in this thread, including this one.' }) },
    { description: 'null unless hits are grouped.' },
  ),
);

/** A post with fields that the search adds. */
const HIT = {
  ...Post.properties,
  highlights: Highlights,
  thread_subject: nullable(Type.String({ description: 'Subject of the opening post.' })),
  thread_title: nullable(
    Type.String({ description: 'The subject, else the first words of the opening post, without spoilers.' }),
  ),
  group: ThreadGroup,
};
const WholeHit = Type.Object(HIT);
export type Hit = Static<typeof WholeHit>;

/** The fields of a hit that `fields` can list. */
export const HIT_FIELDS = Object.keys(HIT) as readonly (keyof Hit)[];

/** The address of the post. It is part of each hit, whatever `fields` lists. */
export const HIT_ALWAYS = ['board', 'num', 'subnum', 'thread'] as const;

export const SentHit = Type.Unsafe<SentHit>(
  Type.Object(sentObject(HIT, HIT_ALWAYS, { file: SentFile, extra_files: Type.Array(SentExtraFile) }).properties, {
    $id: 'Hit',
    description:
      'A post with fields that the search adds. Absent fields have no value, or `fields` does not list them.',
  }),
);
export type SentHit = Sent<Omit<Hit, 'file' | 'extra_files'>, (typeof HIT_ALWAYS)[number]> & {
  readonly file?: SentFile | undefined;
  readonly extra_files?: readonly SentExtraFile[] | undefined;
};

export const HINT_CODES = [
  'field_near',
  'colon_missing',
  'not_operator',
  'is_or_has',
  'post_number',
  'wildcard_leading',
  'country_unknown',
  'ext_unknown',
] as const;
export type HintCode = (typeof HINT_CODES)[number];

/** A part of a query that is valid but may not mean what was intended: `baord:g` is a word. */
export const SearchHint = Type.Object(
  {
    code: Type.Enum([...HINT_CODES], { type: 'string' }),
    message: Type.String(),
    position: Type.Object(
      { start: Type.Integer(), end: Type.Integer() },
      { description: 'Position in q in UTF-16 code units: [start, end).' },
    ),
    suggestion: nullable(Type.String({ description: 'The complete query as it may have been intended.' })),
  },
  { $id: 'SearchHint' },
);
export type SearchHint = Static<typeof SearchHint>;

export const SearchAnswer = Type.Object(
  {
    hits: Type.Array(SentHit),
    total: Type.Object(
      {
        value: Type.Integer(),
        relation: Type.Enum(['eq', 'gte', 'about'], {
          type: 'string',
          description:
            '`eq`: exact. `gte`: at least this many; `count=exact` counts all. `about`: an estimate, of many threads within a few percent; or counted without ' +
            'the posts that a condition on opening posts or links could not look up.',
        }),
      },
      { description: 'Hits on all pages, or threads if hits are grouped.' },
    ),
    sort: Type.Enum([...SEARCH_SORTS], {
      type: 'string',
      description: 'Order of the hits: the parameter, or `sort:` in q, or new.',
    }),
    group: Type.Unsafe<SearchGroup | null>({
      ...SearchGroup,
      type: ['string', 'null'],
      enum: [...SEARCH_GROUPS, null],
    }),
    next: nullable(Type.String({ description: 'Cursor of the next page; null on the last page.' })),
    previous: nullable(Type.String({ description: 'Cursor of the previous page; null on the first page.' })),
    took_ms: Type.Number(),
    ...PARTIAL,
    hints: Type.Optional(
      Type.Array(SearchHint, {
        description: 'Parts of q that may not mean what was intended. Absent without any.',
      }),
    ),
    as_written: Type.Optional(
      Type.Object(
        {
          compared: Type.Integer({ description: 'Posts that were compared for this page.' }),
          stopped: Type.Boolean({
            description: 'The page is not full because comparing more posts would take too long; `next` continues.',
          }),
        },
        {
          description:
            'Only if q compares hits with the text as written (`="Kern"`). The total is then mostly a lower bound.',
        },
      ),
    ),
    did_you_mean: Type.Optional(
      Type.Array(SuggestedQuery, {
        maxItems: MAX_SUGGESTED,
        description:
          'Similar queries with hits, for a query without any; empty if there are none. Absent with hits, and if they took too long: ' +
          '/search/did-you-mean then has them, and those of a query with few hits.',
      }),
    ),
    parts: Type.Array(QueryPart, {
      description: 'The parts of q, each with the query without it. Alternatives (`a OR b`) are one part.',
    }),
    ...ORIGIN,
  },
  { $id: 'SearchAnswer' },
);
export type SentAnswer = Static<typeof SearchAnswer>;
/** Inside the server and in the pages, hits have all fields. */
export type SearchAnswer = Omit<SentAnswer, 'hits'> & { hits: Hit[] };
