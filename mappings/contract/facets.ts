import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

/** In the order in which they are shown. */
export const FACET_FIELDS = ['board', 'year', 'file', 'country', 'capcode', 'kind', 'deleted'] as const;
export type FacetField = (typeof FACET_FIELDS)[number];

/** Values a facet shows unless asked for another number. */
export const DEFAULT_FACET_VALUES = 10;
export const MAX_FACET_VALUES = 100;

const Query = Type.Optional(Type.String({ default: '', description: 'As in /api/v1/search.' }));
export const TimeZone = Type.Optional(
  Type.String({
    default: 'UTC',
    maxLength: 64,
    description: "The reader's time zone, as in Europe/Berlin: where dates of q and of the answer begin.",
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
      description: 'Values shown of each facet, the most frequent ones; active ones besides.',
    }),
  ),
});
export type FacetsQuery = Static<typeof FacetsQuery>;

export const FacetValue = Type.Object(
  {
    value: Type.String({
      description:
        'The name of a board, a year, the type of the file as it is searched (`none` without a file), a country code, ' +
        'a capcode, `op` or `reply`, `yes` or `no`.',
    }),
    label: nullable(Type.String({ description: 'What it is called, where that is more than the value.' })),
    count: Type.Integer(),
    active: Type.Boolean({ description: 'The query asks for it now.' }),
    q: nullable(
      Type.String({
        description:
          'The query with this value chosen; with it taken back where it is active. null: that would be too long.',
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
      values: Type.Integer({ description: 'How many values there are beyond those.' }),
      posts: Type.Integer({ description: 'Posts that have them.' }),
    }),
    exact: Type.Boolean({ description: 'Otherwise counts are about right, and values may be missing.' }),
    own: Type.Boolean({
      description:
        "The query holds a condition on this field: counts are those without it, as a choice's alternatives.",
    }),
  },
  { $id: 'Facet' },
);
export type Facet = Static<typeof Facet>;

export const FacetsAnswer = Type.Object(
  {
    facets: Type.Array(Facet),
    total: Type.Integer({ description: 'Hits of the query.' }),
    took_ms: Type.Number(),
    partial: Type.Boolean({ description: 'Counting was stopped before it saw everything: counts may be too few.' }),
  },
  { $id: 'FacetsAnswer' },
);
export type FacetsAnswer = Static<typeof FacetsAnswer>;

/** From narrow to wide; the narrowest of which 120 cover all hits is taken. */
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
    end: Type.String({ format: 'date-time', description: 'Where the next one begins.' }),
    count: Type.Integer(),
    q: nullable(Type.String({ description: 'The query for these posts alone. null: that would be too long.' })),
  },
  { $id: 'TimelineBucket' },
);
export type TimelineBucket = Static<typeof TimelineBucket>;

export const TimelineAnswer = Type.Object(
  {
    interval: Type.Unsafe<TimelineInterval | null>({
      type: ['string', 'null'],
      enum: [...TIMELINE_INTERVALS, null],
      description: 'null where there is no hit.',
    }),
    tz: Type.String({ description: 'Where the buckets begin.' }),
    buckets: Type.Array(TimelineBucket, {
      maxItems: MAX_TIMELINE_BUCKETS,
      description: 'From the first hit to the last, empty ones too, oldest first.',
    }),
    rest: nullable(
      Type.String({
        description:
          'The query without its own conditions on time, in brackets where it needs them: a reader who draws a range adds ' +
          '`after:` and `before:` to it. null: that would be too long.',
      }),
    ),
    exact: Type.Boolean({ description: 'Otherwise counts are about right.' }),
    took_ms: Type.Number(),
    partial: Type.Boolean({ description: 'Counting was stopped before it saw everything: counts may be too few.' }),
  },
  { $id: 'TimelineAnswer' },
);
export type TimelineAnswer = Static<typeof TimelineAnswer>;
