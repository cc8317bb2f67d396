/** Bans, their appeals, and the addresses that moderators look at. */
import { NOT_BLANK } from './not-blank.ts';
import { Type, type Static } from 'typebox';
import { BAN_STATES, BAN_WIDTH_NAMES, MAX_BAN_DAYS, MAX_BAN_TEXT } from '../ban.ts';
import { nullable } from './nullable.ts';
import { NamedPost } from './reports.ts';

const time = (description: string) => Type.String({ format: 'date-time', description });
const text = (description: string) =>
  Type.String({ minLength: 1, maxLength: MAX_BAN_TEXT, pattern: NOT_BLANK, description });
const board = () => Type.String({ minLength: 1, maxLength: 64, pattern: '^[^\\x00]*$' });

export const BanPath = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });

export const BanAppeal = Type.Object(
  {
    id: Type.Integer(),
    text: Type.String({ description: 'What the banned person wrote.' }),
    written_at: time(''),
    decided_at: nullable(time('')),
    decided_by: nullable(Type.String()),
    granted: nullable(Type.Boolean({ description: 'Whether the ban was lifted.' })),
    answer: nullable(Type.String({ description: 'What the banned person reads.' })),
  },
  { $id: 'BanAppeal' },
);
export type BanAppeal = Static<typeof BanAppeal>;

export const Ban = Type.Object(
  {
    id: Type.Integer(),
    board: nullable(Type.String({ description: 'null: on every board.' })),
    post: nullable(Type.Object({ board: Type.String(), num: Type.Integer(), subnum: Type.Integer() })),
    reason: Type.String(),
    reason_shown: Type.Boolean({ description: 'Whether the banned person may read the reason.' }),
    banned_by: Type.String({ description: 'Name of an account or key, or `cli`.' }),
    created_at: time(''),
    expires_at: time('The network is deleted then.'),
    lifted_at: nullable(time('')),
    lifted_by: nullable(Type.String()),
    appeals: Type.Array(BanAppeal),
  },
  { $id: 'Ban' },
);
export type Ban = Static<typeof Ban>;

export const BanList = Type.Object(
  { bans: Type.Array(Ban), next: nullable(Type.Integer({ description: 'Value of `before` for the next page.' })) },
  { $id: 'BanList' },
);
export type BanList = Static<typeof BanList>;

export const BanQuery = Type.Object({
  state: Type.Optional(
    Type.Enum([...BAN_STATES], {
      type: 'string',
      default: 'active',
      description: '`appealed`: active, with an appeal to decide. `ended`: expired or lifted.',
    }),
  ),
  board: Type.Optional(board()),
  before: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Only bans with a lower id.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
});

export const AddBan = Type.Object(
  {
    network: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'An address, or a network: /16 to /32 of IPv4; /48, /56 or /64 of IPv6. An address of IPv6 stands for its /64.',
      }),
    ),
    post: Type.Optional(NamedPost),
    width: Type.Optional(
      Type.Enum([...BAN_WIDTH_NAMES], {
        type: 'string',
        default: 'address',
        description: 'With `post`. `address`: /32 or /64. `network`: /24 or /56. `provider`: /16 or /48.',
      }),
    ),
    boards: Type.Array(board(), { maxItems: 100, description: 'Boards of the ban, one ban for each; all if empty.' }),
    days: Type.Number({ exclusiveMinimum: 0, maximum: MAX_BAN_DAYS }),
    reason: text('Why.'),
    reason_shown: Type.Optional(Type.Boolean({ default: true })),
  },
  {
    $id: 'AddBan',
    additionalProperties: false,
    description: 'Either `network`, or `post` for the address that a ghost post was written from.',
  },
);
export type AddBan = Static<typeof AddBan>;

export const AddedBans = Type.Object({ ids: Type.Array(Type.Integer()) }, { $id: 'AddedBans' });
export type AddedBans = Static<typeof AddedBans>;

export const DecideAppeal = Type.Object(
  {
    granted: Type.Boolean({ description: 'true lifts the ban.' }),
    answer: Type.Optional(
      Type.String({
        maxLength: MAX_BAN_TEXT,
        pattern: '^[^\\x00]*$',
        description: 'What the banned person reads.',
      }),
    ),
  },
  { $id: 'DecideAppeal', additionalProperties: false },
);
export type DecideAppeal = Static<typeof DecideAppeal>;

export const LookAtAddresses = Type.Object(
  {
    post: Type.Optional(NamedPost),
    ban: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    reason: Type.Optional(Type.String({ maxLength: 1000, pattern: '^[^\\x00]*$' })),
  },
  { $id: 'LookAtAddresses', additionalProperties: false, description: 'Either `post` or `ban`.' },
);
export type LookAtAddresses = Static<typeof LookAtAddresses>;

export const KeptAddresses = Type.Object(
  {
    addresses: Type.Array(
      Type.Object({
        kind: Type.Enum(['poster', 'reporter', 'ban'], { type: 'string' }),
        network: Type.String({ description: 'An address, or a network with its length.' }),
        kept_until: time(''),
      }),
    ),
  },
  { $id: 'KeptAddresses' },
);
export type KeptAddresses = Static<typeof KeptAddresses>;
