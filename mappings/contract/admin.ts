/** What admins see and do: shapes of `/api/v1/admin/…`. Times are ISO 8601 in UTC, durations as their names say. */
import { Type, type Static } from 'typebox';
import { TASK_KINDS, TASK_STATUSES } from '../task.ts';
import { nullable } from './nullable.ts';

/** PostgreSQL holds no U+0000. */
const boardName = () => Type.String({ maxLength: 64, pattern: '^[^\\x00]*$' });
const time = (description: string) => Type.String({ format: 'date-time', description });

/**
 * What changes something is sent as `application/json` (without a body, too) or with this header, whatever its value: a
 * form of another site can do neither.
 */
export const ADMIN_HEADER = 'x-sagasu-admin';

/** Without a session every answer is a 401, with the code `session_required`, or `users_none` while nobody can sign in. */
export const Session = Type.Object({ user: Type.Object({ name: Type.String() }) }, { $id: 'Session' });
export type Session = Static<typeof Session>;

export const SignIn = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 32 }), password: Type.String({ minLength: 1, maxLength: 1024 }) },
  { $id: 'SignIn', additionalProperties: false },
);
export type SignIn = Static<typeof SignIn>;

/** The life of a task is that of Meilisearch's; `paused` stands beside `processing`. */
export const Task = Type.Object(
  {
    id: Type.Integer(),
    kind: Type.Enum([...TASK_KINDS], { type: 'string' }),
    board: Type.String(),
    status: Type.Enum([...TASK_STATUSES], { type: 'string' }),
    paused: Type.Boolean(),
    cancelling: Type.Boolean({ description: 'It was told to stop and has not yet.' }),
    step: nullable(Type.String({ description: 'Of a rebuild: prepare, copy, catch_up, settle, verify, swap.' })),
    progress: nullable(
      Type.Object({
        done: Type.Integer(),
        total: nullable(Type.Integer()),
        unit: Type.Enum(['documents', 'ranges', 'threads'], { type: 'string' }),
        per_second: nullable(Type.Number()),
        seconds_left: nullable(Type.Number()),
      }),
    ),
    details: Type.Object({}, { additionalProperties: true, description: 'What came of it.' }),
    error: nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    requested_by: Type.String({ description: 'A user, `schedule`, or `cli`.' }),
    enqueued_at: time('When it was asked for.'),
    started_at: nullable(time('When an indexer first took it up.')),
    finished_at: nullable(time('When it ended, however.')),
    duration_ms: nullable(Type.Integer({ description: 'From start to end, or to now.' })),
  },
  { $id: 'Task' },
);
export type Task = Static<typeof Task>;

export const TaskList = Type.Object(
  { tasks: Type.Array(Task), next: nullable(Type.Integer({ description: 'Ask again with `before` set to this.' })) },
  { $id: 'TaskList' },
);
export type TaskList = Static<typeof TaskList>;

export const TaskPath = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });

export const TaskQuery = Type.Object({
  board: Type.Optional(boardName()),
  kind: Type.Optional(Type.Enum([...TASK_KINDS], { type: 'string' })),
  status: Type.Optional(Type.Enum([...TASK_STATUSES], { type: 'string' })),
  before: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Only tasks with a lower id.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
});

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7E]+$',
      description: 'For a day, the same key gives the same tasks again; with another body it is refused (422).',
    }),
  ),
});

export const StartTask = Type.Object(
  {
    kind: Type.Enum(['reindex', 'rollback', 'verify'], { type: 'string' }),
    boards: Type.Array(boardName(), { maxItems: 1000, description: 'Empty for all boards.' }),
    repair: Type.Optional(Type.Boolean({ description: 'verify: mend what differs.' })),
    deep: Type.Optional(Type.Boolean({ description: 'verify: compare every document in full.' })),
  },
  { $id: 'StartTask', additionalProperties: false },
);
export type StartTask = Static<typeof StartTask>;

export const StartedTasks = Type.Object(
  { tasks: Type.Array(Task, { description: 'One a board; one that was under way already is given back as it is.' }) },
  { $id: 'StartedTasks' },
);
export type StartedTasks = Static<typeof StartedTasks>;

export const BoardIndex = Type.Object(
  {
    name: Type.String(),
    slice: Type.Integer(),
    state: Type.Enum(['building', 'live', 'standby'], { type: 'string' }),
    state_since: time('When it took this state.'),
    mapping_version: Type.Integer(),
    documents: nullable(Type.Integer({ description: 'null while Elasticsearch is away or has lost it.' })),
    bytes: nullable(Type.Integer()),
  },
  { $id: 'BoardIndex' },
);
export type BoardIndex = Static<typeof BoardIndex>;

