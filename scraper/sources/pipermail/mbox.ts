/** Splits an mbox file: messages one after another, each after a line `From …`. Works on bytes, since each message has its own charset. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { toError } from '../../../platform/errors.ts';
import { RefusedError } from '../parse-result.ts';
import { readDate } from './dates.ts';

/** Largest unpacked part; a busy list's month is below it. */
const MAX_BYTES = 64 * 1024 * 1024;

const gunzipLimited = promisify(gunzip);

/**
 * The bytes of a part, unpacked if it is gzipped.
 * @throws RefusedError
 */
export async function unpack(body: Uint8Array): Promise<Buffer> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await gunzipLimited(bytes, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    if (isTooLarge) throw new RefusedError('too_large', `the unpacked part is larger than ${MAX_BYTES} bytes`);
    throw new RefusedError('encoding', `the part is not gzip: ${toError(error).message}`);
  }
}

export interface MboxEntry {
  /** The archive's time in the line `From …`, in UTC unless it names a zone; null where it cannot be parsed. */
  readonly received: Date | null;
  /** One character per byte. */
  readonly message: string;
  /** With the line `From …`. */
  readonly raw: Buffer;
}

/** Lines of the text may begin with `From ` too; a separator ends with a date, and a head follows it. */
const SEPARATOR =
  /(?<=^|\n)From [^\n]{0,300}?((?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)[^\n]{8,40}\d{4}[^\n\d]{0,12})\r?\n(?=[A-Za-z][\w-]{0,60}:)/g;
const IS_HEAD = /^(?:from|date|message-id)[ \t]*:/im;
/** Longest head that is searched for the fields of a message. */
const MAX_HEAD = 64 * 1024;

/**
 * `onFromLine` is called for each line of a text that looks like a separator.
 * @throws RefusedError for any other file.
 */
export function splitMbox(bytes: Buffer, onFromLine: () => void = () => undefined): MboxEntry[] {
  const text = bytes.toString('latin1');
  if (text.trim() === '') return [];
  const found = [...text.matchAll(SEPARATOR)].filter(({ index }) => isAfterBlank(text, index));
  const [first] = found;
  if (first === undefined || text.slice(0, first.index).trim() !== '') {
    if (/^\s*</.test(text)) throw new RefusedError('html', 'received an HTML page in place of messages');
    throw new RefusedError('wrong_type', 'the part does not begin with a message');
  }
  // A mail quoted within a text has a line `From …` too, but the head behind it mostly lacks these fields.
  const starts = found.filter((one) => one === first || isMessage(text, one.index + one[0].length));
  for (let count = found.length - starts.length; count > 0; count--) onFromLine();
  return starts.map((start, position) => {
    const next = starts[position + 1]?.index;
    return {
      received: parseTime(start[1] ?? ''),
      message: text.slice(start.index + start[0].length, next),
      raw: bytes.subarray(start.index, next),
    };
  });
}

function isMessage(text: string, start: number): boolean {
  const head = text.slice(start, start + MAX_HEAD);
  const end = head.search(/\n\r?\n/);
  return IS_HEAD.test(end === -1 ? head : head.slice(0, end));
}

function isAfterBlank(text: string, index: number): boolean {
  return (
    index === 0 || /\n\r?\n$/.test(text.slice(Math.max(0, index - 3), index)) || text.slice(0, index).trim() === ''
  );
}

/** `Thu Apr  5 09:55:02 2012` */
function parseTime(text: string): Date | null {
  const read = readDate(text);
  return read === null ? null : new Date(read.time);
}

/** Mbox files prefix `>` to lines of the text that begin with `From `, `>From `, and so on. */
export function unescapeFrom(body: string): string {
  return body.replace(/^>(>*From )/gm, '$1');
}
