import type { FastifyRequest } from 'fastify';
import { keyIn, type ApiKeys } from '../admin/api-keys.ts';
import { clientNetwork, widerNetwork } from '../shared/client-network.ts';
import type { SessionCookie } from '../admin/sessions/cookie.ts';
import type { Sessions } from '../admin/sessions/sessions.ts';
import type { PostgresProbe } from '../visibility/postgres-probe.ts';
import { isCrawler, type CallerKind } from './caller-kinds.ts';
import type { ReaderPass } from './reader-pass.ts';
import type { Caller } from './token-buckets.ts';

export interface CallersOptions {
  readonly postgres: Pick<PostgresProbe, 'readOr'>;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly cookie: Pick<SessionCookie, 'tokenIn'>;
  readonly keys: ApiKeys;
  readonly pass: Pick<ReaderPass, 'isValid'>;
  /** Cost per minute; 0 means no limit. */
  readonly readerLimit: number;
  readonly keyLimit: number;
  readonly adminLimit: number;
}

/** How much the networks of one IPv6 /48 may spend together, relative to one of them. */
const WIDER_FACTOR = 8;

export interface KnownCaller extends Caller {
  readonly kind: CallerKind;
  /** Also charged for its networks, so that a customer with many networks does not multiply a limit. */
  readonly wider: Caller | null;
  readonly isUnlimited: boolean;
  /** The request names an API key that is unknown or revoked: charged to its network, then refused. */
  readonly hasUnknownKey: boolean;
}

/** Identifies the caller: an API key, a signed-in admin, or else the network of the client's address. */
export function createCallers(options: CallersOptions) {
  const { postgres, sessions, cookie, keys, pass, readerLimit, keyLimit, adminLimit } = options;
  const lookUp = async (request: FastifyRequest): Promise<KnownCaller> => {
    const written = keyIn(request.headers.authorization);
    // A caller that cannot be looked up (PostgreSQL is unavailable) counts as one without a key or session.
    const key =
      written === null
        ? undefined
        : await postgres.readOr(
            async () => keys.find(written),
            () => undefined,
          );
    if (key !== undefined && key !== null) return callerWith(`key-${key.name}`, 'reader', key.perMinute ?? keyLimit);
    const token = cookie.tokenIn(request.headers.cookie ?? '');
    const account =
      token === ''
        ? null
        : await postgres.readOr(
            async () => sessions.find(token),
            () => null,
          );
    if (account !== null) return callerWith(`admin-${account.name}`, 'staff', adminLimit);
    const kind = kindOf(request);
    const hasPass = kind === 'unknown' && pass.isValid(request.headers.cookie ?? '', clientNetwork(request.ip));
    return { ...readerOf(request, hasPass ? 'reader' : kind, readerLimit), hasUnknownKey: key === null };
  };
  return (request: FastifyRequest): KnownCaller | Promise<KnownCaller> => {
    const { authorization, cookie: cookies } = request.headers;
    const isReader = authorization === undefined && cookies === undefined;
    if (!isReader) return lookUp(request);
    return readerLimit === 0
      ? new UnlimitedReader(request, kindOf(request))
      : readerOf(request, kindOf(request), readerLimit);
  };
}

/** Computes the network of the address only when the key is read, which happens when the request enters a fair queue. */
class UnlimitedReader implements KnownCaller {
  readonly #request: FastifyRequest;
  readonly kind: CallerKind;
  readonly wider = null;
  readonly perMinute = 0;
  readonly isUnlimited = true;
  readonly hasUnknownKey = false;

  constructor(request: FastifyRequest, kind: CallerKind) {
    this.#request = request;
    this.kind = kind;
  }

  get key(): string {
    return clientNetwork(this.#request.ip);
  }
}

/** The kind of a caller without a key, a session or a pass. */
function kindOf({ headers }: FastifyRequest): CallerKind {
  return isCrawler(headers['user-agent']) ? 'crawler' : 'unknown';
}

function readerOf({ ip }: FastifyRequest, kind: CallerKind, perMinute: number): KnownCaller {
  const wider = widerNetwork(ip);
  return {
    ...callerWith(clientNetwork(ip), kind, perMinute),
    wider: wider === null ? null : { key: wider, perMinute: perMinute * WIDER_FACTOR },
  };
}

function callerWith(key: string, kind: CallerKind, perMinute: number): KnownCaller {
  return { key, kind, perMinute, wider: null, isUnlimited: perMinute === 0, hasUnknownKey: false };
}
