/** Reports of readers, and the queue in which staff handle them. */
import { MAX_EXTRA_FILES } from '../file-fields.ts';
import { Type, type Static } from 'typebox';
import { BAN_WIDTH_NAMES, MAX_BAN_DAYS, MAX_BAN_TEXT } from '../ban.ts';
import {
  BANNED_BY_DECISION,
  MAX_ANSWER,
  MAX_NOTE,
  RECORDED_DECISIONS,
  REPORT_CATEGORIES,
  REPORT_DECISIONS,
  REPORT_ORDERS,
  type RecordedDecision,
  type ReportOrigin,
  type TicketDecision,
} from '../report.ts';
import { TICKET_CODE } from '../ticket.ts';
import { NOT_BLANK } from './not-blank.ts';
import { nullable } from './nullable.ts';
import { Post } from './post.ts';

const board = () => Type.String({ minLength: 1, maxLength: 64, pattern: '^[^\\x00]*$' });
const num = () => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const subnum = () => Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Above 0 for a ghost post.' });
const category = () => Type.Enum([...REPORT_CATEGORIES], { type: 'string' });
const note = (description: string) => Type.String({ maxLength: MAX_NOTE, pattern: '^[^\\x00]*$', description });
const answer = (description: string) => Type.String({ maxLength: MAX_ANSWER, pattern: '^[^\\x00]*$', description });
const time = (description: string) => Type.String({ format: 'date-time', description });

export const Report = Type.Object(
  {
    board: board(),
    num: num(),
    subnum: Type.Optional(subnum()),
    category: category(),
    note: Type.Optional(note('What staff should know.')),
  },
  { $id: 'Report', additionalProperties: false },
);
export type Report = Static<typeof Report>;

export const ReceivedReport = Type.Object(
  {
    ticket: nullable(
      Type.String({
        description:
          'Address of a page that shows what staff decide and answer, for half a year. Its fragment is a secret of the reporter. null for staff.',
      }),
    ),
  },
  { $id: 'ReceivedReport' },
);
export type ReceivedReport = Static<typeof ReceivedReport>;

export const ReportTicketOf = Type.Object(
  {
    token: Type.String({
      pattern: TICKET_CODE.source,
      maxLength: 43,
      description: 'The code after the `#` in the address of the ticket.',
    }),
  },
  { $id: 'ReportTicketOf', additionalProperties: false },
);

export const ReportTicket = Type.Object(
  {
    board: Type.String(),
    num: Type.Integer(),
    subnum: Type.Integer(),
    reported_at: time('When the reader reported the post.'),
    decided_at: nullable(time('null while the report is open.')),
    decision: Type.Unsafe<TicketDecision | null>({
      type: ['string', 'null'],
      enum: [...RECORDED_DECISIONS, 'purged', null],
    }),
    answer: nullable(Type.String({ description: 'The answer of staff to those who reported the post.' })),
  },
  { $id: 'ReportTicket' },
);
export type ReportTicket = Static<typeof ReportTicket>;

/** Identifies a post among all boards. */
export const NamedPost = Type.Object(
  { board: board(), num: num(), subnum: Type.Optional(subnum()) },
  { $id: 'NamedPost', additionalProperties: false },
);
export type NamedPost = Static<typeof NamedPost>;

export const ReportedPost = Type.Object(
  {
    board: Type.String(),
    num: Type.Integer(),
    subnum: Type.Integer(),
    opened_at: time('When it was first reported since its reports were last closed.'),
    last_reported_at: time('When it was last reported.'),
    networks: Type.Integer({
      description:
        'Reports of readers since `opened_at`: each is of another network, and of the same network at most once in 7 days.',
    }),
    categories: Type.Array(Type.Object({ category: category(), reports: Type.Integer() }), {
      description: 'Categories of the reports since `opened_at`, the most frequent first.',
    }),
    reports: Type.Array(
      Type.Object({
        category: category(),
        note: nullable(Type.String()),
        origin: Type.Unsafe<ReportOrigin>({
          type: 'string',
          enum: ['pages', 'offsite'],
          description: '`offsite`: forwarded by a script of readers on the source.',
        }),
        account: nullable(Type.String({ description: 'Of staff; null for readers.' })),
        reported_at: time(''),
      }),
      { description: 'The last 20 with a note, the newest first.' },
    ),
    notes: Type.Array(Type.Object({ account: Type.String(), note: Type.String(), written_at: time('') }), {
      description: 'What staff wrote for each other, the oldest first.',
    }),
    held: Type.Boolean({
      description:
        'Reports have hidden the post, or it is a new ghost post that waits (without reports); nobody of staff has looked at it yet.',
    }),
    closed_at: nullable(time('')),
    closed_by: nullable(Type.String({ description: 'Who closed the reports last.' })),
    tickets: Type.Integer({ description: 'Readers who can read an answer, of reports since the last decision.' }),
    answer: nullable(Type.String({ description: 'The last answer to those who reported the post.' })),
    decision: Type.Unsafe<RecordedDecision | null>({
      type: ['string', 'null'],
      enum: [...RECORDED_DECISIONS, null],
      description: 'The decision of staff that closed the reports.',
    }),
    hidden: nullable(Type.Boolean({ description: 'null for a post that the account may not see.' })),
    post: nullable(Post),
  },
  { $id: 'ReportedPost' },
);
export type ReportedPost = Static<typeof ReportedPost>;

export const ReportQueue = Type.Object(
  {
    posts: Type.Array(ReportedPost),
    total: Type.Integer({ description: 'Reported posts on all pages.' }),
  },
  { $id: 'ReportQueue' },
);
export type ReportQueue = Static<typeof ReportQueue>;

