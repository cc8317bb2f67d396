/** Parsers of settings. Each throws a WrongValue whose message continues the name of the setting: "must be …". */
import { isIP } from 'node:net';
import { directPlace, isDirectPlace } from './direct-address.ts';
import { parsePlace, sentinelsOf } from './redis-address.ts';

/** Reads the text of a setting, which is never empty. @throws WrongValue */
export type Parser<T> = (text: string) => T;

/** Not an AppError: config.ts collects the problems of all settings in one ConfigError. */
export class WrongValue extends Error {}

export const text: Parser<string> = (written) => written;

/** A whole number from 0 to `max`. */
export function integer(max = Number.MAX_SAFE_INTEGER): Parser<number> {
  return (written) => {
    if (/^\d{1,15}$/.test(written) && Number(written) <= max) return Number(written);
    throw new WrongValue(`must be a whole number from 0 to ${max}, not "${written}"`);
  };
}

/** A whole number from `min` on. */
export function atLeast(min: number): Parser<number> {
  return (written) => {
    const value = integer()(written);
    if (value >= min) return value;
    throw new WrongValue(`must be at least ${min}, not ${value}`);
  };
}

/** A whole number of this range. */
export function between(min: number, max: number): Parser<number> {
  return (written) => {
    const value = /^\d{1,15}$/.test(written) ? Number(written) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new WrongValue(`must be a whole number from ${min} to ${max}, not "${written}"`);
  };
}

export const port: Parser<number> = integer(65_535);

/** An odd number of nodes: an even one survives no more failures than one node less. */
export function oddInteger(max: number): Parser<number> {
  return (written) => {
    const value = integer(max)(written);
    if (value % 2 === 1) return value;
    throw new WrongValue(
      `must be odd, not ${value}: a cluster works while more than half of its nodes run, so ${value} nodes survive no more failures than ${Math.max(value - 1, 1)}`,
    );
  };
}

export interface HostPort {
  readonly host: string;
  readonly port: number;
}

/** `127.0.0.1:13331`, `[::1]:13331`. */
export const hostPort: Parser<HostPort> = (written) => {
  const [, v6, name = v6, digits = ''] = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(written) ?? [];
  if (name === undefined || Number(digits) > 65_535) throw new WrongValue(`must be host:port, not "${written}"`);
  return { host: name, port: Number(digits) };
};

export const flag: Parser<boolean> = (written) => {
  if (written === 'true' || written === 'false') return written === 'true';
  throw new WrongValue(`must be true or false, not "${written}"`);
};

export function oneOf<const Value extends string>(...values: readonly Value[]): Parser<Value> {
  return (written) => {
    const value = values.find((one) => one === written);
    if (value !== undefined) return value;
    throw new WrongValue(`must be one of ${values.join(', ')}, not "${written}"`);
  };
}

/** Problems with secrets and addresses do not quote the value: it may hold a password. */
export function secret(minLength: number): Parser<string> {
  return (written) => {
    if (written.length >= minLength) return written;
    throw new WrongValue(`must have at least ${minLength} characters`);
  };
}

/** An address with one of these schemes. Any other one is refused, because the clients of the stores would take it for one of their own. */
function url(...schemes: readonly string[]): Parser<string> {
  const begins = schemes.map((scheme) => `${scheme}://`);
  return (written) => {
    const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(written)?.[1]?.toLowerCase();
    if (scheme !== undefined && schemes.includes(scheme) && URL.canParse(written)) return written;
    const is = scheme === undefined || schemes.includes(scheme) ? '' : `, not with ${scheme}://`;
    throw new WrongValue(`must be a URL that begins with ${begins.join(' or ')}${is}`);
  };
}

/** psql's form for a socket omits the host before the database: `postgres://user:password@/sagasu?host=/run/postgresql`. */
export const postgresUrl: Parser<string> = (written) => {
  const address = url('postgres', 'postgresql')(URL.canParse(written) ? written : written.replace('@/', '@localhost/'));
  const place = directPlace(address);
  if (place === null || isDirectPlace(place)) return address;
  throw new WrongValue('must name PostgreSQL after direct= as host:port, or as /folder:port of its socket');
};

/** Clusters are not supported. Sentinels are a parameter of the address (redis-address.ts). */
export const redisUrl: Parser<string> = (written) => {
  const address = url('redis', 'rediss')(written);
  if (sentinelsOf(address)?.some((one) => parsePlace(one) === null) !== true) return address;
  throw new WrongValue('must name sentinels as host:port, separated by commas');
};

/** A mail server. */
export const smtpUrl: Parser<string> = url('smtp', 'smtps');

