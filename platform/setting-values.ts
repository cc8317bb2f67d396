/** Parsers of settings. Each throws a WrongValue whose message continues the name of the setting: "must be …". */

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

export const url: Parser<string> = (written) => {
  if (URL.canParse(written)) return written;
  throw new WrongValue('must be a URL');
};

export const urls: Parser<readonly string[]> = (written) => {
  const parts = written.split(',').map((part) => part.trim());
  if (parts.every((part) => URL.canParse(part))) return parts;
  throw new WrongValue('must be a URL, or several separated by commas');
};

/** Names of hosts separated by commas, in lower case. */
export const hosts: Parser<ReadonlySet<string>> = (written) =>
  new Set(items(written).map((host) => host.toLowerCase()));

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

function items(written: string): string[] {
  return written
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