export const ReportQuery = Type.Object({
  board: Type.Optional(board()),
  category: Type.Optional(category()),
  state: Type.Optional(Type.Enum(['open', 'closed'], { type: 'string', default: 'open' })),
  order: Type.Optional(
    Type.Enum([...REPORT_ORDERS], {
      type: 'string',
      default: 'oldest',
      description: '`reports`: the most reports first.',
    }),
  ),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
});

export const ChangeReports = Type.Object(
  {
    action: Type.Enum(['dismiss', 'reopen', 'note', 'answer'], {
      type: 'string',
      description:
        '`dismiss` also shows a post that reports had hidden, which takes a moderator. `answer` writes to all who reported the posts before the last decision, also after a purge, and replaces an earlier answer.',
    }),
    posts: Type.Array(NamedPost, { minItems: 1, maxItems: 100 }),
    note: Type.Optional(note('For other staff; needed for `note`.')),
    answer: Type.Optional(answer('Needed for `answer`. Those who reported the posts read it with the decision.')),
  },
  { $id: 'ChangeReports', additionalProperties: false },
);
export type ChangeReports = Static<typeof ChangeReports>;

export const DecideReports = Type.Object(
  {
    decision: Type.Enum([...REPORT_DECISIONS], {
      type: 'string',
      description: '`dismiss` also shows a post that reports had hidden. The others, and bans, take a moderator.',
    }),
    posts: Type.Array(NamedPost, { minItems: 1, maxItems: 100 }),
    reason: Type.Optional(note('For the audit log; of a dismissal, a note for other staff.')),
    answer: Type.Optional(answer('Those who reported the posts read it with the decision.')),
    ban: Type.Optional(
      Type.Object(
        {
          of: Type.Enum([...BANNED_BY_DECISION], {
            type: 'string',
            description:
              '`writer`: the address that wrote the ghost post. `reporters`: the networks that reported the post in the last 7 days.',
          }),
          width: Type.Optional(
            Type.Enum([...BAN_WIDTH_NAMES], { type: 'string', default: 'address', description: 'With `writer`.' }),
          ),
          everywhere: Type.Optional(
            Type.Boolean({ default: false, description: 'On all boards, for moderators of all boards.' }),
          ),
          days: Type.Number({ exclusiveMinimum: 0, maximum: MAX_BAN_DAYS }),
          reason: Type.String({
            minLength: 1,
            maxLength: MAX_BAN_TEXT,
            pattern: NOT_BLANK,
            description: 'The banned person reads it.',
          }),
        },
        { additionalProperties: false, description: 'Networks stay unseen.' },
      ),
    ),
  },
  { $id: 'DecideReports', additionalProperties: false },
);
export type DecideReports = Static<typeof DecideReports>;

export const DecidedReports = Type.Object(
  {
    posts: Type.Integer({ description: 'Number of reported posts that changed.' }),
    bans: Type.Array(Type.Integer(), { description: 'Ids of the new bans.' }),
    decided: Type.Array(
      Type.Object({
        board: Type.String(),
        num: Type.Integer(),
        subnum: Type.Integer(),
        closed_by: Type.String({ description: 'Who decided.' }),
        closed_at: time(''),
        decision: Type.Enum([...RECORDED_DECISIONS, 'purged'], { type: 'string' }),
      }),
      { description: 'Posts about which somebody had decided before. The request has not changed them.' },
    ),
  },
  { $id: 'DecidedReports' },
);
export type DecidedReports = Static<typeof DecidedReports>;

export const DismissNetworkReports = Type.Object(
  {
    network: Type.Optional(Type.String({ maxLength: 64, description: 'An address or network.' })),
    /** The networks that reported this post. */
    post: Type.Optional(NamedPost),
    note: Type.Optional(note('For other staff.')),
  },
  {
    $id: 'DismissNetworkReports',
    additionalProperties: false,
    description: 'One of `network` and `post`; the latter for the networks that reported that post.',
  },
);
export type DismissNetworkReports = Static<typeof DismissNetworkReports>;

export const ChangedReports = Type.Object(
  { posts: Type.Integer({ description: 'Number of reported posts that changed.' }) },
  { $id: 'ChangedReports' },
);
export type ChangedReports = Static<typeof ChangedReports>;

export const ModeratePosts = Type.Object(
  {
    action: Type.Enum(['hide', 'show', 'purge'], { type: 'string' }),
    posts: Type.Array(NamedPost, { minItems: 1, maxItems: 500 }),
    reason: Type.Optional(Type.String({ maxLength: 1000, pattern: '^[^\\x00]*$' })),
  },
  { $id: 'ModeratePosts', additionalProperties: false },
);
export type ModeratePosts = Static<typeof ModeratePosts>;

export const ModerateFile = Type.Object(
  {
    action: Type.Enum(['delete', 'ban'], {
      type: 'string',
      description:
        '`delete`: the stored file goes, and comes back if a later post brings it. `ban`: it is never stored again, by SHA-256 and MD5.',
    }),
    board: board(),
    num: num(),
    subnum: Type.Optional(subnum()),
    place: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_EXTRA_FILES,
        default: 0,
        description: 'Of a post with several files: 0 for `file`, else the `place` of one of `extra_files`.',
      }),
    ),
    reason: Type.Optional(Type.String({ maxLength: 1000, pattern: '^[^\\x00]*$' })),
  },
  { $id: 'ModerateFile', additionalProperties: false },
);
export type ModerateFile = Static<typeof ModerateFile>;

export const ModeratedPosts = Type.Object(
  {
    posts: Type.Array(Type.Object({ board: Type.String(), num: Type.Integer(), subnum: Type.Integer() }), {
      description: 'Posts that changed. Posts that were in the requested state already are left out.',
    }),
  },
  { $id: 'ModeratedPosts' },
);
export type ModeratedPosts = Static<typeof ModeratedPosts>;
