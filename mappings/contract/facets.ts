import { Type, type Static } from 'typebox';
import { KIND_FACETS_OF_MODULES } from '../search/facets.ts';
import { FACETS_OF_MODULES } from '../search/fields.ts';
import { nullable } from './nullable.ts';
import { MAX_PARAMETER_LENGTH } from './parameter-length.ts';
import { PARTIAL } from './partial.ts';

/**
 * In display order. Facets of exact fields are declared by `facet` of the field, those of values of `is:` and `has:` in mappings/search/facets.ts,
 * the others in server/search/facets/table.ts.
 */
export const FACET_FIELDS = [
  'board',
  'year',
  'has_file',
  'file',
  'country',
  'capcode',
  'kind',
  'deleted',
  ...FACETS_OF_MODULES,
  ...KIND_FACETS_OF_MODULES,
] as const;
export type FacetField = (typeof FACET_FIELDS)[number];

/** Values of a facet without the parameter `values`. */
export const DEFAULT_FACET_VALUES = 10;
export const MAX_FACET_VALUES = 100;

const Query = Type.Optional(
  Type.String({ default: '', maxLength: MAX_PARAMETER_LENGTH, description: 'As in /api/v1/search.' }),
);
export const TimeZone = Type.Optional(
  Type.String({
    default: 'UTC',
    maxLength: 64,
    description: 'IANA time zone, such as Europe/Berlin, in which dates in q and in the answer begin.',
  }),
);

export const FacetsQuery = Type.Object({
  q: Query,
  tz: TimeZone,
  values: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_FACET_VALUES,
      default: DEFAULT_FACET_VALUES,
      description: 'Number of values of each facet, most frequent first; active values are added.',
    }),
  ),
});
export type FacetsQuery = Static<typeof FacetsQuery>;

export const FacetValue = Type.Object(
  {
    value: Type.String({
      description:
        'By field: a board name, a year, a file extension as in `ext:`, a country code, a capcode, `op` or `reply`, ' +
        '`yes` or `no`.',
    }),
    label: nullable(Type.String({ description: 'Display name; null if it is the value itself.' })),
    count: Type.Integer(),
    active: Type.Boolean({ description: 'The query already has this condition.' }),
    q: nullable(
      Type.String({
        description: 'The query with this condition added, or removed if it is active; null if it would be too long.',
      }),
    ),
  },
  { $id: 'FacetValue' },
);
export type FacetValue = Static<typeof FacetValue>;

export const Facet = Type.Object(
  {
    field: Type.Enum([...FACET_FIELDS], { type: 'string' }),
    values: Type.Array(FacetValue),
    others: Type.Object({
      values: Type.Integer({ description: 'Number of values that are not listed.' }),
      posts: Type.Integer({ description: 'Posts with these values.' }),
    }),
    exact: Type.Boolean({ description: 'If false, counts are approximate and values may be missing.' }),
    own: Type.Boolean({
      description:
        'The query has a condition on this field; counts are those without it, so that they show the alternatives.',
    }),
  },
  { $id: 'Facet' },
);
export type Facet = Static<typeof Facet>;

const FOLDED = Type.Boolean({
  description:
    'q compares hits with the text as written (`="Kern"`), and the counts do not: they include posts that differ in letter case, ' +
    'accents or signs.',
});

export const FacetsAnswer = Type.Object(
  {
    facets: Type.Array(Facet),
    total: Type.Integer({ description: 'Hits of the query, all of them counted.' }),
    total_relation: Type.Enum(['eq', 'gte', 'about'], {
      type: 'string',
      description: 'As `total.relation` of /api/v1/search.',
    }),
    folded: FOLDED,
    took_ms: Type.Number(),
    ...PARTIAL,
  },
  { $id: 'FacetsAnswer' },
);
export type FacetsAnswer = Static<typeof FacetsAnswer>;

/** From narrow to wide. The timeline uses the narrowest interval of which MAX_TIMELINE_BUCKETS cover all hits. */
export const TIMELINE_INTERVALS = [
  'minute',
  '10 minutes',
  'hour',
  '3 hours',
  '12 hours',
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'decade',
] as const;
export type TimelineInterval = (typeof TIMELINE_INTERVALS)[number];

export const MAX_TIMELINE_BUCKETS = 120;

export const TimelineQuery = Type.Object({ q: Query, tz: TimeZone });
export type TimelineQuery = Static<typeof TimelineQuery>;

export const TimelineBucket = Type.Object(
  {
    start: Type.String({ format: 'date-time' }),
    end: Type.String({ format: 'date-time', description: 'Exclusive; the start of the next bucket.' }),
    count: Type.Integer(),
    q: nullable(Type.String({ description: 'The query for the posts in this bucket; null if it would be too long.' })),
  },
  { $id: 'TimelineBucket' },
);
export type TimelineBucket = Static<typeof TimelineBucket>;

export const TimelineAnswer = Type.Object(
  {
    interval: Type.Unsafe<TimelineInterval | null>({
      type: ['string', 'null'],
      enum: [...TIMELINE_INTERVALS, null],
      description: 'null without hits.',
    }),
    tz: Type.String({ description: 'Time zone in which buckets begin.' }),
    buckets: Type.Array(TimelineBucket, {
      maxItems: MAX_TIMELINE_BUCKETS,
      description:
        'From the first hit to the last, or over the time to which the query limits them at both ends. Oldest first, including empty buckets.',
    }),
    rest: nullable(
      Type.String({
        description:
          'The query without its conditions on time, in brackets if needed: append `after:` and `before:` to select ' +
          'another range. null if it would be too long.',
      }),
    ),
    limits: Type.Object(
      {
        start: nullable(Type.String({ format: 'date-time' })),
        end: nullable(Type.String({ format: 'date-time', description: 'Exclusive.' })),
      },
      {
        description:
          'The time to which the conditions on time in the query limit its hits, from the earliest to the latest; ' +
          'null where they do not limit it.',
      },
    ),
    exact: Type.Boolean({ description: 'If false, counts are approximate.' }),
    folded: FOLDED,
    took_ms: Type.Number(),
    ...PARTIAL,
  },
  { $id: 'TimelineAnswer' },
);
export type TimelineAnswer = Static<typeof TimelineAnswer>;
