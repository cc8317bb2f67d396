/**
 * The reader pass is a cookie that browsers get while the archive is busy, and with a refusal by the limit of their network. Requests with
 * it are served before those of callers without it, and have a limit of their own. It names nobody: it is a time and a random number
 * with a signature, and is valid in the network that got it. In queues the requests of a network share what one caller may use.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { cookieIn } from '../shared/cookie-in.ts';

const LIFETIME_MS = 6 * 3_600_000;
const NUMBER_BYTES = 9;
/** End in seconds since 1970, number, signature. */
const FORM = /^(\d{1,12})\.([\w-]{12})\.([\w-]{43})$/;

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
    this.#key = createHash('sha256').update('reader pass 2\0').update(secret).digest();
    this.#clock = clock;
  }

  /** The number of a valid pass; null without one. @param cookies a `Cookie` header */
  numberIn(cookies: string, network: string): string | null {
    const [, end = '0', number = '', signature = ''] = FORM.exec(cookieIn(cookies, this.name)) ?? [];
    if (Number(end) * 1000 <= this.#clock().getTime()) return null;
    const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(this.#sign(end, number, network)));
    return isOurs ? number : null;
  }

  /** A `Set-Cookie` header. */
  issue(network: string): string {
    const end = String(Math.floor((this.#clock().getTime() + LIFETIME_MS) / 1000));
    const number = randomBytes(NUMBER_BYTES).toString('base64url');
    return `${this.name}=${end}.${number}.${this.#sign(end, number, network)}${this.#attributes}`;
  }

  #sign(end: string, number: string, network: string): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([end, number, network]))
      .digest('base64url');
  }
}
