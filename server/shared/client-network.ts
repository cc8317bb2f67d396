import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The network that limits apply to: an IPv4 address, or the /64 of an IPv6 address, since a subscriber has a whole /64. All text that
 * is not an address counts as one network. undefined: the client has disconnected, and its address is unknown.
 */
export function clientNetwork(address: string | undefined): string {
  if (address === undefined) return 'disconnected';
  if (isIPv4(address)) return address;
  const parsed = parse(address);
  if (parsed === null) return 'unknown';
  return parsed instanceof ipaddr.IPv6 ? prefixOf(parsed, 64) : parsed.toString();
}

/** The /48 of an IPv6 address, which a customer may have with its 65,536 /64s; null for other addresses. */
export function widerNetwork(address: string | undefined): string | null {
  const parsed = address === undefined ? null : parse(address);
  return parsed instanceof ipaddr.IPv6 ? prefixOf(parsed, 48) : null;
}

/** null for text that is not an IPv6 address; IPv4 addresses in IPv6 form are IPv4 addresses. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return address.includes(':') && ipaddr.isValid(address) ? ipaddr.process(address) : null;
}

function prefixOf({ parts }: ipaddr.IPv6, bits: 48 | 64): string {
  const groups = parts.slice(0, bits / 16).map((group) => group.toString(16));
  return `${groups.join(':')}::/${bits}`;
}
