/** Identities: persons and the names under which they write, as recorded by admins. */
import { Type, type Static } from 'typebox';
import { ALIAS_KINDS } from '../alias-kinds.ts';

/** PostgreSQL rejects text with U+0000. */
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[^\\x00]+$' });

export const IdentityAlias = Type.Object(
  {
    kind: Type.Enum([...ALIAS_KINDS], {
      type: 'string',
      description:
        '`sender`: the poster id that stands for an e-mail address of a mailing list, such as `s12`, or the key of an author in a cable channel, in hexadecimal. `tripcode`: with its `!`. `name`: as in posts.',
    }),
    value: text(256),
  },
  { $id: 'IdentityAlias', additionalProperties: false },
);
export type IdentityAlias = Static<typeof IdentityAlias>;

export const Identity = Type.Object({ name: text(100), aliases: Type.Array(IdentityAlias) }, { $id: 'Identity' });
export type Identity = Static<typeof Identity>;

export const IdentityList = Type.Object({ identities: Type.Array(Identity) }, { $id: 'IdentityList' });
export type IdentityList = Static<typeof IdentityList>;

export const IdentityAliases = Type.Object(
  { aliases: Type.Array(IdentityAlias, { maxItems: 200 }) },
  { $id: 'IdentityAliases', additionalProperties: false },
);
export type IdentityAliases = Static<typeof IdentityAliases>;

export const IdentityPath = Type.Object({ name: text(100) });
