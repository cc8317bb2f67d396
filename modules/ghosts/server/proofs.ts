/** Stateless challenges for the proof of work of ghost posts, in the format of ALTCHA, whose libraries solve them. */
import { createHash, randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { GhostChallenge } from '../contract/ghosts.ts';
import { RefusedError } from '../../../server/shared/errors.ts';

/** One derivation takes about 1 ms of CPU time. A solution takes half of these on average. */
const MOST_DERIVATIONS = 4_000;
const ITERATIONS = 5_000;
/** Enough time to write a post. Afterwards the pages request a new challenge. */
const EXPIRES_AFTER_MS = 30 * 60_000;

export const MAX_PROOF_LENGTH = 2_000;

const Payload = Type.Object({
  challenge: GhostChallenge,
  solution: Type.Object({ counter: Type.Integer({ minimum: 0 }), derivedKey: Type.String() }),
});

export interface Proof {
  /** Unique for each challenge. */
  readonly id: Uint8Array;
  readonly expiresAt: Date;
}

export interface GhostProofs {
  challenge(board: string): Promise<GhostChallenge>;
  /** `payload`: challenge and solution as ALTCHA encodes them, in base64; '' for none. @throws RefusedError 400 `proof_invalid` */
  verify(board: string, payload: string): Promise<Proof | null>;
}

/** `secret`: the same on all servers of the archive. `most`: the highest number of derivations; tests use fewer. */
export function createGhostProofs(secret: string, clock: () => Date, most = MOST_DERIVATIONS): GhostProofs {
  const keyOf = (use: string) =>
    createHash('sha256').update(`ghost proof ${use} 1\0`).update(secret).digest('base64url');
  const keys = { hmacSignatureSecret: keyOf('challenge'), hmacKeySignatureSecret: keyOf('solution') };
  return {
    async challenge(board) {
      const expiresAt = new Date(clock().getTime() + EXPIRES_AFTER_MS);
      const counter = randomInt(1, most + 1);
      const made = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: ITERATIONS,
        counter,
        deriveKey,
        expiresAt,
        data: { board },
        ...keys,
      });
      return Value.Parse(GhostChallenge, made);
    },
    async verify(board, payload) {
      if (payload === '') return null;
      const { challenge, solution } = readPayload(payload);
      const { verified } = await verifySolution({ challenge, solution: { ...solution, time: 0 }, deriveKey, ...keys });
      if (!verified || challenge.parameters.data.board !== board) throw invalid();
      return {
        id: Buffer.from(challenge.signature, 'hex'),
        expiresAt: new Date(challenge.parameters.expiresAt * 1_000),
      };
    },
  };
}

function readPayload(payload: string): Static<typeof Payload> {
  if (payload.length > MAX_PROOF_LENGTH) throw invalid();
  try {
    const read: unknown = JSON.parse(Buffer.from(payload, 'base64').toString());
    if (Value.Check(Payload, read)) return read;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw invalid();
}

function invalid(): RefusedError {
  return new RefusedError(
    400,
    'proof_invalid',
    'The proof of work is wrong, or older than half an hour. Send the post again.',
  );
}
