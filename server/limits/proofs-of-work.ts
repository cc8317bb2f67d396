/** Stateless challenges for proofs of work, in the format of ALTCHA, whose libraries solve them. */
import { createHash, randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { ProofChallenge } from '../../mappings/contract/proof-of-work.ts';
import { MAX_PROOF_LENGTH } from '../../mappings/proof-of-work.ts';
import { RefusedError } from '../shared/errors.ts';

/** One derivation takes about 1 ms of CPU time. A solution takes half of these on average. */
const MOST_DERIVATIONS = 4_000;
const ITERATIONS = 5_000;
/** Enough time to write a text. Afterwards the pages request a new challenge. */
const EXPIRES_AFTER_MS = 30 * 60_000;

const Payload = Type.Object({
  challenge: ProofChallenge,
  solution: Type.Object({ counter: Type.Integer({ minimum: 0 }), derivedKey: Type.String() }),
});

export interface Proof {
  /** Unique for each challenge. */
  readonly id: Uint8Array;
  readonly expiresAt: Date;
}

/** The subject of a proof, such as a board. A proof for one subject is refused for others. */
type About = Readonly<Record<string, string>>;

export interface ProofsOfWork {
  challenge(about: About): Promise<ProofChallenge>;
  /** `payload`: challenge and solution as ALTCHA encodes them, in base64; '' for none. @throws RefusedError 400 `proof_invalid` */
  verify(about: About, payload: string): Promise<Proof | null>;
}

interface ProofOptions {
  /** The same on all servers of the archive. */
  readonly secret: string;
  /** Proofs for one use are invalid for others. */
  readonly use: string;
  readonly clock: () => Date;
  /** The highest number of derivations; tests use fewer. */
  readonly most?: number;
}

export function createProofs({ secret, use, clock, most = MOST_DERIVATIONS }: ProofOptions): ProofsOfWork {
  const keyOf = (of: string) =>
    createHash('sha256').update(`${use} proof ${of} 1\0`).update(secret).digest('base64url');
  const keys = { hmacSignatureSecret: keyOf('challenge'), hmacKeySignatureSecret: keyOf('solution') };
  return {
    async challenge(about) {
      const expiresAt = new Date(clock().getTime() + EXPIRES_AFTER_MS);
      const counter = randomInt(1, most + 1);
      const made = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: ITERATIONS,
        counter,
        deriveKey,
        expiresAt,
        data: { ...about },
        ...keys,
      });
      return Value.Parse(ProofChallenge, made);
    },
    async verify(about, payload) {
      if (payload === '') return null;
      const { challenge, solution } = readPayload(payload);
      const { verified } = await verifySolution({ challenge, solution: { ...solution, time: 0 }, deriveKey, ...keys });
      if (!verified || !isAbout(challenge, about)) throw invalid();
      return {
        id: Buffer.from(challenge.signature, 'hex'),
        expiresAt: new Date(challenge.parameters.expiresAt * 1_000),
      };
    },
  };
}

function isAbout({ parameters: { data } }: ProofChallenge, about: About): boolean {
  return Object.entries(about).every(([name, value]) => data[name] === value);
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

/** For a text whose proof came with another text before. */
export function proofUsed(): RefusedError {
  return new RefusedError(409, 'proof_used', 'Another text came with the same proof of work. Send it again.');
}

function invalid(): RefusedError {
  return new RefusedError(
    400,
    'proof_invalid',
    'The proof of work is wrong, or older than half an hour. Send it again.',
  );
}
