/** A row of a CSV file: fields in double quotes or bare, with backslash escapes; a bare `\N` is NULL. */
import type { Row } from './batch.ts';
import { createDecoder, endOfQuoted, unescape } from './scan-text.ts';

export type ReadLine = { readonly row: Row; readonly end: number } | 'incomplete' | 'malformed';

const decode = createDecoder('utf-8');

export function readCsvRow(text: string, start: number): ReadLine {
  const row: (string | null)[] = [];
  for (let at = start; ;) {
    let end: number;
    if (text[at] === '"') {
      const closing = endOfQuoted(text, at + 1, '"', true);
      if (closing === -1) return 'incomplete';
      row.push(decode(unescape(text.slice(at + 1, closing), '"', true)));
      end = closing + 1;
    } else {
      const field = /[^,\r\n]*/y;
      field.lastIndex = at;
      const [bare = ''] = field.exec(text) ?? [];
      end = at + bare.length;
      row.push(bare === String.raw`\N` ? null : decode(unescape(bare, '"', true)));
    }
    if (text[end] === '\r' && text[end + 1] !== undefined) end++;
    const sign = text[end];
    if (sign === undefined || (sign === '\r' && text[end + 1] === undefined)) return 'incomplete';
    if (sign === '\n') return { row, end: end + 1 };
    if (sign !== ',') return 'malformed';
    at = end + 1;
  }
}