/** The address of a site: `javascript:` and other schemes would end up in links. */
export const webUrl: Parser<string> = url('http', 'https');

/** A list separated by commas. */
export const webUrls: Parser<readonly string[]> = (written) => written.split(',').map((part) => webUrl(part.trim()));

/** Addresses of this machine, separated by commas. */
export const loopbackUrls: Parser<readonly string[]> = (written) => {
  const parts = items(written);
  if (
    parts.every((part) => /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?:[:/]|$)/i.test(part) && URL.canParse(part))
  ) {
    return parts;
  }
  throw new WrongValue('must be addresses of this machine such as http://127.0.0.1:9101/metrics, separated by commas');
};

/** Names of hosts separated by commas, in lower case. */
export const hosts: Parser<ReadonlySet<string>> = (written) =>
  new Set(items(written).map((host) => host.toLowerCase()));

/** IP addresses, and networks in CIDR notation, separated by commas. */
export const networks: Parser<readonly string[]> = (written) => {
  const parts = items(written);
  const wrong = parts.find((part) => !isNetwork(part));
  if (wrong === undefined) return parts;
  throw new WrongValue(`must be IP addresses or networks such as 172.16.0.0/12, separated by commas, not "${wrong}"`);
};

/** A prefix of 0 bits would be every address. */
function isNetwork(part: string): boolean {
  const [, address = '', bits = '1'] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(part) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128);
}

/** `host=http://proxy` separated by commas: proxies by host, hosts in lower case. */
export const proxies: Parser<ReadonlyMap<string, string>> = (written) =>
  new Map(
    items(written).map((item) => {
      const [, host, proxy] = /^([^=]+)=(https?:\/\/.+)$/.exec(item) ?? [];
      if (host === undefined || proxy === undefined || !URL.canParse(proxy)) {
        throw new WrongValue('must be host=http://proxy, or several separated by commas');
      }
      return [host.toLowerCase(), proxy];
    }),
  );

/** Another archive that may have the same posts. */
export interface OtherArchive {
  readonly name: string;
  /** Address of a post with `{board}`, `{thread}` and `{num}`. */
  readonly url: string;
  /** Names of its boards; null for all. */
  readonly boards: ReadonlySet<string> | null;
}

const ARCHIVE =
  'must be name=https://archive.example/{board}/post/{num}, followed by the names of its boards if it does not have all, or several separated by commas';

/** `name=address board board`, separated by commas. */
export const archives: Parser<readonly OtherArchive[]> = (written) =>
  items(written).map((item) => {
    const [, name, rest] = /^([^=]{1,60})=(.+)$/.exec(item) ?? [];
    const [address = '', ...boards] = rest?.trim().split(/\s+/) ?? [];
    if (name === undefined || !isPostAddress(address)) throw new WrongValue(`${ARCHIVE}, not "${item}"`);
    return { name: name.trim(), url: address, boards: boards.length === 0 ? null : new Set(boards) };
  });

/** The address of a post: it contains the number, and placeholders only in the path. */
function isPostAddress(address: string): boolean {
  const [, host, path = ''] = /^https?:\/\/([^/{}?#]+)(\/.*)$/.exec(address) ?? [];
  const places: readonly string[] = path.match(/\{[^}]*\}|[{}]/g) ?? [];
  return (
    host !== undefined &&
    URL.canParse(address) &&
    places.includes('{num}') &&
    places.every((place) => ['{board}', '{thread}', '{num}'].includes(place))
  );
}

const MAIL_ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;
const MOST_MAIL_ADDRESSES = 10;

export const mailAddress: Parser<string> = (written) => {
  if (MAIL_ADDRESS.test(written) && written.length <= 254) return written;
  throw new WrongValue(`must be a mail address such as sagasu@archive.example, not "${written}"`);
};

/** Separated by commas. */
export const mailAddresses: Parser<readonly string[]> = (written) => {
  const parts = items(written).map(mailAddress);
  if (parts.length > 0 && parts.length <= MOST_MAIL_ADDRESSES) return parts;
  throw new WrongValue(`must be one to ${MOST_MAIL_ADDRESSES} mail addresses, separated by commas`);
};

/** The key of Standard Webhooks. */
export const webhookSecret: Parser<Buffer> = (written) => {
  const [, coded] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(written) ?? [];
  const key = Buffer.from(coded ?? '', 'base64');
  if (key.length >= 24 && key.length <= 64) return key;
  throw new WrongValue('must be whsec_ and 24 to 64 bytes in base64, such as whsec_$(openssl rand -base64 32)');
};

function items(written: string): string[] {
  return written
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
