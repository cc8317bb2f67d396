/** Decides which clients may read metrics: those on this machine, those of the allowed networks, and those with the token. Pure. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { Config } from './config.ts';

const OWN = ['127.0.0.0/8', '::1'] as const;

export type MetricsReaders = Pick<Config, 'metricsNetworks' | 'metricsToken'>;

export interface MetricsRequest {
  /** The address of the connection. */
  readonly address: string | undefined;
  /** A proxy sent the request for one of its clients. */
  readonly isPassedOn: boolean;
  readonly authorization: string | undefined;
}

/**
 * allowed      the metrics are sent
 * wrong_token  a token is set, and the request has another one
 * hidden       any other request, which must not learn that there are metrics
 */
export type MetricsAccess = 'allowed' | 'wrong_token' | 'hidden';

/** The token also works through a proxy, where the address of the connection is that of the proxy. */
export function metricsAccess({
  metricsNetworks,
  metricsToken,
}: MetricsReaders): (request: MetricsRequest) => MetricsAccess {
  const isNear = metricsReaders(metricsNetworks);
  return ({ address, isPassedOn, authorization }) => {
    if (!isPassedOn && isNear(address)) return 'allowed';
    if (metricsToken === null || authorization === undefined) return 'hidden';
    return isSame(authorization, `Bearer ${metricsToken}`) ? 'allowed' : 'wrong_token';
  };
}

/** The comparison of hashes takes the same time for every text. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hashOf(one), hashOf(other));
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** @param networks IP addresses, and networks in CIDR notation */
export function metricsReaders(networks: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const network of [...OWN, ...networks]) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  // An IPv4 address that a socket of IPv6 shows (::ffff:10.0.0.1) is checked as IPv4.
  return (address = '') => isIP(address) !== 0 && list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
