/** Rows as PostgreSQL's COPY and MariaDB's LOAD DATA read them by default: tabs between, backslashes before what is special. */

const SPECIAL = /[\\\t\n\r]/g;
const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

export function copyField(value: unknown): string {
  if (value === null || value === undefined) return String.raw`\N`;
  if (typeof value === 'string') return value.replace(SPECIAL, (sign) => ESCAPED[sign] ?? sign);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value instanceof Uint8Array) return String.raw`\\x` + Buffer.from(value).toString('hex');
  throw new TypeError(`a ${typeof value} is no field of a row`);
}

/** Fewer and larger pieces than lines: every piece costs a write. */
const PIECE_CHARS = 256 * 1024;

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
