/** Answers of `/api/v1/admin/audit`, the audit log. */
import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';
import { staffOnly } from './staff-only.ts';

const text = (maxLength: number, description: string) =>
  Type.String({ maxLength, pattern: '^[^\\x00]*$', description });

export const AuditEntry = Type.Object(
  {
    id: Type.Integer({ description: 'In the order of the changes.' }),
    at: Type.String({ format: 'date-time' }),
    actor: Type.String({ description: 'Name of an account or key, `cli`, or the role of a process in PostgreSQL.' }),
    session: nullable(Type.String({ description: 'Tells sessions apart; null for keys and commands.' })),
    action: Type.String({
      description: '`posts.hide`, `posts.show`, `posts.purge`; otherwise a table and `insert`, `update` or `delete`.',
    }),
    board: nullable(Type.String()),
    target: Type.Object({}, { additionalProperties: true, description: 'Ids of what was changed.' }),
    subject: nullable(
      Type.String({
        description:
          'Name of the changed account, key, person, datastore or removed board, now or when it was removed.',
      }),
    ),
    reason: nullable(Type.String()),
    before: nullable(
      Type.Object(
        {},
        { additionalProperties: true, description: 'What changed columns held before, without secrets.' },
      ),
    ),
    emptied: Type.Boolean({ description: 'A purge has emptied the reason or what was there before.' }),
    has_address: staffOnly(Type.Boolean({ description: 'The address from which the action came is still kept.' }), {
      role: 'admin',
      boards: 'all',
    }),
  },
  { $id: 'AuditEntry' },
);
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditList = Type.Object(
  {
    entries: Type.Array(AuditEntry),
    next: nullable(Type.Integer({ description: 'Value of `before` for the next page; null on the last page.' })),
  },
  { $id: 'AuditList' },
);
export type AuditList = Static<typeof AuditList>;

export const AuditPath = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });

export const AuditEntries = Type.Object(
  { ids: Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), { minItems: 1, maxItems: 500 }) },
  { $id: 'AuditEntries', additionalProperties: false },
);
export type AuditEntries = Static<typeof AuditEntries>;

export const AuditAddresses = Type.Object(
  {
    addresses: Type.Array(
      Type.Object({ id: Type.Integer(), address: Type.String({ description: 'An IPv4 or IPv6 address.' }) }),
      { description: 'Without entries whose address was not recorded, or is no longer kept.' },
    ),
  },
  { $id: 'AuditAddresses' },
);
export type AuditAddresses = Static<typeof AuditAddresses>;

export const AuditChoices = Type.Object(
  {
    actors: Type.Array(Type.String(), { description: 'Accounts, keys and roles with an entry.' }),
    actions: Type.Array(Type.String(), { description: 'Actions with an entry.' }),
  },
  { $id: 'AuditChoices' },
);
export type AuditChoices = Static<typeof AuditChoices>;

export const UndoneSettings = Type.Object(
  {
    settings: Type.Array(Type.String(), { description: 'Names of the settings that have their earlier values again.' }),
  },
  { $id: 'UndoneSettings' },
);
export type UndoneSettings = Static<typeof UndoneSettings>;

export const AuditQuery = Type.Object({
  actor: Type.Optional(text(64, 'Only entries of this actor.')),
  action: Type.Optional(text(64, 'Only this action, or all of this table: `posts.hide`, `posts`, `boards`.')),
  board: Type.Optional(text(64, 'Only entries of this board.')),
  post: Type.Optional(
    Type.String({
      pattern: '^\\d{1,16}(_\\d{1,10})?$',
      maxLength: 27,
      description: 'Only entries that name this post: `71`, or `71_2`.',
    }),
  ),
  from: Type.Optional(
    Type.String({ format: 'date-time', maxLength: 40, description: 'Only entries of this time and later.' }),
  ),
  to: Type.Optional(Type.String({ format: 'date-time', maxLength: 40, description: 'Only entries before this time.' })),
  before: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Only entries with a lower id.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
});
