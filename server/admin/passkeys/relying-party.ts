/**
 * The archive as a relying party of WebAuthn. Browsers bind each passkey to the host of SAGASU_PUBLIC_URL, and sign only for pages of that
 * host: a copy of the sign-in page elsewhere gets no signature.
 */
import { createHash, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { AddPasskey, PasskeyProof } from '../../../mappings/contract/passkeys.ts';

const NAME = 'Sagasu';
const CHALLENGE_BYTES = 32;
/** As long as PostgreSQL keeps the challenge. */
const TIMEOUT_MS = 300_000;
/** EdDSA, ECDSA with P-256, RSA: the algorithms that authenticators have. */
const ALGORITHMS = [-8, -7, -257];

/** A passkey as it is stored. */
export interface StoredPasskey {
  readonly id: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

type KnownPasskey = Pick<StoredPasskey, 'id' | 'transports'>;

/** Loaded when somebody uses a passkey: it takes 28 MB. */
const library = async () => import('@simplewebauthn/server');

export const createChallenge = (): Buffer => randomBytes(CHALLENGE_BYTES);

export class RelyingParty {
  readonly #id: string;
  readonly #origin: string;

  constructor({ hostname, origin }: URL) {
    this.#id = hostname;
    this.#origin = origin;
  }

  /** null if browsers would refuse: without a public address, without https except at localhost, and at an IP address. */
  static at(publicUrl: string | null): RelyingParty | null {
    if (publicUrl === null) return null;
    const url = new URL(publicUrl);
    const isSecure = url.protocol === 'https:' || url.hostname === 'localhost';
    return isSecure && isIP(url.hostname.replaceAll(/[[\]]/g, '')) === 0 ? new RelyingParty(url) : null;
  }

  /** For a new passkey of the account. `existing`: its passkeys, which their authenticators do not replace. */
  async creationOptions(
    name: string,
    challenge: Buffer,
    existing: readonly KnownPasskey[],
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { generateRegistrationOptions } = await library();
    return generateRegistrationOptions({
      rpName: NAME,
      rpID: this.#id,
      userName: name,
      // Authenticators replace a passkey of the same user, so each account has one of its own.
      userID: new Uint8Array(createHash('sha256').update(`passkeys of\0${name}`).digest()),
      challenge: new Uint8Array(challenge),
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      excludeCredentials: existing.map(described),
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
      supportedAlgorithmIDs: ALGORITHMS,
    });
  }

  /** For a signature of one of these passkeys. */
  async requestOptions(
    challenge: Buffer,
    allowed: readonly KnownPasskey[],
  ): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await library();
    return generateAuthenticationOptions({
      rpID: this.#id,
      challenge: new Uint8Array(challenge),
      timeout: TIMEOUT_MS,
      allowCredentials: allowed.map(described),
      userVerification: 'preferred',
    });
  }

  /** null if the answer is for another challenge, host or origin, or malformed. */
  async verifyNew(
    { id, response }: Pick<AddPasskey, 'id' | 'response'>,
    challenge: Buffer,
  ): Promise<StoredPasskey | null> {
    const { verifyRegistrationResponse } = await library();
    const { clientDataJSON, attestationObject, transports = [] } = response;
    // The library throws for what it refuses.
    const verified = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: this.#origin,
      expectedRPID: this.#id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(() => null);
    if (verified === null || !verified.verified) return null;
    const { credential } = verified.registrationInfo;
    return {
      id: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports,
    };
  }

  /**
   * The new count of the passkey; null if the signature is wrong, for another challenge, host or origin, or if the count did not rise:
   * then another authenticator may have a copy of the key.
   */
  async verify({ id, response }: PasskeyProof, challenge: Buffer, passkey: StoredPasskey): Promise<number | null> {
    const { verifyAuthenticationResponse } = await library();
    const verified = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: this.#origin,
      expectedRPID: this.#id,
      credential: {
        id: passkey.id.toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: false,
    }).catch(() => null);
    return verified?.verified === true ? verified.authenticationInfo.newCounter : null;
  }
}

function described({ id, transports }: KnownPasskey): { id: string; transports: string[] } {
  return { id: id.toString('base64url'), transports: [...transports] };
}
