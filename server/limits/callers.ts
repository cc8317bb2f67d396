import type { FastifyRequest } from 'fastify';
import { keyIn, type ApiKeys } from '../admin/api-keys.ts';
import { clientNetwork } from '../http/client-network.ts';
import type { SessionCookie } from '../admin/sessions/cookie.ts';
import type { Sessions } from '../admin/sessions/sessions.ts';
import type { Caller } from './token-buckets.ts';

export interface CallersOptions {
  readonly sessions: Pick<Sessions, 'find'>;
  readonly cookie: Pick<SessionCookie, 'tokenIn'>;
  readonly keys: ApiKeys;
  /** Of cost a minute; 0 sets no limit. */
  readonly readerLimit: number;
  readonly keyLimit: number;
  readonly adminLimit: number;
}

export interface KnownCaller extends Caller {
  readonly isUnlimited: boolean;
  /** It came with a key that is not good: charged as the address it comes from, and told so. */
  readonly isMistaken: boolean;
}

/** Who asks: a program with a key, a signed-in admin, or whoever an address belongs to. */
export function createCallers({ sessions, cookie, keys, readerLimit, keyLimit, adminLimit }: CallersOptions) {
  const lookUp = async (request: FastifyRequest): Promise<KnownCaller> => {
    const written = keyIn(request.headers.authorization);
    // Who cannot be looked up is a reader.
    const key = written === null ? undefined : await keys.find(written).catch(() => undefined);
    if (key !== undefined && key !== null) return limited(`key-${key.id}`, key.perMinute ?? keyLimit);
    const token = cookie.tokenIn(request.headers.cookie ?? '');
    const user = token === '' ? null : await sessions.find(token).catch(() => null);
    if (user !== null) return limited(`admin-${user.id}`, adminLimit);
    return { ...limited(clientNetwork(request.ip), readerLimit), isMistaken: key === null };
  };
  return (request: FastifyRequest): KnownCaller | Promise<KnownCaller> => {
    const { authorization, cookie: jar } = request.headers;
    const isReader = authorization === undefined && jar === undefined;
    if (!isReader) return lookUp(request);
    return readerLimit === 0 ? new FreeReader(request) : limited(clientNetwork(request.ip), readerLimit);
  };
}

/** Nobody counts what they ask, so that their address is looked at only when they wait for a turn. */
class FreeReader implements KnownCaller {
  readonly #request: FastifyRequest;
  readonly perMinute = 0;
  readonly isUnlimited = true;
  readonly isMistaken = false;

  constructor(request: FastifyRequest) {
    this.#request = request;
  }

  get key(): string {
    return clientNetwork(this.#request.ip);
  }
}

function limited(key: string, perMinute: number): KnownCaller {
  return { key, perMinute, isUnlimited: perMinute === 0, isMistaken: false };
}
