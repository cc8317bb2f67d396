/** The parts of a message, RFC 2045 and 2046, of real and damaged messages. Bytes are strings with one character per byte. */
import { RefusedError } from '../parse-result.ts';
import { decodeField } from './encoded-words.ts';
import { fieldOf, readValue, splitHead, type FieldValue, type HeadField } from './head.ts';
import { decodeTransfer } from './transfer.ts';

/** Deepest nesting of parts. */
const MAX_DEPTH = 32;
const MAX_PARTS = 1_000;

export interface Leaf {
  readonly kind: 'leaf';
  /** `text/plain` */
  readonly type: string;
  readonly params: FieldValue['params'];
  readonly filename: string | null;
  /** Sent as an attachment, not as part of the text. */
  readonly isAttached: boolean;
  /** Without transfer encoding. */
  readonly bytes: string;
}

export interface Multipart {
  readonly kind: 'multipart';
  /** `alternative` */
  readonly subtype: string;
  readonly parts: readonly Part[];
}

/** A message within a message. */
export interface Nested {
  readonly kind: 'nested';
  readonly head: readonly HeadField[];
  readonly part: Part;
}

export type Part = Leaf | Multipart | Nested;

/** Counts damage, by kind. */
export type OnDamage = (damage: 'mime_boundary' | 'mime_unclosed') => void;

interface Reading {
  readonly fallback: string;
  readonly onDamage: OnDamage;
  parts: number;
}

/** @throws RefusedError for parts that are nested too deeply. */
export function readParts(head: readonly HeadField[], body: string, fallback: string, onDamage: OnDamage): Part {
  return readPart(head, body, 'text/plain', 0, { fallback, onDamage, parts: 0 });
}

function readPart(head: readonly HeadField[], body: string, standard: string, depth: number, reading: Reading): Part {
  if (depth > MAX_DEPTH) throw new RefusedError('wrong_type', `parts are nested more than ${MAX_DEPTH} levels deep`);
  if (++reading.parts > MAX_PARTS) throw new RefusedError('too_large', `more than ${MAX_PARTS} parts`);
  const content = readValue(fieldOf(head, 'content-type'), reading.fallback);
  const type = typeOf(content.value, standard);
  if (type.startsWith('multipart/')) {
    const parts = readMultipart(content, body, type, depth, reading);
    if (parts !== null) return { kind: 'multipart', subtype: type.slice('multipart/'.length), parts };
  }
  const disposition = readValue(fieldOf(head, 'content-disposition'), reading.fallback);
  const filename = disposition.params.get('filename') ?? content.params.get('name') ?? '';
  const bytes = decodeTransfer(body, fieldOf(head, 'content-transfer-encoding'), type.startsWith('text/'));
  const isAttached = disposition.value === 'attachment';
  if (type === 'message/rfc822' && !isAttached) {
    const inner = splitHead(bytes.replace(/^\s+/, ''));
    return {
      kind: 'nested',
      head: inner.head,
      part: readPart(inner.head, inner.body, 'text/plain', depth + 1, reading),
    };
  }
  return {
    kind: 'leaf',
    type: type.startsWith('multipart/') ? 'text/plain' : type,
    params: content.params,
    filename: filename === '' ? null : decodeField(filename, reading.fallback),
    isAttached,
    bytes,
  };
}

/** Old programs write `text` alone. */
function typeOf(value: string, standard: string): string {
  if (value === '' || value === 'text') return value === '' ? standard : 'text/plain';
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(value) ? value : standard;
}

const NOTICE = /MIME|multi-?part|mehrteilig/i;

/** null if no boundary divides the body: it is one text. */
function readMultipart(
  { params }: FieldValue,
  body: string,
  type: string,
  depth: number,
  reading: Reading,
): Part[] | null {
  const standard = type === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
  const declared = params.get('boundary') ?? '';
  const found = divide(body, declared) ?? divide(body, boundaryIn(body));
  if (found === null || found.boundary !== declared) reading.onDamage('mime_boundary');
  if (found === null) return null;
  if (!found.isClosed) reading.onDamage('mime_unclosed');
  const parts = found.parts.map((part) => {
    const { head, body: inner } = splitHead(part);
    return readPart(head, inner, standard, depth + 1, reading);
  });
  // The text before the first part is mostly a notice for programs without MIME. The archive appends footers after the last one.
  const plain = (text: string) => readPart([], text, 'text/plain', depth + 1, reading);
  const before = found.before.trim() === '' || NOTICE.test(found.before) ? [] : [plain(found.before)];
  const after = found.after.trim() === '' ? [] : [plain(found.after)];
  if (type === 'multipart/alternative' && before.length + after.length > 0) {
    return [...before, { kind: 'multipart', subtype: 'alternative', parts }, ...after];
  }
  return [...before, ...parts, ...after];
}

interface Divided {
  readonly boundary: string;
  readonly before: string;
  readonly parts: readonly string[];
  readonly after: string;
  readonly isClosed: boolean;
}

function divide(body: string, boundary: string | null): Divided | null {
  if (boundary === null || boundary === '') return null;
  const line = new RegExp(
    String.raw`(?:^|\r?\n)--${boundary.replaceAll(/\W/g, String.raw`\$&`)}(--)?[ \t]*(?=\r?\n|$)`,
    'g',
  );
  const parts: string[] = [];
  let before: string | null = null;
  let start = 0;
  for (const { index, 0: whole, 1: closing } of body.matchAll(line)) {
    const piece = body.slice(start, index).replace(/^\r?\n/, '');
    if (before === null) before = piece;
    else parts.push(piece);
    start = index + whole.length;
    if (closing !== undefined)
      return parts.length === 0 ? null : { boundary, before, parts, after: body.slice(start), isClosed: true };
  }
  if (before === null) return null;
  return { boundary, before, parts: [...parts, body.slice(start).replace(/^\r?\n/, '')], after: '', isClosed: false };
}

/** The boundary that a body uses, if its head does not name it: a line `--…` before the head of a part. */
function boundaryIn(body: string): string | null {
  return /(?:^|\n)--([^\s-][^\r\n]{0,199}?)[ \t]*\r?\n(?=content-[\w-]{1,40}:)/i.exec(body)?.[1] ?? null;
}
