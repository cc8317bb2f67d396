/**
 * Passwords are hashed with as little memory as argon2id permits: the tests hash thousands, each of which would take 20 ms. A hash that is
 * compared has the parameters of the stored one, and processes of their own hash as in use.
 */
import type * as Argon2 from '@node-rs/argon2';
import { vi } from 'vitest';

const CHEAP = { memoryCost: 8, timeCost: 1 };
/** Of names without an account. */
const SALT_OF_NOBODY = Buffer.alloc(16);

vi.mock('@node-rs/argon2', async (load) => {
  const argon2 = await load<typeof Argon2>();
  const hash: typeof argon2.hash = async (password, options, signal) => {
    const isStored = options?.salt !== undefined && !SALT_OF_NOBODY.equals(options.salt);
    return argon2.hash(password, isStored ? options : { ...options, ...CHEAP }, signal);
  };
  return { ...argon2, hash };
});
