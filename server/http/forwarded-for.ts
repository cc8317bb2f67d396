/**
 * The addresses of `X-Forwarded-For` in the form that Fastify and our code read. Proxies also write ports, brackets, quotes, zones and
 * words such as `unknown` (RFC 7239, section 6). Pure.
 */
import ipaddr from 'ipaddr.js';

/**
 * null if no address is left. Reads the list from the right, and stops at an entry that is not an address: the client behind it is
 * unknown, and entries further left may be made up.
 */
export function readableForwardedFor(header: string): string | null {
  const addresses = header.split(',').map((entry) => addressIn(entry));
  const known = addresses.slice(addresses.lastIndexOf(null) + 1);
  return known.length === 0 ? null : known.join(', ');
}

const IPV4_WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?$/;
const IPV6_IN_BRACKETS = /^\[([^\]]+)\](?::\d{1,5})?$/;

function addressIn(entry: string): string | null {
  const [, quoted] = /^"(.*)"$/.exec(entry.trim()) ?? [];
  const written = quoted ?? entry.trim();
  const ipv4 = IPV4_WITH_PORT.exec(written)?.[1];
  if (ipv4 !== undefined) return ipaddr.IPv4.isValidFourPartDecimal(ipv4) ? ipv4 : null;
  const [ipv6 = ''] = (IPV6_IN_BRACKETS.exec(written)?.[1] ?? written).split('%');
  return ipv6.includes(':') && ipaddr.IPv6.isValid(ipv6) ? ipv6 : null;
}
