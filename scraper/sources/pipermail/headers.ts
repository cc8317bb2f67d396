/** Headers of a message: sender and time; and hiding of mail addresses in texts. */
import type { MailPart } from '../source.ts';
import { readDate } from './dates.ts';
import { decodeField } from './encoded-words.ts';

export interface Sender {
  /** null if only the address is known, which is never shown. */
  readonly name: string | null;
  /** The address in lower case, without the archive's disguise. */
  readonly address: string | null;
}

const ADDRESS = /([^\s<>()"',;:@]{1,100})(?: at |@)([a-z0-9][a-z0-9.-]{0,200}[a-z0-9])/i;

/**
 * `jane at example.org (Jane Doe)`, as the archive writes it, and `Jane Doe <jane@example.org>`. `header`: one character per byte;
 * `fallback`: its charset, if it names none.
 */
export function readSender(header: string, fallback: string): Sender {
  const from = header.slice(0, 2_000);
  const [, local, domain] = ADDRESS.exec(from) ?? [];
  const address = local === undefined || domain === undefined ? null : `${local}@${domain}`.toLowerCase();
  const inBrackets = /^[^(<]*?\((.*)\)\s*$/s.exec(from)?.[1];
  const before = /^(.*?)<[^<>]*>\s*$/s.exec(from)?.[1];
  const written = decodeField(inBrackets ?? before ?? '', fallback)
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .replaceAll('\\"', '"')
    .replace(/\s+/g, ' ')
    .trim();
  // Some senders use their address as a name.
  const isAddress = hideAddresses(written, new Set(address === null ? [] : [address])) !== written;
  return { name: written === '' || isAddress ? null : written, address };
}

const DAY_MS = 86_400_000;
/** A message may wait for a moderator, and clocks may be wrong by a time zone or two. */
const LATE_MS = 60 * DAY_MS;
const EARLY_MS = 2 * DAY_MS;

export interface MessageTime {
  readonly time: Date;
  /** Origin of the time: the sender's header, the archive's own line, or the part's month. */
  readonly source: 'date' | 'envelope' | 'part';
}

/** The difference between two time zones is at most this large. */
const ZONES_MS = 14 * 3_600_000;

/**
 * The sender's time has a zone but may be wrong by years; the archive's line mostly has none but is nearly right. The sender's time
 * counts when it is near the archive's. Without a zone it could be off by half a day, so the archive's time counts if both may be the same.
 */
export function messageTime(header: string, received: Date | null, { month }: MailPart): MessageTime {
  const near = received ?? startOf(month);
  const date = readDate(header);
  const [early, late] = received === null ? [EARLY_MS + 400 * DAY_MS, LATE_MS] : [EARLY_MS, LATE_MS];
  if (date !== null && date.time <= near.getTime() + early && date.time >= near.getTime() - late) {
    const isSame = received !== null && Math.abs(date.time - received.getTime()) <= ZONES_MS;
    if (date.hasZone || !isSame) return { time: new Date(Math.floor(date.time / 1000) * 1000), source: 'date' };
  }
  return received === null ? { time: near, source: 'part' } : { time: received, source: 'envelope' };
}

function startOf(month: number): Date {
  return new Date(Date.UTC(Math.floor(month / 100), (month % 100) - 1, 1));
}

const HIDDEN = '[address hidden]';
const LOCAL = String.raw`[\w.!#$%&'*+/=?^{|}~-]{1,64}`;
const DOMAIN = String.raw`(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z]{2,24}`;
const PLAIN = new RegExp(String.raw`(?<![\w.!#$%&'*+/=?^{|}~-])${LOCAL}@${DOMAIN}`, 'gi');
/** The archive's disguise of addresses. ` at ` is common in any text, so it counts only in brackets or for a known sender. */
const OBFUSCATED_ADDRESS = new RegExp(String.raw`(?<![\w.!#$%&'*+/=?^{|}~-])(${LOCAL}) at (${DOMAIN})`, 'gi');

/**
 * Replaces mail addresses in the text, disguised or not. `senders` are known addresses. Message ids look like addresses and are
 * replaced too.
 */
export function hideAddresses(text: string, senders: ReadonlySet<string>): string {
  if (!text.includes('@') && !/ at /i.test(text)) return text;
  return text
    .replace(PLAIN, HIDDEN)
    .replace(OBFUSCATED_ADDRESS, (whole: string, local: string, domain: string, at: number) => {
      const isInBrackets = /[<([:]$/.test(text.charAt(at - 1)) || /^[>)\]]/.test(text.charAt(at + whole.length));
      return isInBrackets || senders.has(`${local}@${domain}`.toLowerCase()) ? HIDDEN : whole;
    });
}
