import ipaddr from 'ipaddr.js';

/**
 * The network that limits apply to: an IPv4 address, or the /64 of an IPv6 address, since a subscriber has a whole /64.
 * Text that is not an address is returned as it is.
 */
export function clientNetwork(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
