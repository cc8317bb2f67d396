/** Requests and answers of `/api/v1/admin/accounts` and of invitations. */
import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';
import { RoleOnBoard } from './roles.ts';

const roles = () =>
  Type.Array(RoleOnBoard, { maxItems: 200, description: 'One role for each board, and one for all.' });
const name = () => Type.String({ minLength: 1, maxLength: 32, pattern: '^[^\\x00]*$' });
const time = (description: string) => Type.String({ format: 'date-time', description });

export const StaffAccount = Type.Object(
  {
    name: Type.String(),
    state: Type.Enum(['enabled', 'disabled', 'invited'], {
      type: 'string',
      description: 'disabled: cannot sign in. invited: has not chosen a password yet.',
    }),
    roles: Type.Array(RoleOnBoard),
    totp: Type.Boolean({ description: 'The account has a second factor.' }),
    totp_required: Type.Boolean(),
    created_at: time('When it was added or invited.'),
    last_seen: nullable(time('Of sessions that still exist.')),
  },
  { $id: 'StaffAccount' },
);
export type StaffAccount = Static<typeof StaffAccount>;

export const StaffAccountList = Type.Object({ accounts: Type.Array(StaffAccount) }, { $id: 'StaffAccountList' });
export type StaffAccountList = Static<typeof StaffAccountList>;

export const AccountPath = Type.Object({ name: name() });

export const Invite = Type.Object(
  { name: name(), roles: roles(), totp_required: Type.Optional(Type.Boolean()) },
  { $id: 'Invite', additionalProperties: false },
);
export type Invite = Static<typeof Invite>;

export const Invitation = Type.Object(
  {
    path: Type.String({
      description: 'Path and fragment of the link, for the invited person. No later answer contains it.',
    }),
    expires_at: time('Until when the link works.'),
  },
  { $id: 'Invitation' },
);
export type Invitation = Static<typeof Invitation>;

export const AcceptInvitation = Type.Object(
  {
    token: Type.String({ maxLength: 64, description: 'The fragment of the link.' }),
    password: Type.String({ minLength: 12, maxLength: 1024 }),
  },
  { $id: 'AcceptInvitation', additionalProperties: false },
);
export type AcceptInvitation = Static<typeof AcceptInvitation>;

export const AcceptedInvitation = Type.Object({ name: Type.String() }, { $id: 'AcceptedInvitation' });
export type AcceptedInvitation = Static<typeof AcceptedInvitation>;

export const ChangeAccount = Type.Object(
  {
    roles: Type.Optional(roles()),
    disabled: Type.Optional(Type.Boolean({ description: 'true also ends all sessions.' })),
    totp_required: Type.Optional(Type.Boolean()),
  },
  { $id: 'ChangeAccount', additionalProperties: false },
);
export type ChangeAccount = Static<typeof ChangeAccount>;
