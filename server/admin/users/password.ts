import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice for argon2id (the library's kind unless told): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

export async function hashPassword(password: string): Promise<string> {
  return hash(spelt(password), COST);
}

let nobody: Promise<string> | undefined;

/** For somebody who is not there (`null`) it takes the same work to say no. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('');
  const isRight = await verify(passwordHash ?? (await nobody), spelt(password));
  return isRight && passwordHash !== null;
}

/** One keyboard composes an umlaut, another sends it as one. */
function spelt(password: string): string {
  return password.normalize('NFC');
}
