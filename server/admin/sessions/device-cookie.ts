/**
 * The device cookie shows that somebody once signed in with this browser. It grants no access. Sign-ins from such a browser are counted
 * apart (sign-in-limits.ts), so that strangers who guess the password of an account cannot lock its owner out.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const LIFETIME_MS = 180 * 24 * 3_600_000;
const ID_BYTES = 16;
/** Id, end in milliseconds since 1970, signature. */
const FORM = /^([\w-]{22})\.(\d{1,15})\.([\w-]{43})$/;

export interface DeviceCookieOptions {
  readonly publicUrl: string | null;
  readonly secret: string;
  readonly clock: () => Date;
}

export class DeviceCookie {
  readonly name: string;
  readonly #secure: boolean;
  readonly #key: Buffer;
  readonly #clock: () => Date;

  constructor({ publicUrl, secret, clock }: DeviceCookieOptions) {
    this.#secure = publicUrl !== null && new URL(publicUrl).protocol === 'https:';
    this.name = this.#secure ? '__Host-sagasu-device' : 'sagasu-device';
    this.#key = createHash('sha256').update('device cookie 1\0').update(secret).digest();
    this.#clock = clock;
  }

  /** The id of a browser in which somebody has signed in to `account`; null without a valid cookie for it. */
  read(request: FastifyRequest, account: string): string | null {
    const [, id, end, signature] = FORM.exec(request.cookies[this.name] ?? '') ?? [];
    if (id === undefined || end === undefined || signature === undefined) return null;
    const expected = this.#sign(id, Number(end), account);
    const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
    return isOurs && Number(end) > this.#clock().getTime() ? id : null;
  }

  write(reply: FastifyReply, account: string): void {
    const id = randomBytes(ID_BYTES).toString('base64url');
    const end = this.#clock().getTime() + LIFETIME_MS;
    void reply.setCookie(this.name, `${id}.${end}.${this.#sign(id, end, account)}`, {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: this.#secure,
      maxAge: LIFETIME_MS / 1000,
    });
  }

  #sign(id: string, end: number, account: string): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([id, end, account]))
      .digest('base64url');
  }
}
