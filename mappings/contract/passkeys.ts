/** Passkeys (WebAuthn) of one's own account. Bytes are written in base64url, as browsers write them in JSON. */
import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

const MOST_ID = 1_364;
const bytes = (maxLength: number, description?: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[A-Za-z0-9_-]+$',
    ...(description !== undefined && { description }),
  });

/** The signature of an existing passkey. */
export const PasskeyProof = Type.Object(
  {
    id: bytes(MOST_ID, 'Of the credential.'),
    response: Type.Object({
      clientDataJSON: bytes(8_192),
      authenticatorData: bytes(8_192),
      signature: bytes(16_384),
    }),
  },
  {
    $id: 'PasskeyProof',
    description: 'A signature of the last challenge that this browser got. Each challenge is accepted once.',
  },
);
export type PasskeyProof = Static<typeof PasskeyProof>;

export const AddPasskey = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64, description: 'For the owner, such as the name of the device.' }),
    id: bytes(MOST_ID, 'Of the credential.'),
    response: Type.Object({
      clientDataJSON: bytes(8_192),
      attestationObject: bytes(65_536),
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 16 })),
    }),
  },
  { $id: 'AddPasskey', additionalProperties: false },
);
export type AddPasskey = Static<typeof AddPasskey>;

export const PasskeyOptions = Type.Object(
  {
    options: Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'For the browser, as `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` reads them.',
      },
    ),
  },
  { $id: 'PasskeyOptions' },
);
export type PasskeyOptions = Static<typeof PasskeyOptions>;

export const OwnPasskey = Type.Object(
  {
    id: Type.String({ description: 'Of the credential, in base64url.' }),
    name: Type.String(),
    created_at: Type.String({ format: 'date-time' }),
    last_used_at: nullable(Type.String({ format: 'date-time' })),
  },
  { $id: 'OwnPasskey' },
);
export type OwnPasskey = Static<typeof OwnPasskey>;

export const AddedPasskey = Type.Object(
  {
    recovery_codes: nullable(
      Type.Array(Type.String(), {
        description: 'If this is the first second factor of the account. No later answer contains them.',
      }),
    ),
  },
  { $id: 'AddedPasskey' },
);
export type AddedPasskey = Static<typeof AddedPasskey>;
