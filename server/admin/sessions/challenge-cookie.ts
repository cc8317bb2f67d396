/** Binds the challenge of a sign-in to the browser that asked for it. The value is a secret that PostgreSQL has as a hash only. */
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const SECRET_BYTES = 32;
const LIFETIME_S = 300;

export class ChallengeCookie {
  readonly name: string;
  readonly #secure: boolean;

  constructor(publicUrl: string | null) {
    this.#secure = publicUrl !== null && new URL(publicUrl).protocol === 'https:';
    this.name = this.#secure ? '__Host-sagasu-challenge' : 'sagasu-challenge';
  }

  /** '' without a cookie. */
  read(request: FastifyRequest): string {
    return request.cookies[this.name] ?? '';
  }

  /** Sets a new secret and returns it. */
  write(reply: FastifyReply): string {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    void reply.setCookie(this.name, secret, { ...this.#attributes, maxAge: LIFETIME_S });
    return secret;
  }

  clear(reply: FastifyReply): void {
    void reply.clearCookie(this.name, this.#attributes);
  }

  get #attributes() {
    return { path: '/', httpOnly: true, sameSite: 'strict', secure: this.#secure } as const;
  }
}
