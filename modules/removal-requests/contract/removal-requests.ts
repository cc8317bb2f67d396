/** Removal requests: what people ask for, their tickets, and the queue of staff. */
import { Type, type Static } from 'typebox';
import { NOT_BLANK } from '../../../mappings/contract/not-blank.ts';
import { nullable } from '../../../mappings/contract/nullable.ts';
import { Post } from '../../../mappings/contract/post.ts';
import { proofField } from '../../../mappings/contract/proof-of-work.ts';
import {
  ABOUT,
  COUNTED,
  LIST_STATES,
  OUTCOMES,
  REASONS,
  REQUEST_LIMITS,
  TICKET_STATES,
  type Outcome,
} from '../requests.ts';
import { TICKET_CODE } from '../../../mappings/ticket.ts';

const time = (description = '') => Type.String({ format: 'date-time', description });
const about = () => Type.Enum([...ABOUT], { type: 'string' });
const reason = () => Type.Enum([...REASONS], { type: 'string' });
const text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: NOT_BLANK, description });
const outcome = () =>
  Type.Unsafe<Outcome | null>({
    type: ['string', 'null'],
    enum: [...OUTCOMES, null],
    description: 'The decision; null while there is none.',
  });

export const AskRemoval = Type.Object(
  {
    about: Type.Enum([...ABOUT], {
      type: 'string',
      description: '`posts` and `files` (of posts) need `posts`; `name` and `search` need `sought`.',
    }),
    posts: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: REQUEST_LIMITS.line }), {
        maxItems: REQUEST_LIMITS.posts,
        description: 'Addresses of posts (`/g/thread/100#p101`, `>>>/g/101`) or of their files.',
      }),
    ),
    sought: Type.Optional(text(REQUEST_LIMITS.sought, 'The name, or a search that finds the posts.')),
    reason: reason(),
    words: Type.Optional(Type.String({ maxLength: REQUEST_LIMITS.words, pattern: '^[^\\x00]*$' })),
    password: Type.Optional(
      Type.String({
        maxLength: REQUEST_LIMITS.password,
        description:
          'The password of the ghost posts among `posts`, which proves who wrote them. It costs as much as their deletion.',
      }),
    ),
    reply_address: Type.Optional(
      Type.String({
        maxLength: REQUEST_LIMITS.address,
        pattern: '^[^\\x00]*$',
        description: 'Deleted 30 days after the answer.',
      }),
    ),
    proof: proofField('A network without it sends one request an hour, otherwise 5.'),
  },
  { $id: 'AskRemoval', additionalProperties: false },
);
export type AskRemoval = Static<typeof AskRemoval>;

export const AskedRemoval = Type.Object(
  {
    token: Type.String({ description: 'The secret of the ticket. It is not shown again.' }),
    due_at: time('When staff answer at the latest.'),
  },
  { $id: 'AskedRemoval' },
);
export type AskedRemoval = Static<typeof AskedRemoval>;

const token = () => Type.String({ pattern: TICKET_CODE.source, maxLength: 43 });

export const RemovalTicketOf = Type.Object({ token: token() }, { $id: 'RemovalTicketOf', additionalProperties: false });

export const ChangeRemovalTicket = Type.Object(
  {
    token: token(),
    words: Type.Optional(text(REQUEST_LIMITS.words, 'Adds these words.')),
    withdraw: Type.Optional(Type.Literal(true)),
  },
  {
    $id: 'ChangeRemovalTicket',
    additionalProperties: false,
    description: 'One of `words` and `withdraw`.',
  },
);

const RequestedPost = Type.Object({
  board: Type.String(),
  num: Type.Integer(),
  subnum: Type.Integer(),
  is_proven: Type.Boolean({ description: 'The person proved with its password that they wrote the post.' }),
});

const asked = {
  about: about(),
  reason: reason(),
  sought: nullable(Type.String()),
  words: nullable(Type.String()),
  created_at: time(),
  due_at: time(),
  outcome: outcome(),
  answer: nullable(Type.String({ description: 'The reason of the decision, for the person.' })),
  closed_at: nullable(time()),
};

export const RemovalTicket = Type.Object(
  {
    ...asked,
    state: Type.Enum([...TICKET_STATES], { type: 'string' }),
    posts: Type.Array(RequestedPost),
    added: Type.Array(Type.Object({ words: Type.String(), written_at: time() }), {
      description: 'Words that the person added.',
    }),
  },
  { $id: 'RemovalTicket' },
);
export type RemovalTicket = Static<typeof RemovalTicket>;

const Days = Type.Integer({ minimum: 1, maximum: 365 });
const deadlines = () =>
  Type.Object(
    { personal_data: Days, copyright: Days, illegal: Days, other: Days },
    { additionalProperties: false, description: 'Days in which staff answer, by reason.' },
  );

