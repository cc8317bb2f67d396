/** Hashes and signatures. All implementations use libsodium, so its rules for valid signatures apply. */
import sodium from 'libsodium-wrappers';
import { CableError } from '../cable-error.ts';
import { SIGNED_FROM } from './post.ts';
import { HASH_BYTES, KEY_BYTES } from './limits.ts';

await sodium.ready;

export interface SigningKeys {
  readonly publicKey: Buffer;
  readonly secretKey: Buffer;
}

/** @param seed 32 random bytes */
export function signingKeys(seed: Uint8Array): SigningKeys {
  const { publicKey, privateKey } = sodium.crypto_sign_seed_keypair(seed);
  return { publicKey: Buffer.from(publicKey), secretKey: Buffer.from(privateKey) };
}

/** The BLAKE2b hash of the whole post, without salt or personalisation, as in the other implementations. */
export function hashOf(bytes: Uint8Array): Buffer {
  return Buffer.from(sodium.crypto_generichash(HASH_BYTES, bytes, null));
}

/** Returns the post: key, signature, signed part. */
export function signPost(signed: Uint8Array, { publicKey, secretKey }: SigningKeys): Buffer {
  return Buffer.concat([publicKey, sodium.crypto_sign_detached(signed, secretKey), signed]);
}

/** @throws CableError if the signature is not the author's. */
export function assertSigned(post: Buffer): void {
  if (!isSigned(post)) throw new CableError('signature', 'a post has a wrong signature');
}

function isSigned(post: Buffer): boolean {
  try {
    return sodium.crypto_sign_verify_detached(
      post.subarray(KEY_BYTES, SIGNED_FROM),
      post.subarray(SIGNED_FROM),
      post.subarray(0, KEY_BYTES),
    );
  } catch {
    return false;
  }
}
