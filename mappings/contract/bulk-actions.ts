/** One action on all posts that a search finds or that came from one address. */
import { NOT_BLANK } from './not-blank.ts';
import { Type, type Static } from 'typebox';
import { BAN_WIDTH_NAMES } from '../ban.ts';
import { nullable } from './nullable.ts';
import { PostSample } from './post-sample.ts';
import { NamedPost } from './reports.ts';

const time = (description: string) => Type.String({ format: 'date-time', description });
const id = () => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** Posts of one bulk action. */
export const MAX_BULK_POSTS = 10_000;
/** The most characters of a bulk action's search, which the audit log stores. */
const MAX_BULK_QUERY = 2_000;

const BULK_ACTIONS = ['hide', 'purge', 'delete_file', 'ban_file'] as const;

const action = () =>
  Type.Enum([...BULK_ACTIONS], {
    type: 'string',
    description:
      '`hide` can be undone as a whole, the others cannot. `delete_file` and `ban_file` are about the stored files of the posts: the posts stay, and ' +
      'posts without a file are left out, like files that a board shows which the account does not moderate. A banned file is never stored again.',
  });

export const BulkActionPath = Type.Object({ id: id() });

export const BulkAction = Type.Object(
  {
    id: Type.Integer(),
    action: action(),
    query: nullable(Type.String({ description: 'The search that chose the posts; null if an address did.' })),
    reason: nullable(Type.String({ description: 'For the audit log.' })),
    boards: Type.Array(Type.String(), { description: 'Of the chosen posts.' }),
    posts: Type.Integer({ description: 'Posts that were chosen.' }),
    elsewhere: Type.Integer({
      description: 'Posts that were found on boards which the account does not moderate: they stay as they are.',
    }),
    left: Type.Integer({ description: 'Chosen posts that the action has yet to reach.' }),
    done: Type.Integer({ description: 'Posts that it has changed, that nobody of staff has decided on since.' }),
    created_by: Type.String(),
    created_at: time(''),
    confirmed_at: nullable(time('null while nothing has changed.')),
    undone_at: nullable(time('')),
  },
  { $id: 'BulkAction' },
);
export type BulkAction = Static<typeof BulkAction>;

export const BulkActionList = Type.Object(
  {
    actions: Type.Array(BulkAction),
    next: nullable(Type.Integer({ description: 'Value of `before` for the next page.' })),
  },
  { $id: 'BulkActionList' },
);
export type BulkActionList = Static<typeof BulkActionList>;

export const BulkActionQuery = Type.Object({
  before: Type.Optional(id()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
});

export const ChooseBulkAction = Type.Object(
  {
    action: action(),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_BULK_QUERY,
        pattern: NOT_BLANK,
        description: 'Every post that this search finds.',
      }),
    ),
    network: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Every ghost post that came from this address or network, as long as addresses are kept.',
      }),
    ),
    /** All ghost posts from the network of this post's writer. */
    post: Type.Optional(NamedPost),
    width: Type.Optional(
      Type.Enum([...BAN_WIDTH_NAMES], {
        type: 'string',
        default: 'address',
        description:
          'With `post`: how wide the network is. `address`: /32, IPv6 /64. `network`: /24, /56. `provider`: /16, /48.',
      }),
    ),
    reason: Type.Optional(Type.String({ maxLength: 500, pattern: '^[^\\x00]*$' })),
  },
  {
    $id: 'ChooseBulkAction',
    additionalProperties: false,
    description:
      'One of `q`, `network` and `post`; the latter for every ghost post that came from the network of whoever wrote that one.',
  },
);
export type ChooseBulkAction = Static<typeof ChooseBulkAction>;

export const ChosenBulkAction = Type.Object(
  { action: BulkAction, samples: Type.Array(PostSample, { description: 'Up to 20 of the chosen posts.' }) },
  { $id: 'ChosenBulkAction' },
);
export type ChosenBulkAction = Static<typeof ChosenBulkAction>;

export const RunBulkAction = Type.Object(
  {
    posts: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: '`posts` of the action, as somebody has read and confirmed it.',
    }),
  },
  { $id: 'RunBulkAction', additionalProperties: false },
);
export type RunBulkAction = Static<typeof RunBulkAction>;

export const BulkActionStep = Type.Object(
  {
    posts: Type.Integer({ description: 'Posts that this request has changed.' }),
    left: Type.Integer({ description: 'Posts that are left for the next request.' }),
  },
  { $id: 'BulkActionStep' },
);
export type BulkActionStep = Static<typeof BulkActionStep>;
