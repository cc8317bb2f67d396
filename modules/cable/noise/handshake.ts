/**
 * The handshake Noise_XXpsk0_25519_ChaChaPoly_BLAKE2b. The dialling side is the initiator. The cabal key is mixed in first: others cannot
 * read even the first message, and a host of several cabals can find the cabal by trying their keys on it.
 */
import sodium from 'libsodium-wrappers';
import { ConnectionError } from '../cable-error.ts';
import { SymmetricState, TAG_LENGTH, type CipherState } from './symmetric.ts';

await sodium.ready;

const PROTOCOL = 'Noise_XXpsk0_25519_ChaChaPoly_BLAKE2b';
const KEY_LENGTH = 32;

/** Lengths of the three messages: e and a tag; e, the encrypted s and a tag; the encrypted s and a tag. */
export const HANDSHAKE_LENGTHS = [
  KEY_LENGTH + TAG_LENGTH,
  KEY_LENGTH + (KEY_LENGTH + TAG_LENGTH) + TAG_LENGTH,
  KEY_LENGTH + TAG_LENGTH + TAG_LENGTH,
] as const;

export interface NoiseKeys {
  readonly publicKey: Uint8Array;
  readonly secretKey: Uint8Array;
}

export interface HandshakeOptions {
  /** The cabal key. */
  readonly psk: Uint8Array;
  readonly prologue: string;
  /** An X25519 pair. */
  readonly staticKeys: NoiseKeys;
  /** Random by default; tests set it. */
  readonly ephemeralKeys?: NoiseKeys;
}

export interface Ciphers {
  readonly send: CipherState;
  readonly receive: CipherState;
}

/** Converts an Ed25519 pair into an X25519 pair. */
export function noiseKeysOf(signing: NoiseKeys): NoiseKeys {
  return {
    publicKey: sodium.crypto_sign_ed25519_pk_to_curve25519(signing.publicKey),
    secretKey: sodium.crypto_sign_ed25519_sk_to_curve25519(signing.secretKey),
  };
}

/** @param secretKey By default 32 random bytes. */
export function noiseKeys(secretKey: Uint8Array = sodium.randombytes_buf(KEY_LENGTH)): NoiseKeys {
  return { publicKey: sodium.crypto_scalarmult_base(secretKey), secretKey };
}

abstract class Handshake {
  protected readonly state = new SymmetricState(PROTOCOL);
  protected readonly own: NoiseKeys;
  protected readonly ephemeral: NoiseKeys;
  protected theirEphemeral: Uint8Array = Buffer.alloc(0);
  protected theirStatic: Uint8Array = Buffer.alloc(0);

  constructor({ psk, prologue, staticKeys, ephemeralKeys = noiseKeys() }: HandshakeOptions) {
    this.own = staticKeys;
    this.ephemeral = ephemeralKeys;
    this.state.mixHash(Buffer.from(prologue, 'latin1'));
    this.state.mixKeyAndHash(psk);
  }

  /** The other side's X25519 key. It does not identify the authors of the posts that the peer sends. */
  get remoteKey(): Uint8Array {
    return this.theirStatic;
  }

  protected writeEphemeral(): Uint8Array {
    const { publicKey } = this.ephemeral;
    this.#mixEphemeral(publicKey);
    return publicKey;
  }

  protected readEphemeral(message: Buffer): void {
    // A copy, because the buffer of the message belongs to the socket.
    this.theirEphemeral = Uint8Array.from(message.subarray(0, KEY_LENGTH));
    this.#mixEphemeral(this.theirEphemeral);
  }

  #mixEphemeral(publicKey: Uint8Array): void {
    this.state.mixHash(publicKey);
    // With a psk, Noise also mixes each ephemeral public key into the chaining key.
    this.state.mixKey(publicKey);
  }

  protected readStatic(sealed: Buffer): void {
    this.theirStatic = Uint8Array.from(this.state.open(sealed));
  }

  protected mixShared(own: NoiseKeys, theirs: Uint8Array): void {
    try {
      this.state.mixKey(sodium.crypto_scalarmult(own.secretKey, theirs));
    } catch (cause) {
      // libsodium refuses points of small order: their shared secret is public.
      throw new ConnectionError('the public key of the peer has a small order', { cause });
    }
  }
}

const NOTHING = Buffer.alloc(0);

function assertLength(message: Buffer, expected: number): void {
  if (message.length !== expected)
    throw new ConnectionError(`a handshake message has ${message.length} bytes, expected ${expected}`);
}

/** The dialling side: sends message 1, reads message 2, sends message 3. */
export class Initiator extends Handshake {
  first(): Buffer {
    const key = this.writeEphemeral();
    return Buffer.concat([key, this.state.seal(NOTHING)]);
  }

  /** Reads the second message and returns the third. @throws ConnectionError */
  third(second: Buffer): Buffer {
    assertLength(second, HANDSHAKE_LENGTHS[1]);
    this.readEphemeral(second);
    this.mixShared(this.ephemeral, this.theirEphemeral);
    const sealedKeyEnd = 2 * KEY_LENGTH + TAG_LENGTH;
    this.readStatic(second.subarray(KEY_LENGTH, sealedKeyEnd));
    this.mixShared(this.ephemeral, this.theirStatic);
    this.state.open(second.subarray(sealedKeyEnd));
    const sealedKey = this.state.seal(this.own.publicKey);
    this.mixShared(this.own, this.theirEphemeral);
    return Buffer.concat([sealedKey, this.state.seal(NOTHING)]);
  }

  ciphers(): Ciphers {
    const [send, receive] = this.state.split();
    return { send, receive };
  }
}

/** The listening side. */
export class Responder extends Handshake {
  /** Reads the first message and returns the second. @throws ConnectionError for example if the initiator has the key of another cabal */
  second(first: Buffer): Buffer {
    assertLength(first, HANDSHAKE_LENGTHS[0]);
    this.readEphemeral(first);
    this.state.open(first.subarray(KEY_LENGTH));
    const key = this.writeEphemeral();
    this.mixShared(this.ephemeral, this.theirEphemeral);
    const sealedKey = this.state.seal(this.own.publicKey);
    this.mixShared(this.own, this.theirEphemeral);
    return Buffer.concat([key, sealedKey, this.state.seal(NOTHING)]);
  }

  /** @throws ConnectionError */
  finish(third: Buffer): void {
    assertLength(third, HANDSHAKE_LENGTHS[2]);
    const sealedKeyEnd = KEY_LENGTH + TAG_LENGTH;
    this.readStatic(third.subarray(0, sealedKeyEnd));
    this.mixShared(this.ephemeral, this.theirStatic);
    this.state.open(third.subarray(sealedKeyEnd));
  }

  ciphers(): Ciphers {
    const [receive, send] = this.state.split();
    return { send, receive };
  }
}
