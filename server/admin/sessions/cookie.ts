import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieIn } from '../../shared/cookie-in.ts';
import { SESSION_MS } from './sessions.ts';

const PLAIN_NAME = 'sagasu';

/** The session cookie. Under https it has the prefix `__Host-`: browsers accept it from this host over https only. */
export class SessionCookie {
  readonly name: string;
  readonly #secure: boolean;

  constructor(publicUrl: string | null) {
    this.#secure = publicUrl !== null && new URL(publicUrl).protocol === 'https:';
    this.name = this.#secure ? `__Host-${PLAIN_NAME}` : PLAIN_NAME;
  }

  /** The token, read through @fastify/cookie; '' without a cookie. */
  read(request: FastifyRequest): string {
    return request.cookies[this.name] ?? '';
  }

  /**
   * Tokens under every cookie name that this archive has used. Before it had an https address, its cookie had no prefix. Such a cookie
   * no longer signs anybody in, but signing out must end its session too.
   */
  readAll(request: FastifyRequest): readonly string[] {
    return [...new Set([this.name, PLAIN_NAME])]
      .map((name) => request.cookies[name] ?? '')
      .filter((token) => token !== '');
  }

  /** The token in a `Cookie` header, for routes without @fastify/cookie; '' without a cookie. */
  tokenIn(header: string): string {
    return cookieIn(header, this.name);
  }

  write(reply: FastifyReply, token: string): void {
    void reply.setCookie(this.name, token, { ...this.#attributes, maxAge: SESSION_MS / 1000 });
  }

  clear(reply: FastifyReply): void {
    void reply.clearCookie(this.name, this.#attributes);
    if (this.name !== PLAIN_NAME) void reply.clearCookie(PLAIN_NAME, { ...this.#attributes, secure: false });
  }

  get #attributes() {
    return { path: '/', httpOnly: true, sameSite: 'strict', secure: this.#secure } as const;
  }
}
