/** Rows of COPY and of `mysqldump --tab`: lines of fields between tabs. */
import type { Row } from './batch.ts';
import { isEscaped } from './scan-text.ts';

/** In bytes. A row of Asagi has at most some 500 kB. */
export const MAX_ROW = 16 * 1024 * 1024;
export const TOO_LONG = 'a row is longer than the longest that is read, 16 MB';

/** The end of a line; a newline after a backslash belongs to its field. -1 if the end is not in `text`. */
export function endOfLine(text: string, start: number): number {
  for (let from = start; ;) {
    const end = text.indexOf('\n', from);
    if (end === -1 || !isEscaped(text, end, start)) return end;
    from = end + 1;
  }
}

const LETTERS: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '0': '\0',
  Z: '\u001A',
};

export function readTextRow(line: string, decode: (bytes: string) => string): Row {
  const row: (string | null)[] = [];
  for (let start = 0; start <= line.length;) {
    let end = line.indexOf('\t', start);
    while (end !== -1 && isEscaped(line, end, start)) end = line.indexOf('\t', end + 1);
    if (end === -1) end = line.length;
    row.push(field(line.slice(start, end), decode));
    start = end + 1;
  }
  return row;
}

function field(written: string, decode: (bytes: string) => string): string | null {
  if (written === String.raw`\N`) return null;
  if (!written.includes('\\')) return decode(written);
  return decode(
    written.replaceAll(
      /\\(?:x([0-9a-fA-F]{1,2})|([0-7]{3})|([\s\S]))/g,
      (_all, hex?: string, octal?: string, sign = '') => {
        if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
        if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8) & 255);
        return LETTERS[sign] ?? sign;
      },
    ),
  );
}
