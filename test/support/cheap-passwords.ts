/**
 * Passwords are hashed with the least memory that argon2id permits, because the tests hash thousands and each would take 20 ms. A
 * comparison uses the parameters of the stored hash, and separate processes hash as in production.
 */
import type * as Argon2 from '@node-rs/argon2';
import { vi } from 'vitest';

const CHEAP = { memoryCost: 8, timeCost: 1 };
/** The hash for names without an account. */
const SALT_OF_NOBODY = Buffer.alloc(16);

vi.mock('@node-rs/argon2', async (load) => {
  const argon2 = await load<typeof Argon2>();
  const hash: typeof argon2.hash = async (password, options, signal) => {
    const isStored = options?.salt !== undefined && !SALT_OF_NOBODY.equals(options.salt);
    return argon2.hash(password, isStored ? options : { ...options, ...CHEAP }, signal);
  };
  return { ...argon2, hash };
});
