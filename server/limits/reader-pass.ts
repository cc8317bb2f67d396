/**
 * The reader pass is a cookie that browsers get while the archive is busy: their next requests are served before those of callers
 * without it. It names nobody: it is a time with a signature, and is valid in the network that got it. Requests of a network share what
 * one caller may use, so a program with a pass has no more than one reader has.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { cookieIn } from '../shared/cookie-in.ts';

const LIFETIME_MS = 6 * 3_600_000;
/** End in seconds since 1970, signature. */
const FORM = /^(\d{1,12})\.([\w-]{43})$/;

export interface ReaderPassOptions {
  readonly publicUrl: string | null;
  /** The same on all servers of the archive. */
  readonly secret: string;
  readonly clock: () => Date;
}

export class ReaderPass {
  readonly name: string;
  readonly #attributes: string;
  readonly #key: Buffer;
  readonly #clock: () => Date;

  constructor({ publicUrl, secret, clock }: ReaderPassOptions) {
    const isSecure = publicUrl !== null && new URL(publicUrl).protocol === 'https:';
    this.name = isSecure ? '__Host-sagasu-reader' : 'sagasu-reader';
    this.#attributes = `; Path=/; Max-Age=${LIFETIME_MS / 1000}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
    this.#key = createHash('sha256').update('reader pass 1\0').update(secret).digest();
    this.#clock = clock;
  }

  /** @param cookies a `Cookie` header */
  isValid(cookies: string, network: string): boolean {
    const [, end, signature] = FORM.exec(cookieIn(cookies, this.name)) ?? [];
    if (end === undefined || signature === undefined || Number(end) * 1000 <= this.#clock().getTime()) return false;
    return timingSafeEqual(Buffer.from(signature), Buffer.from(this.#sign(end, network)));
  }

  /** A `Set-Cookie` header. */
  issue(network: string): string {
    const end = String(Math.floor((this.#clock().getTime() + LIFETIME_MS) / 1000));
    return `${this.name}=${end}.${this.#sign(end, network)}${this.#attributes}`;
  }

  #sign(end: string, network: string): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([end, network]))
      .digest('base64url');
  }
}
