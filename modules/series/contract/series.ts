/** Series of threads: the editions of one general. */
import { Type, type Static } from 'typebox';
import { TIMELINE_INTERVALS, type TimelineInterval } from '../../../mappings/contract/facets.ts';
import { nullable } from '../../../mappings/contract/nullable.ts';
import {
  LISTED_EDITIONS,
  LISTED_RULES,
  LISTED_SERIES,
  MAX_FILTER,
  MAX_NAME,
  MAX_PAGE,
  SERIES_ORDERS,
  type SeriesOrder,
} from '../limits.ts';

const Name = Type.String({
  minLength: 1,
  maxLength: MAX_NAME,
  description: '`dpt` for `/dpt/`, else words such as `screenshot`, or `thread-N` for a chain of links without either.',
});
const Time = Type.String({ format: 'date-time' });
const Title = nullable(Type.String({ description: 'The commonest subject of its newest editions.' }));

export const SeriesEdition = Type.Object(
  {
    num: Type.Integer(),
    subject: nullable(Type.String()),
    time_posted: Time,
    posts: Type.Integer({ description: 'Visible posts, including the opening post.' }),
    images: Type.Integer({ description: 'Visible posts with a file.' }),
  },
  { $id: 'SeriesEdition', description: 'A thread of a series.' },
);
export type SeriesEdition = Static<typeof SeriesEdition>;

export const SeriesSummary = Type.Object(
  {
    name: Name,
    title: Title,
    editions: Type.Integer({ description: 'Threads whose opening post is visible.' }),
    first_time: Time,
    last_time: Time,
    last_thread: Type.Integer(),
  },
  { $id: 'SeriesSummary' },
);
export type SeriesSummary = Static<typeof SeriesSummary>;

export const SeriesList = Type.Object(
  {
    board: Type.String(),
    total: Type.Integer(),
    series: Type.Array(SeriesSummary, { maxItems: LISTED_SERIES }),
  },
  { $id: 'SeriesList', description: `A page of ${LISTED_SERIES}. \`total\`: all series that match the filter.` },
);
export type SeriesList = Static<typeof SeriesList>;

const Page = Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 1 }));
export const SeriesListQuery = Type.Object({
  page: Page,
  filter: Type.Optional(
    Type.String({ maxLength: MAX_FILTER, description: 'Part of the name, or of the subject of the newest edition.' }),
  ),
  order: Type.Optional(
    Type.Unsafe<SeriesOrder>({
      type: 'string',
      enum: [...SERIES_ORDERS],
      default: 'newest',
      description: '`newest`: the series with the newest edition comes first. `editions`: the one with the most.',
    }),
  ),
});
export type SeriesListQuery = Static<typeof SeriesListQuery>;

export const SeriesEditionsQuery = Type.Object({ page: Page });

export const ThreadSeries = Type.Object(
  {
    board: Type.String(),
    thread: Type.Integer(),
    series: nullable(SeriesSummary),
    previous: nullable(SeriesEdition),
    next: nullable(SeriesEdition),
  },
  { $id: 'ThreadSeries', description: 'The series of a thread, and the editions before and after it.' },
);
export type ThreadSeries = Static<typeof ThreadSeries>;

export const SeriesSpan = Type.Object(
  { start: Time, end: Time, editions: Type.Integer(), posts: Type.Integer() },
  { $id: 'SeriesSpan' },
);
export type SeriesSpan = Static<typeof SeriesSpan>;

export const SeriesStatistics = Type.Object(
  {
    posts: Type.Integer(),
    images: Type.Integer(),
    median_posts: Type.Integer({ description: 'Of an edition.' }),
    median_interval_seconds: Type.Integer({ description: 'Between the opening posts of two editions.' }),
    interval: Type.Unsafe<TimelineInterval>({ type: 'string', enum: [...TIMELINE_INTERVALS] }),
    spans: Type.Array(SeriesSpan, { description: 'In UTC, from the first edition to the last, with empty ones.' }),
  },
  { $id: 'SeriesStatistics', description: 'Counts of visible posts.' },
);
export type SeriesStatistics = Static<typeof SeriesStatistics>;

export const SeriesDetails = Type.Object(
  {
    board: Type.String(),
    series: SeriesSummary,
    statistics: SeriesStatistics,
    editions: Type.Array(SeriesEdition, { maxItems: LISTED_EDITIONS, description: 'Newest first.' }),
  },
  { $id: 'SeriesDetails' },
);
export type SeriesDetails = Static<typeof SeriesDetails>;

const BoardName = Type.String({ minLength: 1, maxLength: 64 });
export const SeriesBoardPath = Type.Object({ board: BoardName });
export const SeriesPath = Type.Object({ board: BoardName, name: Name });

const Thread = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const RuleName = Type.String({ minLength: 1, maxLength: MAX_NAME, pattern: '^[^\\s/\\x00]+$' });

export const NewSeriesRule = Type.Object(
  {
    series: Type.Optional(nullable(RuleName)),
    first_thread: Type.Optional(nullable(Thread)),
    last_thread: Type.Optional(nullable(Thread)),
    target: nullable(RuleName),
  },
  {
    $id: 'NewSeriesRule',
    additionalProperties: false,
    description:
      'The threads of `series`, or those from `first_thread` to `last_thread`, belong to `target`; null: to no series. Without `series`: all threads of the ' +
      'range, which needs both ends. To join two series: `series` and `target`. To split one: `series`, `first_thread` and a new name as `target`.',
  },
);
export type NewSeriesRule = Static<typeof NewSeriesRule>;

export const SeriesRule = Type.Object(
  {
    id: Type.Integer(),
    series: nullable(Type.String()),
    first_thread: nullable(Type.Integer()),
    last_thread: nullable(Type.Integer()),
    target: nullable(Type.String()),
    made_at: Time,
    made_by: Type.String(),
    undone_at: nullable(Time),
    undone_by: nullable(Type.String()),
  },
  { $id: 'SeriesRule' },
);
export type SeriesRule = Static<typeof SeriesRule>;

/** A rule that is not stored. Without a target the threads belong to no series. */
export const SeriesEffectQuery = Type.Object({
  series: Type.Optional(RuleName),
  first_thread: Type.Optional(Thread),
  last_thread: Type.Optional(Thread),
  target: Type.Optional(RuleName),
});

export const SeriesEffect = Type.Object(
  { threads: Type.Integer({ description: 'Threads that move to another series or to none.' }) },
  { $id: 'SeriesEffect', description: 'The effect of a rule, or of its removal, on the threads that are stored now.' },
);
export type SeriesEffect = Static<typeof SeriesEffect>;

export const SeriesRules = Type.Object(
  { board: Type.String(), rules: Type.Array(SeriesRule, { maxItems: LISTED_RULES, description: 'Newest first.' }) },
  { $id: 'SeriesRules' },
);
export type SeriesRules = Static<typeof SeriesRules>;

export const SeriesRulePath = Type.Object({
  board: BoardName,
  id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
});
