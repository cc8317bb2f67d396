/** Requests and answers of `/api/v1/admin/keys`: keys of programs. */
import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';
import { RoleOnBoard } from './roles.ts';

/** `read`: the rate limit of keys. `export`: exports with as many rows as admins get. */
export const SCOPES = ['read', 'export'] as const;

const time = (description: string) => Type.String({ format: 'date-time', description });
const perMinute = () =>
  nullable(
    Type.Integer({ minimum: 1, maximum: 999_999_999, description: 'Cost a minute; null: the default of keys.' }),
  );

export const ListedKey = Type.Object(
  {
    name: Type.String(),
    scopes: Type.Array(Type.String()),
    roles: Type.Array(RoleOnBoard),
    per_minute: perMinute(),
    created_at: time('When it was created.'),
    expires_at: nullable(time('null: never.')),
    last_used_at: nullable(time('To the minute.')),
  },
  { $id: 'ListedKey' },
);
export type ListedKey = Static<typeof ListedKey>;

export const KeyList = Type.Object({ keys: Type.Array(ListedKey) }, { $id: 'KeyList' });
export type KeyList = Static<typeof KeyList>;

const name = () => Type.String({ minLength: 1, maxLength: 32, pattern: '^[^\\x00]*$' });

export const KeyPath = Type.Object({ name: name() });

export const AddKey = Type.Object(
  {
    name: name(),
    scopes: Type.Optional(
      Type.Array(Type.Enum([...SCOPES], { type: 'string' }), { maxItems: 2, description: '`read` unless given.' }),
    ),
    roles: Type.Array(RoleOnBoard, { maxItems: 200, description: 'What it may do in the admin API.' }),
    per_minute: Type.Optional(perMinute()),
    days: Type.Optional(
      nullable(Type.Integer({ minimum: 1, maximum: 36_500, description: 'Until it expires; null: never.' })),
    ),
  },
  { $id: 'AddKey', additionalProperties: false },
);
export type AddKey = Static<typeof AddKey>;

export const AddedKey = Type.Object(
  { key: Type.String({ description: 'No later answer contains it.' }), expires_at: nullable(time('null: never.')) },
  { $id: 'AddedKey' },
);
export type AddedKey = Static<typeof AddedKey>;
