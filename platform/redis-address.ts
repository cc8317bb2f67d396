import type { RedisOptions } from 'ioredis';

/** A host and port. An IPv6 address is in brackets. */
interface Place {
  readonly host: string;
  readonly port: number;
}

const SENTINEL_PORT = 26_379;

/** null if the text is not `host` or `host:port`. */
export function parsePlace(written: string): Place | null {
  const url = URL.canParse(`redis://${written}`) ? new URL(`redis://${written}`) : null;
  if (url === null || url.hostname === '' || url.host !== written.toLowerCase()) return null;
  return { host: url.hostname.replaceAll(/[[\]]/g, ''), port: Number(url.port) || SENTINEL_PORT };
}

/** The sentinels of an address, as it is written; null without the parameter. */
export function sentinelsOf(address: string): readonly string[] | null {
  const written = new URL(address).searchParams.get('sentinels');
  return written === null ? null : written.split(',').map((one) => one.trim());
}

/**
 * The parts of an address with sentinels, `redis://:password@primary/0?sentinels=a:26379,b:26379`: its host is the name of the primary,
 * which the sentinels resolve at each connection. null for an address without sentinels.
 */
export function sentinelOptions(address: string): RedisOptions | null {
  const sentinels = sentinelsOf(address);
  if (sentinels === null) return null;
  const { protocol, hostname, username, password, pathname, searchParams } = new URL(address);
  const sentinelPassword = searchParams.get('sentinel_password');
  const isEncrypted = protocol === 'rediss:';
  return {
    sentinels: sentinels.flatMap((one) => parsePlace(one) ?? []),
    name: decodeURIComponent(hostname),
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    db: Number(pathname.slice(1)) || 0,
    ...(sentinelPassword !== null && { sentinelPassword }),
    ...(isEncrypted && { tls: {}, enableTLSForSentinelMode: true }),
  };
}
