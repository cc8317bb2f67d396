/** A passkey in software: it signs as an authenticator does, and can also lie as one would not. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AddPasskey, PasskeyProof } from '../../mappings/contract/passkeys.ts';

const USER_PRESENT = 0x01;
const HAS_CREDENTIAL = 0x40;

export interface Signed {
  readonly challenge: string;
  readonly origin: string;
  /** The host of the archive. */
  readonly host?: string;
  /** The authenticator's count of its signatures. */
  readonly counter?: number;
}

export class SoftPasskey {
  readonly id = randomBytes(16);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #counter = 0;

  /** Its answer to the options of a new passkey. */
  create(name: string, { challenge, origin, host = new URL(origin).hostname }: Signed): AddPasskey {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const [, ...coordinates] = [null, x, y].map((text) => Buffer.from(text ?? '', 'base64url'));
    // CBOR: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}.
    const key = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      coordinates[0] ?? Buffer.alloc(0),
      Buffer.from([0x22, 0x58, 0x20]),
      coordinates[1] ?? Buffer.alloc(0),
    ]);
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, key]);
    const data = authenticatorData(host, USER_PRESENT | HAS_CREDENTIAL, 0, credential);
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}.
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0, 0x68]),
      Buffer.from('authData'),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return {
      name,
      id: this.id.toString('base64url'),
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Its signature of a challenge. */
  sign({ challenge, origin, host = new URL(origin).hostname, counter = this.#counter + 1 }: Signed): PasskeyProof {
    this.#counter = counter;
    const data = authenticatorData(host, USER_PRESENT, counter);
    const client = clientData('webauthn.get', challenge, origin);
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    return {
      id: this.id.toString('base64url'),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      },
    };
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData(host: string, flags: number, counter: number, credential = Buffer.alloc(0)): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([createHash('sha256').update(host).digest(), Buffer.from([flags]), count, credential]);
}
