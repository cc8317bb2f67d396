import { Type, type Static } from 'typebox';
import { TIMELINE_INTERVALS, MAX_TIMELINE_BUCKETS, type TimelineInterval } from './facets.ts';
import { nullable } from './nullable.ts';
import { ORIGIN } from './origin.ts';
import { PARTIAL } from './partial.ts';
import { Post } from './post.ts';

/** Weeks before a board's newest post that `recent` covers. */
export const STATISTICS_WEEKS = 52;
/** Days and hours up to the newest post that are counted one by one. */
export const COUNTED_DAYS = 91;
export const COUNTED_HOURS = 7 * 24;
export const LISTED_COUNTRIES = 50;
export const LISTED_REPOSTS = 12;
export const LISTED_THREADS = 10;
export const LISTED_NAMES = 20;
/** Weeks before a board's newest post within which a name counts as new. */
export const NEW_NAME_WEEKS = 4;

const COUNTED = {
  counted_at: Type.String({ format: 'date-time' }),
  fresh_until: Type.String({
    format: 'date-time',
    description: 'The counts are cached until then, unless posts are hidden or shown.',
  }),
  ...PARTIAL,
};

export const StatisticsSpan = Type.Object(
  {
    start: Type.String({ format: 'date-time' }),
    end: Type.String({ format: 'date-time', description: 'Exclusive; the start of the next span.' }),
    posts: Type.Integer(),
    images: Type.Integer({ description: 'Posts with a file.' }),
  },
  { $id: 'StatisticsSpan' },
);
export type StatisticsSpan = Static<typeof StatisticsSpan>;

const BigThreads = (description: string) =>
  Type.Array(Type.Object({ posts: Type.Integer(), opener: Post }), { maxItems: LISTED_THREADS, description });

/** Counts of the archived files of some posts. */
const FileCounts = Type.Object({
  posts: Type.Integer({ description: 'Posts with a file.' }),
  archived: Type.Integer({ description: 'Whose file was archived; also of files that were banned or lost since.' }),
  deleted: Type.Integer({ description: 'Whose file was deleted at the source before it was archived.' }),
});

const StepCounts = (count: number, description: string) =>
  Type.Object(
    {
      start: Type.String({ format: 'date-time', description: 'Start of the first one.' }),
      posts: Type.Array(Type.Integer(), { minItems: count, maxItems: count, description: 'Oldest first.' }),
    },
    { description },
  );

const PostRate = Type.Object(
  { hour: Type.Integer(), day: Type.Integer(), week: Type.Integer() },
  { description: 'Posts in the last hour, 24 hours and 7 days before `counted_at`.' },
);

export const BoardStatistics = Type.Object(
  {
    board: Type.String(),
    posts: Type.Integer(),
    images: Type.Integer(),
    over_time: Type.Object({
      interval: Type.Unsafe<TimelineInterval | null>({
        type: ['string', 'null'],
        enum: [...TIMELINE_INTERVALS, null],
        description: 'null without posts.',
      }),
      spans: Type.Array(StatisticsSpan, {
        maxItems: MAX_TIMELINE_BUCKETS,
        description: 'Calendar intervals in UTC from the first post to the last, oldest first, including empty ones.',
      }),
    }),
    files: FileCounts,
    rate: PostRate,
    threads: BigThreads('The threads with the most visible posts, of all time.'),
    recent: nullable(
      Type.Object({
        start: Type.String({ format: 'date-time' }),
        end: Type.String({ format: 'date-time', description: 'When the newest post was posted.' }),
        posts: Type.Integer(),
        week: Type.Array(Type.Array(Type.Integer(), { minItems: 24, maxItems: 24 }), {
          minItems: 7,
          maxItems: 7,
          description: 'Posts by weekday (Monday first) and hour, in UTC.',
        }),
        days: StepCounts(
          COUNTED_DAYS,
          `Posts of each of the last ${COUNTED_DAYS} days, in UTC. The last one has the newest post.`,
        ),
        hours: StepCounts(
          COUNTED_HOURS,
          `Posts of each of the last ${COUNTED_HOURS} hours. The last one has the newest post.`,
        ),
        countries: Type.Array(Type.Object({ country: Type.String(), posts: Type.Integer() }), {
          maxItems: LISTED_COUNTRIES,
          description: 'Posts by country code, most frequent first.',
        }),
        reposts: Type.Array(Type.Object({ md5: Type.String(), posts: Type.Integer(), newest: Post }), {
          maxItems: LISTED_REPOSTS,
          description:
            'Files that were posted more than once, most frequent first, each with its newest post, of which `md5` names the file.',
        }),
        threads: BigThreads('Of the threads that began in this time, those with the most visible posts.'),
        new_names: Type.Array(
          Type.Object({
            name: Type.String(),
            posts: Type.Integer(),
            first: Type.String({ format: 'date-time', description: 'When its first post on the board was posted.' }),
          }),
          {
            maxItems: LISTED_NAMES,
            description: `Names of posters without a post on the board before the last ${NEW_NAME_WEEKS} of these weeks, most posts first.`,
          },
        ),
      }),
    ),
    ...COUNTED,
    ...ORIGIN,
  },
  { $id: 'BoardStatistics', description: `\`recent\` covers the ${STATISTICS_WEEKS} weeks before the newest post.` },
);
export type BoardStatistics = Static<typeof BoardStatistics>;

export const ArchiveStatistics = Type.Object(
  {
    boards: Type.Array(
      Type.Object({
        board: Type.String(),
        posts: Type.Integer(),
        threads: Type.Integer({ description: 'Opening posts.' }),
        files: FileCounts,
        rate: PostRate,
      }),
      { description: 'Every board, by name.' },
    ),
    ...COUNTED,
    ...ORIGIN,
  },
  { $id: 'ArchiveStatistics' },
);
export type ArchiveStatistics = Static<typeof ArchiveStatistics>;

/** Activity is counted in steps of this length. */
export const ACTIVITY_STEP_HOURS = 6;
export const ACTIVITY_DAYS = 7;
export const NOW_HOURS = 6;
export const LISTED_NOW = 8;
export const LISTED_PICTURES = 8;

export const Activity = Type.Object(
  {
    start: Type.String({ format: 'date-time', description: 'Start of the first step, the same for every board.' }),
    step_hours: Type.Integer(),
    boards: Type.Array(
      Type.Object({
        board: Type.String(),
        posts: Type.Array(Type.Integer(), {
          description: 'Posts in each step, oldest first; the last step may be incomplete.',
        }),
      }),
      { description: 'Boards with a post in this period.' },
    ),
    threads: Type.Array(
      Type.Object({
        posts: Type.Integer({ description: 'Posts in these hours.' }),
        thread_posts: Type.Integer({ description: 'All posts of the thread.' }),
        opener: Post,
      }),
      { maxItems: LISTED_NOW, description: `Threads with the most posts in the last ${NOW_HOURS} hours.` },
    ),
    pictures: Type.Array(Post, {
      maxItems: LISTED_PICTURES,
      description:
        'The newest posts with a picture that has a thumbnail and is no spoiler, of boards that are safe for work.',
    }),
    first_post: nullable(
      Type.String({ format: 'date-time', description: 'The time of the oldest post; null for an empty archive.' }),
    ),
    ...COUNTED,
    ...ORIGIN,
  },
  { $id: 'Activity' },
);
export type Activity = Static<typeof Activity>;
