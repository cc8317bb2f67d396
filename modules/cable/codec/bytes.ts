/** Reads and writes the primitives: numbers, keys, strings, lists. A reader never allocates more than the bytes that it was given. */
import { CableError } from '../cable-error.ts';

/** Numbers above 2^53 - 1 and encodings of more than 8 bytes are refused, as the implementations do. */
const MAX_VARINT_BYTES = 8;

/** Strict: the bytes are signed, so there is no replacement character. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get position(): number {
    return this.#at;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** A view of the next bytes. */
  take(count: number): Buffer {
    if (count > this.left) throw new CableError('form', `${count} bytes are announced and ${this.left} are there`);
    const taken = this.#bytes.subarray(this.#at, this.#at + count);
    this.#at += count;
    return taken;
  }

  varint(): number {
    let value = 0;
    let scale = 1;
    for (let read = 0; read < MAX_VARINT_BYTES; read += 1) {
      const byte = this.take(1)[0] ?? 0;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        if (!Number.isSafeInteger(value)) throw new CableError('limit', 'a number is above 2^53 - 1');
        return value;
      }
      scale *= 128;
    }
    throw new CableError('limit', 'a number has more than 8 bytes');
  }

  /** A number of bytes or items, at most `most`. */
  count(most: number, what: string): number {
    const count = this.varint();
    if (count > most) throw new CableError('limit', `${what}: ${count} is more than ${most}`);
    return count;
  }

  /** @param most in bytes */
  text(most: number, what: string): string {
    return decodeUtf8(this.take(this.count(most, what)), what);
  }

  /** A string of `least` to `most` code points. */
  shortText(least: number, most: number, what: string): string {
    return decodeShortText(this.take(this.count(4 * most, what)), least, most, what);
  }

  list(bytes: number, most: number, what: string): Buffer[] {
    const count = this.count(most, what);
    // Before the list is made.
    if (count * bytes > this.left) throw new CableError('form', `${what}: ${count} are announced and do not follow`);
    return Array.from({ length: count }, () => this.take(bytes));
  }

  /** 0 or 1. */
  flag(what: string): 0 | 1 {
    const value = this.varint();
    if (value !== 0 && value !== 1) throw new CableError('form', `${what} is ${value}, neither 0 nor 1`);
    return value;
  }

  end(): void {
    if (this.left > 0) throw new CableError('form', `${this.left} bytes follow the last field`);
  }
}

export class ByteWriter {
  readonly #parts: Uint8Array[] = [];

  raw(bytes: Uint8Array): this {
    this.#parts.push(bytes);
    return this;
  }

  varint(value: number): this {
    return this.raw(varintBytes(value));
  }

  text(text: string): this {
    const bytes = Buffer.from(text, 'utf8');
    return this.varint(bytes.length).raw(bytes);
  }

  list(items: readonly Uint8Array[]): this {
    this.varint(items.length);
    for (const item of items) this.raw(item);
    return this;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

export function varintBytes(value: number): Buffer {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} cannot be written as a varint`);
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 128) | 0x80);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}

function decodeUtf8(bytes: Uint8Array, what: string): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new CableError('form', `${what} is not UTF-8`);
  }
}

/** A string of `least` to `most` code points. @throws CableError */
export function decodeShortText(bytes: Uint8Array, least: number, most: number, what: string): string {
  const text = decodeUtf8(bytes, what);
  const length = codePoints(text);
  if (length < least || length > most) throw new CableError('limit', `${what} has ${length} code points`);
  return text;
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
