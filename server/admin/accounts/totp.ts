/** Time-based one-time passwords (RFC 6238) as authenticator apps compute them: SHA-1, six digits, 30 seconds. */
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const SECRET_BYTES = 20;
const PERIOD_S = 30;
/** Codes of the step before and after are accepted, for phones whose clock is a little wrong. */
const WINDOW = 1;
const ISSUER = 'Sagasu';
const CODE = /^\d{6}$/;

export function createSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** Input of an authenticator app: the secret in base 32, and the address in its QR code. */
export interface TotpSetup {
  readonly secret: string;
  readonly uri: string;
}

export function setupOf(secret: Buffer, name: string): TotpSetup {
  const totp = totpOf(secret, name);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Whether a text has the form of a code of an authenticator app; others may be recovery codes. */
export function isTotpCode(code: string): boolean {
  return CODE.test(code);
}

/**
 * The step whose code this is; null for a wrong code. A step is accepted for one sign-in only, and only if it is later than the last
 * accepted step.
 */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

function totpOf(secret: Buffer, label = ''): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
  });
}
