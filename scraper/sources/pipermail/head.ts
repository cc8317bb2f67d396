/** Fields of a message's head, as bytes: strings with one character per byte. */
import { RefusedError } from '../parse-result.ts';
import { charsetOf } from '../charset-labels.ts';
import { decodeText } from './charset.ts';

export interface HeadField {
  /** In lower case. */
  readonly key: string;
  /** Unfolded; one character per byte. */
  readonly bytes: string;
}

/** Largest head that is read. */
const MAX_HEAD = 256 * 1024;

/**
 * A head and what follows its blank line. A text that does not begin with a field is all body.
 * @throws RefusedError for a head that is too long.
 */
export function splitHead(bytes: string): { readonly head: readonly HeadField[]; readonly body: string } {
  const end = /(?:^|\r?\n)\r?\n/.exec(bytes);
  const head = end === null ? bytes : bytes.slice(0, end.index);
  if (head !== '' && !/^[!-9;-~]{1,100}[ \t]*:/.test(head)) return { head: [], body: bytes };
  if (head.length > MAX_HEAD) throw new RefusedError('wrong_type', `the head is longer than ${MAX_HEAD} bytes`);
  return { head: readFields(head), body: end === null ? '' : bytes.slice(end.index + end[0].length) };
}

function readFields(head: string): HeadField[] {
  const fields: { key: string; bytes: string }[] = [];
  for (const line of head.split(/\r?\n/)) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line)) {
      if (last !== undefined) last.bytes += line;
      continue;
    }
    const [, key, bytes = ''] = /^([!-9;-~]{1,100})[ \t]*:[ \t]*(.*)$/s.exec(line) ?? [];
    if (key !== undefined) fields.push({ key: key.toLowerCase(), bytes });
  }
  return fields.map(({ key, bytes }) => ({ key, bytes: bytes.replaceAll('\r', ' ').trim() }));
}

/** The first field of the name, as bytes; '' for none. */
export function fieldOf(head: readonly HeadField[], name: string): string {
  return head.find(({ key }) => key === name)?.bytes ?? '';
}

export interface FieldValue {
  /** In lower case, such as `text/plain`. */
  readonly value: string;
  readonly params: ReadonlyMap<string, string>;
}

const PARAM = /;\s*([^\s=;]{1,100})\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*)))?/gs;

/** `text/plain; charset=utf-8; name*0*=utf-8''a%20; name*1=b`. The first of two parameters with the same name counts. */
export function readValue(bytes: string, fallback: string): FieldValue {
  const plain = withoutComments(bytes);
  const [, value = '', rest = ''] = /^([^;]*)(.*)$/s.exec(plain) ?? [];
  const params = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of rest.matchAll(PARAM)) {
    const key = name.toLowerCase();
    if (!params.has(key)) params.set(key, quoted === undefined ? token.trim() : quoted.replaceAll(/\\(.)/gs, '$1'));
  }
  return { value: value.trim().replaceAll('"', '').toLowerCase(), params: joinContinued(params, fallback) };
}

/** A comment is in parentheses, behind a space. A parenthesis in a file name is not a comment. */
function withoutComments(bytes: string): string {
  return bytes.replace(/"(?:[^"\\]|\\.)*"|(?:^|[\s;])\([^()]*\)/gs, (part) => (part.startsWith('"') ? part : ' '));
}

/** RFC 2231: a value in several parameters, parts of which are percent-encoded. */
function joinContinued(params: ReadonlyMap<string, string>, fallback: string): ReadonlyMap<string, string> {
  const joined = new Map<string, string>();
  const parts = new Map<string, { at: number; encoded: boolean; value: string }[]>();
  for (const [key, value] of params) {
    const [, name, at, star] = /^(.+?)\*(\d{1,3})?(\*)?$/.exec(key) ?? [];
    if (name === undefined) joined.set(key, value);
    else {
      const part = { at: Number(at ?? 0), encoded: at === undefined || star !== undefined, value };
      parts.set(name, [...(parts.get(name) ?? []), part]);
    }
  }
  for (const [name, ofName] of parts) {
    const [first, ...others] = ofName.toSorted((a, b) => a.at - b.at);
    if (first === undefined) continue;
    const [, charset = '', text = first.value] = (first.encoded && /^([^']*)'[^']*'(.*)$/s.exec(first.value)) || [];
    // A character may be encoded in two parts, so bytes are joined first.
    const bytes = [{ ...first, value: text }, ...others].map(({ encoded, value }) =>
      encoded ? unpercent(value) : value,
    );
    joined.set(name, decodeText(bytes.join(''), { declared: charsetOf(charset), fallback }).text);
  }
  return joined;
}

function unpercent(value: string): string {
  return value.replaceAll(/%([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
