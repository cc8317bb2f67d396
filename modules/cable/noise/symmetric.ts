/** The symmetric part of Noise (revision 34) with ChaChaPoly and BLAKE2b. */
import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
import { ConnectionError } from '../cable-error.ts';

const CIPHER = 'chacha20-poly1305';
const HASH = 'blake2b512';
const HASH_LENGTH = 64;
const KEY_LENGTH = 32;
export const TAG_LENGTH = 16;

/** A key with its nonce counter. */
export class CipherState {
  readonly #key: Uint8Array;
  #nonce = 0n;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  seal(plain: Uint8Array, associated: Uint8Array = Buffer.alloc(0)): Buffer {
    const cipher = createCipheriv(CIPHER, this.#key, this.#nextNonce(), { authTagLength: TAG_LENGTH });
    cipher.setAAD(associated, { plaintextLength: plain.length });
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }

  /** @throws ConnectionError if the bytes were not encrypted with this key and nonce. */
  open(sealed: Uint8Array, associated: Uint8Array = Buffer.alloc(0)): Buffer {
    if (sealed.length < TAG_LENGTH) throw new ConnectionError('an encrypted text is shorter than its tag');
    const at = sealed.length - TAG_LENGTH;
    const decipher = createDecipheriv(CIPHER, this.#key, this.#nextNonce(), { authTagLength: TAG_LENGTH });
    decipher.setAAD(associated, { plaintextLength: at });
    decipher.setAuthTag(sealed.subarray(at));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, at)), decipher.final()]);
    } catch (cause) {
      throw new ConnectionError('decryption failed: wrong key or modified bytes', { cause });
    }
  }

  #nextNonce(): Buffer {
    const nonce = Buffer.alloc(12);
    nonce.writeBigUInt64LE(this.#nonce, 4);
    this.#nonce += 1n;
    return nonce;
  }
}

/** The chaining key, the transcript hash and, after the first mixKey, a cipher. */
export class SymmetricState {
  #chainingKey: Buffer;
  #hash: Buffer;
  #cipher: CipherState | null = null;

  /** @param protocol A name of at most 64 bytes. */
  constructor(protocol: string) {
    this.#hash = Buffer.alloc(HASH_LENGTH);
    this.#hash.write(protocol, 'latin1');
    this.#chainingKey = this.#hash;
  }

  mixHash(bytes: Uint8Array): void {
    this.#hash = createHash(HASH).update(this.#hash).update(bytes).digest();
  }

  mixKey(material: Uint8Array): void {
    const [chainingKey, key] = expand(this.#chainingKey, material, 2);
    this.#chainingKey = chainingKey ?? Buffer.alloc(0);
    this.#cipher = cipherOf(key);
  }

  mixKeyAndHash(material: Uint8Array): void {
    const [chainingKey, hash, key] = expand(this.#chainingKey, material, 3);
    this.#chainingKey = chainingKey ?? Buffer.alloc(0);
    this.mixHash(hash ?? Buffer.alloc(0));
    this.#cipher = cipherOf(key);
  }

  seal(plain: Uint8Array): Buffer {
    const sealed = this.#keyed().seal(plain, this.#hash);
    this.mixHash(sealed);
    return sealed;
  }

  /** @throws ConnectionError */
  open(sealed: Uint8Array): Buffer {
    const plain = this.#keyed().open(sealed, this.#hash);
    this.mixHash(sealed);
    return plain;
  }

  /** Returns the ciphers for both directions, first the initiator's. */
  split(): [CipherState, CipherState] {
    const [first, second] = expand(this.#chainingKey, Buffer.alloc(0), 2);
    return [cipherOf(first), cipherOf(second)];
  }

  #keyed(): CipherState {
    if (this.#cipher === null) throw new Error('seal and open need a key: call mixKey first');
    return this.#cipher;
  }
}

function cipherOf(output: Buffer | undefined): CipherState {
  return new CipherState((output ?? Buffer.alloc(0)).subarray(0, KEY_LENGTH));
}

/** HKDF as Noise defines it. */
function expand(chainingKey: Uint8Array, material: Uint8Array, outputs: number): Buffer[] {
  const temporary = hmac(chainingKey, material);
  const all: Buffer[] = [];
  for (let at = 1; at <= outputs; at += 1)
    all.push(hmac(temporary, Buffer.concat([all.at(-1) ?? Buffer.alloc(0), Buffer.from([at])])));
  return all;
}

function hmac(key: Uint8Array, bytes: Uint8Array): Buffer {
  return createHmac(HASH, key).update(bytes).digest();
}
