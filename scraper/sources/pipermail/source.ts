import { RefusedError, parseAsync, parseText, type ParseWarnings } from '../parse-result.ts';
import type { MailPart, Source, SourceBoard } from '../source.ts';
import { unpack } from './mbox.ts';
import { readMessages } from './messages.ts';

/**
 * The archive of a mailing list, as Mailman 2 publishes it: an index page, and a file of messages for each month. A list is a
 * board, a message is a post, and a message and its replies are a thread.
 */
export const pipermail = {
  mail: {
    index: {
      url: indexUrl,
      read: (body, board) => parseText(body, (warnings) => readIndex(body, indexUrl(board), warnings)),
    },
    readPart: (body, part, reading) =>
      parseAsync(
        () => sampleOf(body),
        async (warnings) => readMessages(await unpack(body), part, reading, warnings),
      ),
  },
} satisfies Source;

/** A page that came in place of a part. Messages are never sampled: they contain mail addresses. */
function sampleOf(body: Uint8Array): string {
  const text = Buffer.from(body.subarray(0, 2_000)).toString('latin1');
  return /^\s*</.test(text) ? text : '';
}

function indexUrl(board: SourceBoard): string {
  return `${board.url}/${encodeURIComponent(board.sourceName)}/`;
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/** `2016-June.txt.gz`; lists may also be split into quarters, years and weeks. */
const PART = /href="((\d{4})(?:-([A-Z][a-z]{2,8})|q([1-4]))?|Week-of-Mon-(\d{4})(\d{2})\d{2})(\.txt(?:\.gz)?)"/gi;

/**
 * The parts that an index page links to, newest first; none for an empty list. A link to a part of an unknown month is refused alone.
 * @throws RefusedError for any other page.
 */
function readIndex(body: string, url: string, warnings: ParseWarnings): MailPart[] {
  const parts = new Map<string, { readonly part: MailPart; readonly order: string }>();
  for (const match of body.matchAll(PART)) {
    const [, base = '', year = '', month, quarter, weekYear, weekMonth, extension = ''] = match;
    const number = weekYear === undefined ? monthOf(month, quarter) : Number(weekMonth);
    if (number === null || number < 1 || number > 12) {
      warnings.refuse(new RefusedError('out_of_range', `${base}${extension} is of no known month`), match[0]);
      continue;
    }
    // Some pages link the newest part both packed and unpacked.
    const known = parts.get(base);
    if (known !== undefined && known.part.url.endsWith('.gz')) continue;
    const part = { url: new URL(base + extension, url).href, month: Number(weekYear ?? year) * 100 + number };
    parts.set(base, { part, order: `${String(part.month).padStart(6, '0')} ${base}` });
  }
  if (parts.size === 0 && !/View by:|No messages have been posted/i.test(body)) {
    throw new RefusedError('wrong_type', 'the page is not the index of a mailing list');
  }
  return [...parts.values()].sort((a, b) => (a.order < b.order ? 1 : -1)).map(({ part }) => part);
}

/** null for an unknown month; a whole year has its first month. */
function monthOf(name: string | undefined, quarter: string | undefined): number | null {
  if (quarter !== undefined) return Number(quarter) * 3 - 2;
  if (name === undefined) return 1;
  const index = MONTHS.indexOf(name.toLowerCase());
  return index === -1 ? null : index + 1;
}
