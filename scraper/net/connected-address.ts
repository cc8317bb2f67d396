/**
 * Which addresses the scraper connects to. Names are resolved by strangers: one that stands for a public host today may
 * stand for the router, the metadata of a cloud or our own database tomorrow. So what is checked is the address that a
 * connection is made to, once before and once when it stands.
 */
import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { AppError } from '../../platform/errors.ts';

export class AddressForbiddenError extends AppError {
  constructor(host: string, address: string) {
    super('address_forbidden', `${host} is at ${address}, which is no public address`);
  }
}

/** Special-purpose registries of IANA, and multicast. */
const NOT_PUBLIC_IPV4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]);

const GLOBAL_UNICAST = blockList('ipv6', [['2000::', 3]]);
/** Of it: protocols (Teredo among them), documentation, 6to4. */
const NOT_PUBLIC_IPV6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]);
/** They stand for the IPv4 address in their last four bytes. */
const IPV4_INSIDE = blockList('ipv6', [
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
]);

/** As it stands in an address; without zone. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !NOT_PUBLIC_IPV4.check(address, 'ipv4');
  if (isIP(address) !== 6 || address.includes('%')) return false;
  if (IPV4_INSIDE.check(address, 'ipv6')) return isPublicAddress(lastFourBytes(address));
  return GLOBAL_UNICAST.check(address, 'ipv6') && !NOT_PUBLIC_IPV6.check(address, 'ipv6');
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

const LOOPBACK = blockList('ipv4', [['127.0.0.0', 8]]);

function isLoopback(address: string): boolean {
  return address === '::1' || (isIPv4(address) && LOOPBACK.check(address, 'ipv4'));
}

function lastFourBytes(address: string): string {
  // The parser of URLs writes every address alike, its last bytes in groups of hexadecimal.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':');
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function blockList(family: 'ipv4' | 'ipv6', ranges: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, family);
  return list;
}
