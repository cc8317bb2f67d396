/** The proof of work for which browsers get the reader pass. */
import { Type, type Static } from 'typebox';
import { MAX_PROOF_LENGTH } from '../proof-of-work.ts';

export const PassProof = Type.Object(
  {
    proof: Type.String({
      minLength: 1,
      maxLength: MAX_PROOF_LENGTH,
      description: 'Challenge and solution as the libraries of ALTCHA print them (JSON in base64).',
    }),
  },
  { $id: 'PassProof', additionalProperties: false },
);
export type PassProof = Static<typeof PassProof>;
