/**
 * Which addresses the scraper connects to. Names are resolved by strangers: one that stands for a public host today may
 * stand for the router, the metadata of a cloud or our own database tomorrow. So what is checked is the address that a
 * connection is made to, once before and once when it stands.
 */
import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import { AppError } from '../../platform/errors.ts';

export class AddressForbiddenError extends AppError {
  constructor(host: string, address: string) {
    super('address_forbidden', `${host} is at ${address}, which is no public address`);
  }
}

const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
/** NAT64: the last four bytes are an IPv4 address. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');

/**
 * Whether an address can belong to a public host: it is in no special-purpose registry of IANA, and no multicast address. An
 * IPv6 address with an IPv4 address inside is judged by that one. An address with a zone is never public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast';
  if (parsed.match(NAT64)) return isPublicAddress(parsed.toByteArray().slice(-4).join('.'));
  return parsed.match(GLOBAL_UNICAST) && parsed.range() === 'unicast';
}

export interface Network {
  /** Names and addresses that an operator lets be private. */
  readonly privateHosts?: ReadonlySet<string>;
  readonly lookup?: LookupFunction;
}

/** A connector of undici that reaches public addresses, and what an operator has named. */
export function publicConnector(timeoutMs: number, network: Network = {}): buildConnector.connector {
  const { privateHosts = new Set(), lookup = systemLookup } = network;
  const assertAllowed = (host: string, address: string): void => {
    if (!isPublicAddress(address) && !privateHosts.has(host) && !isNamedLoopback(host, address)) {
      throw new AddressForbiddenError(host, address);
    }
  };
  const connect = buildConnector({ timeout: timeoutMs, lookup: checkedLookup(lookup, assertAllowed) });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    try {
      // An address is connected to without being looked up.
      if (isIP(host) !== 0) assertAllowed(host, host);
    } catch (error) {
      callback(error as Error, null);
      return;
    }
    connect(options, (error, socket) => {
      if (error !== null) {
        callback(error, null);
        return;
      }
      try {
        assertAllowed(host, socket.remoteAddress ?? '');
        callback(null, socket);
      } catch (forbidden) {
        socket.destroy();
        callback(forbidden as Error, null);
      }
    });
  };
}

/** One address that is not allowed among several is one too many: the next look-up may have it first. */
function checkedLookup(lookup: LookupFunction, assertAllowed: (host: string, address: string) => void): LookupFunction {
  return (host, options: LookupOptions, callback) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        callback(error, '', 0);
        return;
      }
      const addresses = found as unknown as readonly LookupAddress[];
      try {
        for (const { address } of addresses) assertAllowed(host, address);
      } catch (forbidden) {
        callback(forbidden as NodeJS.ErrnoException, '', 0);
        return;
      }
      const [first] = addresses;
      if (options.all === true) callback(null, [...addresses]);
      else callback(null, first?.address ?? '', first?.family ?? 0);
    });
  };
}

/** An operator who writes this machine's own address for a board means it; a name that turns out to be it does not. */
function isNamedLoopback(host: string, address: string): boolean {
  return isLoopback(address) && (host === 'localhost' || isLoopback(host));
}

function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';
}
