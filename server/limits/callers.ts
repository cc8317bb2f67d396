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
  readonly pass: Pick<ReaderPass, 'numberIn'>;
  /** Cost per minute; 0 means no limit. */
  readonly readerLimit: number;
  readonly keyLimit: number;
  readonly adminLimit: number;
}

/**
 * How much the networks of one IPv6 /48, and all readers with a pass in one network, may spend together, relative to one of them. Carriers,
 * schools and libraries put many readers behind one address.
 */
const SHARED_FACTOR = 8;

export interface KnownCaller {
  /** The caller in queues: an API key, an account or a network. */
  readonly key: string;
  readonly kind: CallerKind;
  /** Each request is charged to the caller's own bucket, and to those that it shares, so that nobody multiplies a limit. */
  readonly buckets: readonly [Caller, ...Caller[]];
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
    const number = kind === 'unknown' ? pass.numberIn(request.headers.cookie ?? '', clientNetwork(request.ip)) : null;
    const reader = number === null ? readerOf(request, kind, readerLimit) : readerWith(number, request, readerLimit);
    return { ...reader, hasUnknownKey: key === null };
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
  readonly isUnlimited = true;
  readonly hasUnknownKey = false;

  constructor(request: FastifyRequest, kind: CallerKind) {
    this.#request = request;
    this.kind = kind;
  }

  get key(): string {
    return clientNetwork(this.#request.ip);
  }

  get buckets(): readonly [Caller] {
    return [{ key: this.key, perMinute: 0 }];
  }
}

/** The kind of a caller without a key, a session or a pass. */
function kindOf({ headers }: FastifyRequest): CallerKind {
  return isCrawler(headers['user-agent']) ? 'crawler' : 'unknown';
}

function readerOf({ ip }: FastifyRequest, kind: CallerKind, perMinute: number): KnownCaller {
  const caller = callerWith(clientNetwork(ip), kind, perMinute);
  return { ...caller, buckets: [...caller.buckets, ...widerBucket(ip, perMinute)] };
}

/** A reader with this pass. Other readers of the network do not use up its limit. */
function readerWith(number: string, { ip }: FastifyRequest, perMinute: number): KnownCaller {
  const network = clientNetwork(ip);
  const shared = { key: `readers-${network}`, perMinute: perMinute * SHARED_FACTOR };
  return {
    ...callerWith(network, 'reader', perMinute),
    buckets: [{ key: `pass-${number}`, perMinute }, shared, ...widerBucket(ip, perMinute)],
  };
}

function widerBucket(ip: string, perMinute: number): readonly Caller[] {
  const wider = widerNetwork(ip);
  return wider === null ? [] : [{ key: wider, perMinute: perMinute * SHARED_FACTOR }];
}

function callerWith(key: string, kind: CallerKind, perMinute: number): KnownCaller {
  return { key, kind, buckets: [{ key, perMinute }], isUnlimited: perMinute === 0, hasUnknownKey: false };
}
