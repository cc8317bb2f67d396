/**
 * The handshake Noise_XXpsk0_25519_ChaChaPoly_BLAKE2b. Whoever dials initiates. The cabal's key is mixed in first, so a
 * stranger cannot read even the first message, and a host that serves several cabals learns from it which one is meant.
 */
import sodium from 'libsodium-wrappers';
import { ConnectionError } from '../cable-error.ts';
import { SymmetricState, TAG_LENGTH, type CipherState } from './symmetric.ts';

await sodium.ready;

const PROTOCOL = 'Noise_XXpsk0_25519_ChaChaPoly_BLAKE2b';
const KEY_LENGTH = 32;

/** Bytes of the three messages: e and a seal; e, the sealed s and a seal; the sealed s and a seal. */
export const HANDSHAKE_LENGTHS = [
  KEY_LENGTH + TAG_LENGTH,
  KEY_LENGTH + (KEY_LENGTH + TAG_LENGTH) + TAG_LENGTH,
  KEY_LENGTH + TAG_LENGTH + TAG_LENGTH,
] as const;

export interface NoiseKeys {
  readonly publicKey: Uint8Array;
  readonly secretKey: Uint8Array;
}

/** What both sides must have agreed on, and who this side is. */
export interface HandshakeOptions {
  /** The cabal's key. */
  readonly psk: Uint8Array;
  readonly prologue: string;
  /** X25519. */
  readonly staticKeys: NoiseKeys;
  /** Random unless a test names one. */
  readonly ephemeralKeys?: NoiseKeys;
}

export interface Ciphers {
  readonly send: CipherState;
  readonly receive: CipherState;
}

/** The X25519 pair of an Ed25519 pair. */
export function noiseKeysOf(signing: NoiseKeys): NoiseKeys {
  return {
    publicKey: sodium.crypto_sign_ed25519_pk_to_curve25519(signing.publicKey),
    secretKey: sodium.crypto_sign_ed25519_sk_to_curve25519(signing.secretKey),
  };
}

/** @param secretKey 32 random bytes by default */
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

  /** The other side's X25519 key. It says nothing of who writes the posts that arrive. */
  get remoteKey(): Uint8Array {
    return this.theirStatic;
  }

  protected writeEphemeral(): Uint8Array {
    const { publicKey } = this.ephemeral;
    this.#mixEphemeral(publicKey);
    return publicKey;
  }

  protected readEphemeral(message: Buffer): void {
    // A copy: the message's buffer belongs to the socket.
    this.theirEphemeral = Uint8Array.from(message.subarray(0, KEY_LENGTH));
    this.#mixEphemeral(this.theirEphemeral);
  }

  #mixEphemeral(publicKey: Uint8Array): void {
    this.state.mixHash(publicKey);
    // A handshake with a psk mixes each ephemeral key in as a key, too.
    this.state.mixKey(publicKey);
  }

  protected readStatic(sealed: Buffer): void {
    this.theirStatic = Uint8Array.from(this.state.open(sealed));
  }

  protected mixShared(own: NoiseKeys, theirs: Uint8Array): void {
    try {
      this.state.mixKey(sodium.crypto_scalarmult(own.secretKey, theirs));
    } catch (cause) {
      // libsodium refuses points of small order, whose shared secret anybody knows.
      throw new ConnectionError('the key of the peer is of small order', { cause });
    }
  }
}

const NOTHING = Buffer.alloc(0);

function assertLength(message: Buffer, expected: number): void {
  if (message.length !== expected)
    throw new ConnectionError(`a message of the handshake has ${message.length} bytes, not ${expected}`);
}

/** The side that dials: write first, read second, write third. */
export class Initiator extends Handshake {
  first(): Buffer {
    const key = this.writeEphemeral();
    return Buffer.concat([key, this.state.seal(NOTHING)]);
  }

  /** Reads the second message and answers the third. @throws ConnectionError */
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

/** The side that listens. */
export class Responder extends Handshake {
  /** Reads the first message and answers the second. @throws ConnectionError, also if the initiator has another cabal's key. */
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
