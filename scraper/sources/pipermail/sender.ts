import { decodeWords } from 'postal-mime';
import { hideAddresses } from './addresses.ts';

export interface Sender {
  /** null where only the address is known: that is not shown. */
  readonly name: string | null;
  /** As it was before it was disguised, lower case. */
  readonly address: string | null;
}

const ADDRESS = /([^\s<>()"',;:@]{1,100})(?: at |@)([a-z0-9][a-z0-9.-]{0,200}[a-z0-9])/i;

/** `jane at example.org (Jane Doe)`, as the archive writes it, and `Jane Doe <jane@example.org>`. */
export function readSender(header: string): Sender {
  const from = header.slice(0, 2_000);
  const [, local, domain] = ADDRESS.exec(from) ?? [];
  const address = local === undefined || domain === undefined ? null : `${local}@${domain}`.toLowerCase();
  const inBrackets = /^[^(<]*?\((.*)\)\s*$/s.exec(from)?.[1];
  const before = /^(.*?)<[^<>]*>\s*$/s.exec(from)?.[1];
  const written = decodeWords(inBrackets ?? before ?? '')
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .replaceAll('\\"', '"')
    .replace(/\s+/g, ' ')
    .trim();
  // Some write their address for a name.
  const isAddress = hideAddresses(written, new Set(address === null ? [] : [address])) !== written;
  return { name: written === '' || isAddress ? null : written, address };
}
