/** Readers and writers for numbers, keys, strings and lists. A reader never allocates more than the bytes that it was given. */
import { CableError } from '../cable-error.ts';

/** Numbers above 2^53 - 1 and encodings longer than 8 bytes are refused, as in the other implementations. */
const MAX_VARINT_BYTES = 8;

/** Strict: signed bytes must not be changed by replacement characters. */
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
    if (count > this.left) throw new CableError('form', `truncated: expected ${count} bytes, got ${this.left}`);
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
    throw new CableError('limit', 'a number is longer than 8 bytes');
  }

  /** Reads a number of bytes or items, at most `most`. */
  count(most: number, what: string): number {
    const count = this.varint();
    if (count > most) throw new CableError('limit', `${what}: ${count} exceeds the limit of ${most}`);
    return count;
  }

  /** @param most The limit in bytes. */
  text(most: number, what: string): string {
    return decodeUtf8(this.take(this.count(most, what)), what);
  }

  /** Reads a string of `least` to `most` code points. */
  shortText(least: number, most: number, what: string): string {
    return decodeShortText(this.take(this.count(4 * most, what)), least, most, what);
  }

  list(bytes: number, most: number, what: string): Buffer[] {
    const count = this.count(most, what);
    // The check comes before the allocation of the list.
    if (count * bytes > this.left) throw new CableError('form', `${what}: truncated, expected ${count} items`);
    return Array.from({ length: count }, () => this.take(bytes));
  }

  /** Reads 0 or 1. */
  flag(what: string): 0 | 1 {
    const value = this.varint();
    if (value !== 0 && value !== 1) throw new CableError('form', `${what} must be 0 or 1, not ${value}`);
    return value;
  }

  end(): void {
    if (this.left > 0) throw new CableError('form', `${this.left} unexpected bytes after the last field`);
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
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`cannot encode ${value} as a varint`);
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
    throw new CableError('form', `${what} is not valid UTF-8`);
  }
}

/** Decodes a string of `least` to `most` code points. @throws CableError */
export function decodeShortText(bytes: Uint8Array, least: number, most: number, what: string): string {
  const text = decodeUtf8(bytes, what);
  const length = codePoints(text);
  if (length < least || length > most)
    throw new CableError('limit', `${what} has ${length} code points, allowed are ${least} to ${most}`);
  return text;
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