export const RemovalStatistics = Type.Object(
  {
    deadlines: deadlines(),
    counts: Type.Array(
      Type.Object({
        month: Type.String({ description: 'Of the request: `2026-11`.' }),
        reason: reason(),
        outcome: Type.Enum([...COUNTED], { type: 'string' }),
        requests: Type.Integer(),
        days: nullable(Type.Number({ description: 'Median time until the request was closed.' })),
      }),
      { description: 'Newest month first.' },
    ),
  },
  { $id: 'RemovalStatistics' },
);
export type RemovalStatistics = Static<typeof RemovalStatistics>;

export const RemovalRequest = Type.Object(
  {
    id: Type.Integer(),
    ...asked,
    version: Type.Integer({ description: 'For a decision, which is refused if the request has changed since.' }),
    reply_address: nullable(Type.String()),
    state: Type.Enum([...TICKET_STATES, 'working'], {
      type: 'string',
      description: '`working`: somebody is carrying out a decision.',
    }),
    is_late: Type.Boolean({ description: 'The deadline has passed.' }),
    worked_by: nullable(Type.String()),
    closed_by: nullable(Type.String()),
    posts: Type.Array(
      Type.Object({
        ...RequestedPost.properties,
        hidden: nullable(Type.Boolean({ description: 'null if the post was purged, or does not exist.' })),
        post: nullable(Post),
      }),
    ),
    notes: Type.Array(Type.Object({ account: nullable(Type.String()), words: Type.String(), written_at: time() }), {
      description: 'Words that the person added (`account` is null), and notes of staff.',
    }),
  },
  { $id: 'RemovalRequest' },
);
export type RemovalRequest = Static<typeof RemovalRequest>;

export const RemovalQueueQuery = Type.Object({
  state: Type.Optional(Type.Enum([...LIST_STATES], { type: 'string', default: 'open' })),
  reason: Type.Optional(reason()),
  about: Type.Optional(about()),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 1 })),
});

export const RemovalTemplate = Type.Object({
  name: text(REQUEST_LIMITS.template, ''),
  answer: text(REQUEST_LIMITS.answer, ''),
});
export type RemovalTemplate = Static<typeof RemovalTemplate>;

export const RemovalQueue = Type.Object(
  {
    total: Type.Integer(),
    requests: Type.Array(RemovalRequest, { maxItems: REQUEST_LIMITS.listed }),
    templates: Type.Array(RemovalTemplate),
  },
  {
    $id: 'RemovalQueue',
    description: `Pages of ${REQUEST_LIMITS.listed}: open requests by deadline, closed ones newest first.`,
  },
);
export type RemovalQueue = Static<typeof RemovalQueue>;

const answer = () => Type.String({ maxLength: REQUEST_LIMITS.answer, pattern: '^[^\\x00]*$' });

export const DecideRemoval = Type.Object(
  {
    action: Type.Enum([...OUTCOMES, 'note', 'reopen'], {
      type: 'string',
      description:
        '`hide`, `purge`, `delete_file` and `ban_file` carry out the decision. `refuse` needs an `answer`. `note` adds `answer` for other staff. `reopen` changes no post.',
    }),
    version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    answer: Type.Optional(answer()),
    posts: Type.Optional(
      Type.Array(
        Type.Object({
          board: Type.String({ minLength: 1, maxLength: 64 }),
          num: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
          subnum: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
        }),
        { minItems: 1, maxItems: REQUEST_LIMITS.posts, description: 'Of the request; all of its posts by default.' },
      ),
    ),
    ban_files: Type.Optional(
      Type.Literal(true, { description: 'With `hide` or `purge` of posts: bans their files before.' }),
    ),
    bulk_action: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'For a name or a search: a bulk action with the same `action`, which the decision runs.',
      }),
    ),
    bulk_posts: Type.Optional(
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The number of its posts.' }),
    ),
  },
  { $id: 'DecideRemoval', additionalProperties: false },
);
export type DecideRemoval = Static<typeof DecideRemoval>;

export const DecidedRemoval = Type.Object(
  {
    posts: Type.Integer({ description: 'Posts that changed.' }),
    left: Type.Integer({ description: 'Posts of a bulk action that are left: send the same request again.' }),
  },
  { $id: 'DecidedRemoval' },
);
export type DecidedRemoval = Static<typeof DecidedRemoval>;

export const RemovalRequestPath = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });

export const RemovalSettings = Type.Object(
  { deadlines: deadlines(), templates: Type.Array(RemovalTemplate, { maxItems: REQUEST_LIMITS.templates }) },
  { $id: 'RemovalSettings', additionalProperties: false },
);
export type RemovalSettings = Static<typeof RemovalSettings>;
