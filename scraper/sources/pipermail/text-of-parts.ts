/** The text of a message's parts as its readers see it, and its attachments. */
import { decodeText, type DecodedText } from './charset.ts';
import type { AttachmentNote } from './body.ts';
import { decodeField } from './encoded-words.ts';
import { fieldOf } from './head.ts';
import { htmlText } from './html-text.ts';
import type { Leaf, Part } from './parts.ts';
import { hasControls, unflow } from './transfer.ts';

export interface MessageText {
  readonly text: string;
  readonly attachments: readonly AttachmentNote[];
}

export interface TextReading {
  /** The charset of parts that name none, and show none. */
  readonly fallback: string;
  readonly onText: (decoded: DecodedText) => void;
}

interface Found {
  readonly texts: readonly string[];
  readonly attachments: readonly Leaf[];
}

export function textOfParts(part: Part, reading: TextReading): MessageText {
  const { texts, attachments } = collect(part, reading);
  if (texts.length > 0) return { text: texts.map(trimmed).join('\n\n'), attachments: attachments.map(noteOf) };
  // The message has no other text: an octet stream or an attached text is its body.
  const body = attachments.find(({ bytes }) => isText(bytes));
  if (body === undefined) return { text: '', attachments: attachments.map(noteOf) };
  const rest = attachments.filter((one) => one !== body || one.filename !== null);
  return { text: decodeLeaf(body, reading), attachments: rest.map(noteOf) };
}

/** Without empty lines around it. Spaces before the first word stay. */
function trimmed(text: string): string {
  return text.trimEnd().replace(/^(?:[ \t]*\r?\n)+/, '');
}

function collect(part: Part, reading: TextReading): Found {
  if (part.kind === 'leaf') {
    if (part.isAttached || !isShown(part.type)) return { texts: [], attachments: part.bytes === '' ? [] : [part] };
    const text = decodeLeaf(part, reading);
    return { texts: text.trim() === '' ? [] : [text], attachments: [] };
  }
  if (part.kind === 'nested') {
    const inner = collect(part.part, reading);
    const head = ['from', 'date', 'subject'].flatMap((name) => {
      const value = decodeField(fieldOf(part.head, name), reading.fallback);
      return value === '' ? [] : [`${name.charAt(0).toUpperCase()}${name.slice(1)}: ${value}`];
    });
    return { ...inner, texts: [[head.join('\n'), ...inner.texts].filter((text) => text !== '').join('\n\n')] };
  }
  if (part.subtype === 'alternative') return collectBest(part.parts, reading);
  const all = part.parts.map((one) => collect(one, reading));
  return { texts: all.flatMap(({ texts }) => texts), attachments: all.flatMap(({ attachments }) => attachments) };
}

/** One of the alternatives, plain text before HTML before others; the attachments of all. */
function collectBest(parts: readonly Part[], reading: TextReading): Found {
  const silent = { ...reading, onText: () => undefined };
  const found = parts.map((part) => ({ part, ...collect(part, silent) }));
  const [best] = found.filter(({ texts }) => texts.length > 0).toSorted((a, b) => rankOf(a.part) - rankOf(b.part));
  // Texts are counted once, for the chosen alternative.
  const texts = best === undefined ? [] : collect(best.part, reading).texts;
  return { texts, attachments: found.flatMap(({ attachments }) => attachments) };
}

function rankOf(part: Part): number {
  if (part.kind !== 'leaf') return 1;
  if (part.type === 'text/plain') return 0;
  return part.type === 'text/html' ? 2 : 3;
}

/** Parts that are text, whatever the program of the reader: calendars and reports too. Signatures and keys are attachments. */
function isShown(type: string): boolean {
  return type.startsWith('text/') || type.startsWith('message/') || type === 'application/pgp';
}

function isText(bytes: string): boolean {
  return bytes.trim() !== '' && !hasControls(bytes);
}

function decodeLeaf({ type, params, bytes }: Leaf, { fallback, onText }: TextReading): string {
  const inHtml = type === 'text/html' ? /<meta[^>]{1,200}?charset=["']?([\w.:-]{1,40})/i.exec(bytes)?.[1] : undefined;
  const decoded = decodeText(bytes, { declared: params.get('charset') ?? inHtml ?? null, fallback });
  onText(decoded);
  if (type === 'text/html') return htmlText(decoded.text);
  const isFlowed = params.get('format')?.toLowerCase() === 'flowed';
  return isFlowed ? unflow(decoded.text, params.get('delsp')?.toLowerCase() === 'yes') : decoded.text;
}

function noteOf({ filename, type, bytes }: Leaf): AttachmentNote {
  return { name: filename ?? '', type, size: bytes.length, url: null };
}
