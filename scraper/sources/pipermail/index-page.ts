import { RefusedError } from '../parse-result.ts';
import type { MailPart } from '../source.ts';

const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/** `2016-June.txt.gz`, and the quarters, years and weeks that a list may be cut into as well. */
const PART = /href="((\d{4})(?:-([A-Z][a-z]{2,8})|q([1-4]))?|Week-of-Mon-(\d{4})(\d{2})\d{2})(\.txt(?:\.gz)?)"/gi;

/**
 * The parts that an index page links to, newest first; none for a list that is empty.
 * @throws RefusedError for any other page.
 */
export function readIndex(body: string, url: string): MailPart[] {
  const parts = new Map<string, { readonly part: MailPart; readonly order: string }>();
  for (const match of body.matchAll(PART)) {
    const [, base = '', year = '', month, quarter, weekYear, weekMonth, extension = ''] = match;
    const number = weekYear === undefined ? monthOf(month, quarter) : Number(weekMonth);
    if (number === null || number > 12) continue;
    // The newest part is named unpacked at times, and packed as well.
    const known = parts.get(base);
    if (known !== undefined && known.part.url.endsWith('.gz')) continue;
    const part = { url: new URL(base + extension, url).href, month: Number(weekYear ?? year) * 100 + number };
    parts.set(base, { part, order: `${String(part.month).padStart(6, '0')} ${base}` });
  }
  if (parts.size === 0 && !/View by:|No messages have been posted/i.test(body)) {
    throw new RefusedError('wrong_type', 'the page is no index of a mailing list');
  }
  return [...parts.values()].sort((a, b) => (a.order < b.order ? 1 : -1)).map(({ part }) => part);
}

/** null for a word that is no month; a year as a whole begins with its first month. */
function monthOf(name: string | undefined, quarter: string | undefined): number | null {
  if (quarter !== undefined) return Number(quarter) * 3 - 2;
  if (name === undefined) return 1;
  const index = MONTHS.indexOf(name.toLowerCase());
  return index === -1 ? null : index + 1;
}
