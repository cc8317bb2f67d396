/** Requests and answers of `/api/v1/admin/…`. Times are ISO 8601 in UTC; names of durations end in their unit. */
import { Type, type Static } from 'typebox';
import { TASK_KINDS, TASK_STATUS_FILTERS, TASK_STATUSES, TASK_UNITS } from '../task.ts';
import { BoardSource } from './board-source.ts';
import { nullable } from './nullable.ts';
import { PasskeyProof } from './passkeys.ts';
import { RoleOnBoard } from './roles.ts';

/** PostgreSQL rejects text with U+0000. */
export const boardName = () => Type.String({ maxLength: 64, pattern: '^[^\\x00]*$' });
const time = (description: string) => Type.String({ format: 'date-time', description });

/**
 * Requests that change something need the content type `application/json` (with or without a body) or this header with any
 * value: an HTML form of another site can send neither.
 */
export const ADMIN_HEADER = 'x-sagasu-admin';

/** Without a session the answer is a 401 with the code `session_required`, or `accounts_none` while there is no account. */
export const Session = Type.Object(
  {
    account: Type.Object({
      name: Type.String(),
      must_set_up_totp: Type.Boolean({
        description:
          'The account must set up its second factor; until then all other requests are refused (`totp_required`).',
      }),
      roles: Type.Array(RoleOnBoard),
    }),
  },
  { $id: 'Session' },
);
export type Session = Static<typeof Session>;

/** In characters. */
export const SIGN_IN_LENGTHS = { name: 32, password: 1024, code: 64 } as const;

const NameAndPassword = {
  name: Type.String({ minLength: 1, maxLength: SIGN_IN_LENGTHS.name }),
  password: Type.String({ minLength: 1, maxLength: SIGN_IN_LENGTHS.password }),
};

/** Asks for a challenge that a passkey signs. */
export const BeginPasskeySignIn = Type.Object(NameAndPassword, {
  $id: 'BeginPasskeySignIn',
  additionalProperties: false,
});

export const SignIn = Type.Object(
  {
    ...NameAndPassword,
    code: Type.Optional(
      Type.String({
        maxLength: SIGN_IN_LENGTHS.code,
        description:
          'For an account with a second factor: a code of the authenticator app, or a recovery code. Without it and without a passkey the answer is a 401: `passkey_required` if the account has passkeys, otherwise `code_required`.',
      }),
    ),
    passkey: Type.Optional(PasskeyProof),
  },
  { $id: 'SignIn', additionalProperties: false },
);
export type SignIn = Static<typeof SignIn>;

/** Statuses as in Meilisearch's task API; a paused task is `processing` or `enqueued` with `paused: true`. */
export const Task = Type.Object(
  {
    id: Type.Integer(),
    kind: Type.Enum([...TASK_KINDS], { type: 'string' }),
    board: nullable(Type.String({ description: 'null for work on the whole archive.' })),
    status: Type.Enum([...TASK_STATUSES], { type: 'string' }),
    paused: Type.Boolean(),
    cancelling: Type.Boolean({ description: 'Cancellation is requested, and the task has not stopped yet.' }),
    step: nullable(Type.String({ description: 'Step of a reindex: prepare, copy, catch_up, settle, verify, swap.' })),
    progress: nullable(
      Type.Object({
        done: Type.Integer(),
        total: nullable(Type.Integer()),
        unit: Type.Enum([...TASK_UNITS], { type: 'string' }),
        per_second: nullable(Type.Number()),
        seconds_left: nullable(Type.Number()),
      }),
    ),
    details: Type.Object({}, { additionalProperties: true, description: 'Results, by kind of task.' }),
    error: nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    requested_by: Type.String({ description: 'Name of an account, `schedule` or `cli`.' }),
    enqueued_at: time('When it was requested.'),
    started_at: nullable(time('When an indexer or a command first began it.')),
    finished_at: nullable(time('When it succeeded, failed or was cancelled.')),
    duration_ms: nullable(Type.Integer({ description: 'Milliseconds from start to end, or until now.' })),
  },
  { $id: 'Task' },
);
export type Task = Static<typeof Task>;

export const TaskList = Type.Object(
  {
    tasks: Type.Array(Task),
    next: nullable(Type.Integer({ description: 'Value of `before` for the next page; null on the last page.' })),
  },
  { $id: 'TaskList' },
);
export type TaskList = Static<typeof TaskList>;

export const TaskPath = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });

export const TaskQuery = Type.Object({
  board: Type.Optional(boardName()),
  kind: Type.Optional(Type.Enum([...TASK_KINDS], { type: 'string' })),
  status: Type.Optional(
    Type.Enum([...TASK_STATUS_FILTERS], { type: 'string', description: '`unfinished`: `enqueued` or `processing`.' }),
  ),
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
      description:
        'For a day, a request with the same key returns the same tasks; with another body it is refused (422).',
    }),
  ),
});

