/**
 * Restricts the addresses that outgoing requests connect to. Strangers control how their names resolve: a public name may point to the
 * router, a cloud's metadata service or our own database tomorrow. Therefore the address of the connection itself is checked,
 * when the name is resolved and again when the connection is open.
 */
import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import { AppError } from './errors.ts';

export class AddressForbiddenError extends AppError {
  constructor(host: string, address: string) {
    super('address_forbidden', `${host} resolves to ${address}, which is not a public address`);
  }
}

const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
/** NAT64: the last four bytes are an IPv4 address. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');

/**
 * Returns whether an address can belong to a public host: it is in no special-purpose registry of IANA, and is not a multicast address.
 * An IPv6 address that contains an IPv4 address is judged by the latter. An address with a zone is never public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast';
  if (parsed.match(NAT64)) return isPublicAddress(parsed.toByteArray().slice(-4).join('.'));
  return parsed.match(GLOBAL_UNICAST) && parsed.range() === 'unicast';
}

export interface Network {
  /** Names and addresses that the operator allows to be private. */
  readonly privateHosts?: ReadonlySet<string>;
  readonly lookup?: LookupFunction;
}

/** A connector for undici that connects to public addresses and to the operator's private hosts only. */
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
      // An IP address needs no lookup.
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

/** Refuses a name if any of its addresses is forbidden: the next lookup may return that one first. */
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

/** A board's address may be this machine's own if the operator configured it so; a name that resolves to it may not. */
function isNamedLoopback(host: string, address: string): boolean {
  return isLoopback(address) && (host === 'localhost' || isLoopback(host));
}

function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';
}
