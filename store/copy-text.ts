/** The text format of PostgreSQL's COPY, which MariaDB's LOAD DATA also reads by default. */

const IS_SPECIAL = /[\\\t\n\r]/;
const SPECIAL = /[\\\t\n\r]/g;
const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** One escaped field. @throws TypeError for a value other than text, number, boolean, bytes or null. */
export function copyField(value: unknown): string {
  if (value === null || value === undefined) return String.raw`\N`;
  if (typeof value === 'string' && !IS_SPECIAL.test(value)) return value;
  if (typeof value === 'string') return value.replace(SPECIAL, (sign) => ESCAPED[sign] ?? sign);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value instanceof Uint8Array) return String.raw`\\x` + Buffer.from(value).toString('hex');
  throw new TypeError(`COPY has no form for a value of the type ${typeof value}`);
}

/** Lines are joined into pieces of this size, since every piece costs a write. */
const PIECE_CHARS = 256 * 1024;

/** Joins lines into UTF-8 buffers of about 256 KiB. */
export function* inPieces(lines: Iterable<string>): Generator<Buffer> {
  let piece = '';
  for (const line of lines) {
    piece += line;
    if (piece.length < PIECE_CHARS) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}

/**
 * COPY options that take each line as one value without escapes. Lines of JSON contain no control characters.
 */
export const RAW_LINES = String.raw`format csv, quote E'\x01', escape E'\x01', delimiter E'\x02'`;
