import type { FastifyRequest } from 'fastify';
import { networkOf } from '../admin/sessions/network.ts';
import type { SessionCookie } from '../admin/sessions/cookie.ts';
import type { Sessions } from '../admin/sessions/sessions.ts';
import type { Caller } from './allowances.ts';

export interface CallersOptions {
  readonly sessions: Pick<Sessions, 'find'>;
  readonly cookie: Pick<SessionCookie, 'tokenIn'>;
  /** Of cost a minute; 0 sets no limit. */
  readonly readerLimit: number;
  readonly adminLimit: number;
}

/** Who asks: a signed-in admin, or whoever an address belongs to. */
export function createCallers({ sessions, cookie, readerLimit, adminLimit }: CallersOptions) {
  return async (request: FastifyRequest): Promise<Caller & { readonly isUnlimited: boolean }> => {
    const token = cookie.tokenIn(request.headers.cookie ?? '');
    // Who cannot be looked up is a reader.
    const user = token === '' ? null : await sessions.find(token).catch(() => null);
    if (user !== null) return limited(`admin-${user.id}`, adminLimit);
    return limited(networkOf(request.ip), readerLimit);
  };
}

function limited(key: string, perMinute: number) {
  return { key, perMinute, isUnlimited: perMinute === 0 };
}
