import { Type, type Static } from 'typebox';
import { TIMELINE_INTERVALS, MAX_TIMELINE_BUCKETS, type TimelineInterval } from './facets.ts';
import { nullable } from './nullable.ts';
import { ORIGIN } from './origin.ts';
import { Post } from './post.ts';

/** Weeks before a board's newest post of which more is counted than how many posts there are. */
export const STATISTICS_WEEKS = 52;
export const LISTED_COUNTRIES = 50;
export const LISTED_REPOSTS = 12;
export const LISTED_THREADS = 10;

const COUNTED = {
  counted_at: Type.String({ format: 'date-time' }),
  fresh_until: Type.String({
    format: 'date-time',
    description: 'Until then the same counts are answered, unless something is hidden or shown meanwhile.',
  }),
  partial: Type.Boolean({ description: 'Counting was stopped before it saw everything: counts may be too few.' }),
};

export const StatisticsSpan = Type.Object(
  {
    start: Type.String({ format: 'date-time' }),
    end: Type.String({ format: 'date-time', description: 'Where the next one begins.' }),
    posts: Type.Integer(),
    images: Type.Integer({ description: 'Those of them with a file.' }),
  },
  { $id: 'StatisticsSpan' },
);
export type StatisticsSpan = Static<typeof StatisticsSpan>;

export const BoardStatistics = Type.Object(
  {
    board: Type.String(),
    posts: Type.Integer(),
    images: Type.Integer(),
    over_time: Type.Object({
      interval: Type.Unsafe<TimelineInterval | null>({
        type: ['string', 'null'],
        enum: [...TIMELINE_INTERVALS, null],
        description: 'null where there is no post.',
      }),
      spans: Type.Array(StatisticsSpan, {
        maxItems: MAX_TIMELINE_BUCKETS,
        description: 'From the first post to the last, empty ones too, oldest first. As calendars have it in UTC.',
      }),
    }),
    recent: nullable(
      Type.Object({
        start: Type.String({ format: 'date-time' }),
        end: Type.String({ format: 'date-time', description: 'When the newest post was written.' }),
        posts: Type.Integer(),
        week: Type.Array(Type.Array(Type.Integer(), { minItems: 24, maxItems: 24 }), {
          minItems: 7,
          maxItems: 7,
          description: 'Posts by weekday, Mondays first, and in it by hour; in UTC.',
        }),
        countries: Type.Array(Type.Object({ country: Type.String(), posts: Type.Integer() }), {
          maxItems: LISTED_COUNTRIES,
          description: 'Where posts say that they come from, the most frequent first.',
        }),
        reposts: Type.Array(Type.Object({ posts: Type.Integer(), newest: Post }), {
          maxItems: LISTED_REPOSTS,
          description: 'Files that came more than once, the most frequent first, each with its newest post.',
        }),
        threads: Type.Array(Type.Object({ posts: Type.Integer(), opener: Post }), {
          maxItems: LISTED_THREADS,
          description: 'Where most was written.',
        }),
      }),
    ),
    ...COUNTED,
    ...ORIGIN,
  },
  { $id: 'BoardStatistics', description: `\`recent\` is of the ${STATISTICS_WEEKS} weeks before the newest post.` },
);
export type BoardStatistics = Static<typeof BoardStatistics>;

/** A step of a board's activity. */
export const ACTIVITY_STEP_HOURS = 6;
export const ACTIVITY_DAYS = 7;
export const NOW_HOURS = 6;
export const LISTED_NOW = 8;

export const Activity = Type.Object(
  {
    start: Type.String({ format: 'date-time', description: 'Where the first step of every board begins.' }),
    step_hours: Type.Integer(),
    boards: Type.Array(
      Type.Object({
        board: Type.String(),
        posts: Type.Array(Type.Integer(), { description: 'In each step, oldest first; the last one may go on.' }),
      }),
      { description: 'Boards with a post in these days.' },
    ),
    threads: Type.Array(Type.Object({ posts: Type.Integer(), opener: Post }), {
      maxItems: LISTED_NOW,
      description: `Where most was written in the last ${NOW_HOURS} hours.`,
    }),
    ...COUNTED,
    ...ORIGIN,
  },
  { $id: 'Activity' },
);
export type Activity = Static<typeof Activity>;
