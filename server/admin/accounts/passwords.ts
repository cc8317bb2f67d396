import { hash, parseOptions } from '@node-rs/argon2';
import { RefusedError } from '../../shared/errors.ts';

const MIN_PASSWORD_LENGTH = 12;
/** The same limit as in the schema `SignIn`. */
const MAX_PASSWORD_LENGTH = 1_024;

/** @throws RefusedError `password_invalid` */
export function assertPassword(password: string): void {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    throw new RefusedError(
      400,
      'password_invalid',
      `A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`,
    );
  }
}

/** OWASP's first choice of parameters for argon2id, which is the library's default variant: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/**
 * Whose password is hashed. Each lane hashes one password at a time: a hash takes 20 ms of a core and one of Node's four threads, which
 * files and readers need too. Readers who write ghost posts do not delay sign-ins.
 */
export type HashLane = 'staff' | 'readers';

const last: Record<HashLane, Promise<unknown>> = { staff: Promise.resolve(), readers: Promise.resolve() };

/** Runs `work` after the earlier hashes of its lane. The callers limit how many wait (sign-in.ts, limits/writer-queue.ts). */
async function inLane(lane: HashLane, work: () => Promise<string>): Promise<string> {
  const turn = last[lane].then(work);
  last[lane] = turn.catch(() => undefined);
  return turn;
}

export async function hashPassword(password: string, lane: HashLane = 'staff'): Promise<string> {
  return inLane(lane, async () => hash(normalized(password), COST));
}

const SALT_OF_NOBODY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}`;
const ANY_HASH = 'A'.repeat(43);

/**
 * Hashes with these parameters and this salt: the result equals the stored hash if the password is right. Takes the same time for an
 * unknown name or an account without a password (`null`), so that names cannot be guessed.
 */
export async function hashWithSalt(salt: string | null, password: string, lane: HashLane = 'staff'): Promise<string> {
  const given = salt ?? SALT_OF_NOBODY;
  const { memoryCost, timeCost, parallelism } = parseOptions(`${given}$${ANY_HASH}`);
  const bytes = Buffer.from(given.slice(given.lastIndexOf('$') + 1), 'base64');
  const options = { ...COST, memoryCost, timeCost, parallelism, salt: bytes };
  return inLane(lane, async () => hash(normalized(password), options));
}

/** Keyboards send an umlaut as one code point or as two; both are the same password. */
function normalized(password: string): string {
  return password.normalize('NFC');
}
