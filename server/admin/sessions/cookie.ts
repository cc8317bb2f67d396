import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_MS } from './sessions.ts';

/** Under https the name itself promises that no other host and no plain http has set it. */
export class SessionCookie {
  readonly name: string;
  readonly #secure: boolean;

  constructor(publicUrl: string | null) {
    this.#secure = publicUrl !== null && new URL(publicUrl).protocol === 'https:';
    this.name = this.#secure ? '__Host-sagasu' : 'sagasu';
  }

  /** '' when there is none. */
  read(request: FastifyRequest): string {
    return request.cookies[this.name] ?? '';
  }

  /** From the header itself, where no plugin has read it. '' when there is none. */
  tokenIn(header: string): string {
    const parts = header.split(';').map((part) => part.trim());
    return parts.find((part) => part.startsWith(`${this.name}=`))?.slice(this.name.length + 1) ?? '';
  }

  write(reply: FastifyReply, token: string): void {
    void reply.setCookie(this.name, token, { ...this.#attributes, maxAge: SESSION_MS / 1000 });
  }

  clear(reply: FastifyReply): void {
    void reply.clearCookie(this.name, this.#attributes);
  }

  get #attributes() {
    return { path: '/', httpOnly: true, sameSite: 'strict', secure: this.#secure } as const;
  }
}