/** As `HarvestStatus` of mappings/harvest-status.ts. */
export const BoardHarvest = Type.Object(
  {
    at: time('When the scraper last said so.'),
    last_success: nullable(time('When the list of the board was last answered as it should be.')),
    since: time('The figures count from here.'),
    requests: Type.Integer(),
    unchanged: Type.Integer({ description: 'Answered by 304.' }),
    saved: Type.Integer({ description: 'Threads that the catalog spared the scraper.' }),
    posts: Type.Integer(),
    posts_per_minute: Type.Number({ description: 'In the last ten minutes.' }),
    errors: Type.Record(Type.String(), Type.Integer(), { description: 'By kind.' }),
    deleted_posts: Type.Integer(),
    deleted_threads: Type.Integer(),
    held: Type.Integer({ description: 'Vanished in masses: judged when somebody lets them go.' }),
    quiet: Type.Boolean({ description: 'No post came for longer than the board is ever without one.' }),
  },
  { $id: 'BoardHarvest' },
);
export type BoardHarvest = Static<typeof BoardHarvest>;

export const AdminBoard = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    posts: Type.Integer({ description: 'Rows in PostgreSQL; an estimate once a board is large.' }),
    documents: nullable(Type.Integer({ description: 'Documents in the live indices.' })),
    dirty_threads: Type.Integer({ description: 'Threads with posts that the index may not have yet.' }),
    lag_seconds: Type.Number({ description: 'Age of the oldest of them; 0 when there is none.' }),
    quarantined: Type.Integer(),
    drift: nullable(
      Type.Integer({ description: 'Documents that differ from their rows; null before the first verification.' }),
    ),
    verified_at: nullable(time('When that was found.')),
    last_scrape: nullable(time('When the source last answered.')),
    // null while no scraper tells of it, or Redis is away.
    harvest: nullable(BoardHarvest),
    outdated: Type.Boolean({ description: 'An index was made by another version of the mapping: reindex.' }),
    rollback: Type.Boolean({ description: 'There are indices to roll back to.' }),
    indices: Type.Array(BoardIndex),
    tasks: Type.Array(Task, { description: 'Under way or waiting.' }),
  },
  { $id: 'AdminBoard' },
);
export type AdminBoard = Static<typeof AdminBoard>;

export const AdminBoardList = Type.Object(
  { boards: Type.Array(AdminBoard), epoch: Type.Integer(), mapping_version: Type.Integer() },
  { $id: 'AdminBoardList' },
);
export type AdminBoardList = Static<typeof AdminBoardList>;

export const QuarantinedDocument = Type.Object(
  {
    board: Type.String(),
    thread: Type.Integer(),
    num: Type.Integer(),
    subnum: Type.Integer(),
    index: Type.String(),
    reason: Type.String(),
    since: time('When Elasticsearch first refused it.'),
  },
  { $id: 'QuarantinedDocument' },
);
export type QuarantinedDocument = Static<typeof QuarantinedDocument>;

export const Quarantine = Type.Object(
  {
    documents: Type.Array(QuarantinedDocument),
    total: Type.Integer({ description: 'On all pages.' }),
    next: nullable(Type.String({ description: 'Cursor of what comes after; null at the end.' })),
  },
  { $id: 'Quarantine' },
);
export type Quarantine = Static<typeof Quarantine>;

export const QuarantineQuery = Type.Object({
  board: Type.Optional(boardName()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
  cursor: Type.Optional(Type.String({ maxLength: 1024, description: '`next` of the page before.' })),
});

export const RetryQuarantine = Type.Object(
  {
    board: Type.Optional(Type.String({ ...boardName(), description: 'All boards without it.' })),
    num: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  },
  { $id: 'RetryQuarantine', additionalProperties: false },
);
export type RetryQuarantine = Static<typeof RetryQuarantine>;

export const RetriedQuarantine = Type.Object({ documents: Type.Integer() }, { $id: 'RetriedQuarantine' });
export type RetriedQuarantine = Static<typeof RetriedQuarantine>;

export const Moderate = Type.Object(
  {
    action: Type.Enum(['hide', 'show', 'purge'], { type: 'string' }),
    board: Type.String({ maxLength: 64 }),
    num: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    subnum: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    thread: Type.Optional(
      Type.Boolean({ description: 'The whole thread that the post opens, and what comes later in it.' }),
    ),
    reason: Type.Optional(Type.String({ maxLength: 1000, pattern: '^[^\\x00]*$' })),
  },
  { $id: 'Moderate', additionalProperties: false },
);
export type Moderate = Static<typeof Moderate>;

export const Moderated = Type.Object(
  { posts: Type.Integer({ description: 'Posts that changed.' }) },
  { $id: 'Moderated' },
);
export type Moderated = Static<typeof Moderated>;
