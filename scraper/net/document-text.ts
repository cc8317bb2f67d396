/**
 * The text of a document. UTF-8 is tried before the declared charset: bytes of another charset are hardly ever valid UTF-8, while servers
 * declare a default of their own for all files.
 */
import { charsetOf, decoderOf, ESCAPED_CHARSETS } from '../sources/charset-labels.ts';

/** Bytes of markup in which its charset is searched for. */
const HEAD_BYTES = 4_096;
const OF_MARKUP = [
  /<\?xml[^>]{0,200}?\sencoding\s*=\s*["']?\s*([\w.:+-]+)/i,
  /<meta\s[^>]{0,500}?charset\s*=\s*["']?\s*([\w.:+-]+)/i,
];
const ESCAPE = 0x1b;
/** One of so many characters beyond ASCII may be damaged: old boards cut texts within a character. */
const INTACT_PER_DAMAGED = 20;

export type DocumentText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

/** Pure. `contentType`: the header; its charset counts before that of the markup. */
export function textOfDocument(bytes: Buffer, contentType: string | null): DocumentText {
  const labels = [labelOfHeader(contentType), labelOfMarkup(bytes)].filter((label) => label !== null);
  const declared = [...new Set(labels.map(charsetOf).filter((charset) => charset !== null))];
  const escaped = bytes.includes(ESCAPE) ? declared.filter((charset) => ESCAPED_CHARSETS.has(charset)) : [];
  for (const charset of [...escaped, 'utf-8', ...declared]) {
    const text = decodeStrictly(bytes, charset);
    if (text !== null) return { ok: true, text };
  }
  for (const charset of declared.length === 0 ? ['utf-8'] : declared) {
    const text = decodeDamaged(bytes, charset);
    if (text !== null) return { ok: true, text };
  }
  return { ok: false, problem: problemOf(labels, declared) };
}

function problemOf(labels: readonly string[], declared: readonly string[]): string {
  const others = declared.filter((charset) => charset !== 'utf-8');
  if (others.length > 0) return `the body is neither UTF-8 nor ${others.join(' nor ')}, which it declares`;
  const [label] = labels;
  if (declared.length > 0 || label === undefined) return 'the body is not UTF-8 and declares no other charset';
  return `the body is not UTF-8, and its charset ${JSON.stringify(label.slice(0, 40))} is unknown`;
}

function labelOfHeader(contentType: string | null): string | null {
  return /;\s*charset\s*=\s*["']?\s*([^\s"';]+)/i.exec(contentType ?? '')?.[1] ?? null;
}

function labelOfMarkup(bytes: Buffer): string | null {
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1');
  if (!/^\s*</.test(head)) return null;
  return OF_MARKUP.map((pattern) => pattern.exec(head)?.[1] ?? null).find((label) => label !== null) ?? null;
}

function decodeStrictly(bytes: Buffer, charset: string): string | null {
  try {
    return decoderOf(charset)?.decode(bytes) ?? null;
  } catch {
    return null;
  }
}

/** null if more is damaged than a cut text explains. */
function decodeDamaged(bytes: Buffer, charset: string): string | null {
  if (decoderOf(charset) === null) return null;
  const text = new TextDecoder(charset).decode(bytes);
  const damaged = text.split('\uFFFD').length - 1;
  const beyondAscii = text.replaceAll(/[\0-\x7f]+/g, '').length;
  return damaged * INTACT_PER_DAMAGED <= beyondAscii ? text : null;
}
