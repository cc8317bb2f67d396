/** Decides which clients may read metrics: those on this machine, and those of the allowed networks. Pure. */
import { BlockList, isIP } from 'node:net';

const OWN = ['127.0.0.0/8', '::1'] as const;

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
