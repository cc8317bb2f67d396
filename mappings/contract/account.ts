/** Requests and answers of `/api/v1/admin/account`: one's own account. */
import { Type, type Static } from 'typebox';
import { OwnPasskey, PasskeyProof } from './passkeys.ts';

const password = () => Type.String({ minLength: 1, maxLength: 1024, description: 'The current password.' });
const code = () => Type.String({ maxLength: 64, description: 'A code of the authenticator app, or a recovery code.' });

export const OwnAccount = Type.Object(
  {
    name: Type.String(),
    created_at: Type.String({ format: 'date-time' }),
    totp: Type.Object({
      enabled: Type.Boolean({ description: 'Sign-ins need a code of an authenticator app.' }),
      required: Type.Boolean({ description: 'An admin requires it of this account.' }),
      recovery_codes: Type.Integer({ description: 'Unused recovery codes.' }),
    }),
    passkeys: Type.Array(OwnPasskey),
    passkeys_possible: Type.Boolean({
      description: 'Whether passkeys can be added: the archive has a public address under https, or at localhost.',
    }),
  },
  { $id: 'OwnAccount' },
);
export type OwnAccount = Static<typeof OwnAccount>;

/** Proves that the request comes from the owner of the account. */
export const OwnSecrets = Type.Object(
  { password: password(), code: Type.Optional(code()), passkey: Type.Optional(PasskeyProof) },
  { $id: 'OwnSecrets', additionalProperties: false },
);
export type OwnSecrets = Static<typeof OwnSecrets>;

export const ChangePassword = Type.Object(
  {
    password: password(),
    code: Type.Optional(code()),
    passkey: Type.Optional(PasskeyProof),
    new_password: Type.String({ minLength: 12, maxLength: 1024 }),
  },
  { $id: 'ChangePassword', additionalProperties: false },
);
export type ChangePassword = Static<typeof ChangePassword>;

export const TotpSetup = Type.Object(
  {
    secret: Type.String({ description: 'In base 32, for typing. No later answer contains it.' }),
    uri: Type.String({ description: '`otpauth://totp/…`, for a QR code.' }),
  },
  { $id: 'TotpSetup' },
);
export type TotpSetup = Static<typeof TotpSetup>;

export const ConfirmTotp = Type.Object(
  { code: Type.String({ maxLength: 64, description: 'The code that the authenticator app shows now.' }) },
  { $id: 'ConfirmTotp', additionalProperties: false },
);
export type ConfirmTotp = Static<typeof ConfirmTotp>;

export const RecoveryCodes = Type.Object(
  {
    recovery_codes: Type.Array(Type.String(), {
      description: 'Each replaces a code of the authenticator app once. No later answer contains them.',
    }),
  },
  { $id: 'RecoveryCodes' },
);
export type RecoveryCodes = Static<typeof RecoveryCodes>;

export const RemovePasskey = Type.Object(
  {
    password: password(),
    code: Type.Optional(code()),
    passkey: Type.Optional(PasskeyProof),
    id: Type.String({ minLength: 1, maxLength: 1_364, pattern: '^[A-Za-z0-9_-]+$' }),
  },
  { $id: 'RemovePasskey', additionalProperties: false },
);
export type RemovePasskey = Static<typeof RemovePasskey>;