export const StartTask = Type.Object(
  {
    kind: Type.Enum(['reindex', 'rollback', 'verify'], { type: 'string' }),
    boards: Type.Array(boardName(), { maxItems: 1000, description: 'Empty for all boards.' }),
    repair: Type.Optional(Type.Boolean({ description: 'verify: repair documents that differ from their rows.' })),
    deep: Type.Optional(Type.Boolean({ description: 'verify: compare every document in full, not by checksums.' })),
  },
  { $id: 'StartTask', additionalProperties: false },
);
export type StartTask = Static<typeof StartTask>;

export const StartedTasks = Type.Object(
  {
    tasks: Type.Array(Task, {
      description: 'One task for each board; an unfinished task of the same kind is returned as it is.',
    }),
  },
  { $id: 'StartedTasks' },
);
export type StartedTasks = Static<typeof StartedTasks>;

export const BoardIndex = Type.Object(
  {
    name: Type.String(),
    slice: Type.Integer(),
    state: Type.Enum(['building', 'live', 'standby'], { type: 'string' }),
    state_since: time('When the index changed to this state.'),
    mapping_version: Type.Integer(),
    has_documents: Type.Boolean({ description: 'Whether it holds whole posts, not only what searches read.' }),
    documents: nullable(Type.Integer({ description: 'null while Elasticsearch is away or a shard is missing.' })),
    bytes: nullable(Type.Integer()),
  },
  { $id: 'BoardIndex' },
);
export type BoardIndex = Static<typeof BoardIndex>;

/** `HarvestStatus` of mappings/harvest-status.ts. */
export const BoardHarvest = Type.Object(
  {
    at: time('When the scraper last reported.'),
    last_success: nullable(time('When the source last sent a valid thread list of the board.')),
    since: time('Start of the counted period.'),
    requests: Type.Integer(),
    unchanged: Type.Integer({ description: 'Requests answered with 304.' }),
    saved: Type.Integer({ description: 'Threads that were not fetched because the catalog had all their new posts.' }),
    posts: Type.Integer(),
    posts_per_minute: Type.Number({ description: 'Average of the last ten minutes.' }),
    errors: Type.Record(Type.String(), Type.Integer(), { description: 'Number of errors by kind.' }),
    deleted_posts: Type.Integer(),
    deleted_threads: Type.Integer(),
    held: Type.Integer({
      description:
        'Missing posts, threads and files that are held because too many disappeared at once. After a release they are judged again.',
    }),
    quiet: Type.Boolean({ description: 'No post has arrived for longer than is usual for this board.' }),
  },
  { $id: 'BoardHarvest' },
);
export type BoardHarvest = Static<typeof BoardHarvest>;

export const AdminBoard = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    worksafe: Type.Boolean(),
    unlisted: Type.Boolean({ description: 'No list of boards names it.' }),
    posts: Type.Integer({ description: 'Rows in PostgreSQL; an estimate for large boards.' }),
    documents: nullable(
      Type.Integer({ description: 'Documents in the live indices; null while Elasticsearch is away.' }),
    ),
    dirty_threads: Type.Integer({ description: 'Threads with posts that the index may not have yet.' }),
    lag_seconds: Type.Number({
      description: 'Age of the oldest dirty thread; 0 without one. Threads that a rebuild is copying do not count.',
    }),
    quarantined: Type.Integer(),
    drift: nullable(
      Type.Integer({ description: 'Documents that differ from their rows; null before the first verification.' }),
    ),
    verified_at: nullable(time('When the last verification ended.')),
    last_scrape: nullable(time('When the source last answered a request.')),
    sources: Type.Array(BoardSource, {
      description: 'The sources that were asked for the board, its own first; empty before the first answer.',
    }),
    // null while no scraper reports the board, or Redis is away.
    harvest: nullable(BoardHarvest),
    outdated: Type.Boolean({ description: 'An index has another mapping version: the board needs a reindex.' }),
    rollback: Type.Boolean({ description: 'Standby indices exist, so that a rollback is possible.' }),
    indices: Type.Array(BoardIndex),
    tasks: Type.Array(Task, { description: 'Unfinished tasks.' }),
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
    total: Type.Integer({ description: 'Documents on all pages.' }),
    next: nullable(Type.String({ description: 'Cursor of the next page; null on the last page.' })),
  },
  { $id: 'Quarantine' },
);
export type Quarantine = Static<typeof Quarantine>;

export const QuarantineQuery = Type.Object({
  board: Type.Optional(boardName()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
  cursor: Type.Optional(Type.String({ maxLength: 1024, description: '`next` of the previous page.' })),
});

export const RetryQuarantine = Type.Object(
  {
    board: Type.Optional(Type.String({ ...boardName(), description: 'Board name; all boards if absent.' })),
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
      Type.Boolean({ description: 'The whole thread of this opening post, including later replies.' }),
    ),
    reason: Type.Optional(Type.String({ maxLength: 1000, pattern: '^[^\\x00]*$' })),
  },
  { $id: 'Moderate', additionalProperties: false },
);
export type Moderate = Static<typeof Moderate>;

export const Moderated = Type.Object(
  { posts: Type.Integer({ description: 'Number of posts that changed.' }) },
  { $id: 'Moderated' },
);
export type Moderated = Static<typeof Moderated>;
