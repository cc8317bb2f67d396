/** The challenge of a proof of work, which readers' browsers compute before they write. */
import { Type, type Static } from 'typebox';
import { MAX_PROOF_LENGTH } from '../proof-of-work.ts';

export const ProofChallenge = Type.Object(
  {
    parameters: Type.Object({
      algorithm: Type.String(),
      nonce: Type.String(),
      salt: Type.String(),
      cost: Type.Integer(),
      keyLength: Type.Integer(),
      keyPrefix: Type.String(),
      keySignature: Type.String(),
      expiresAt: Type.Number({ description: 'Seconds since 1970.' }),
      data: Type.Record(Type.String(), Type.String(), { description: 'The kind of text that it allows to send.' }),
    }),
    signature: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  },
  { $id: 'ProofChallenge', description: 'A challenge of ALTCHA, version 2.' },
);
export type ProofChallenge = Static<typeof ProofChallenge>;

export const proofField = (description: string) =>
  Type.Optional(
    Type.String({
      maxLength: MAX_PROOF_LENGTH,
      description: `Challenge and solution as the libraries of ALTCHA print them (JSON in base64). Counts once. ${description}`,
    }),
  );
