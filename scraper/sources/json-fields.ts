/**
 * Typed access to the fields of a foreign JSON object. An absent field equals null. A field that its object needs is refused with the
 * object if it is missing or unreadable; any other unreadable field is dropped, which is counted by its name, and equals null too.
 */
import { RefusedError, type ParseWarnings } from './parse-result.ts';
import { isFileEnding } from '../../mappings/media.ts';
import { makeStorable } from '../../mappings/storable.ts';

export class JsonFields {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly path: string;
  readonly #warnings: ParseWarnings;
  readonly #numbersAsText: boolean;
  readonly #dropped = new Set<string>();

  /** @throws RefusedError if the value is not an object. */
  constructor(value: unknown, path: string, warnings: ParseWarnings, numbersAsText = false) {
    this.#values = asRecord(value, path);
    this.path = path;
    this.#warnings = warnings;
    this.#numbersAsText = numbersAsText;
  }

  /** The same fields, for a site that may send numbers and flags as text. */
  withNumbersAsText(): JsonFields {
    return new JsonFields(this.#values, this.path, this.#warnings, true);
  }

  /** True if a field was dropped. */
  get isIncomplete(): boolean {
    return this.#dropped.size > 0;
  }

  /** Names of the fields, in the source's order. */
  names(): string[] {
    return Object.keys(this.#values);
  }

  raw(name: string): unknown {
    return Object.hasOwn(this.#values, name) ? (this.#values[name] ?? null) : null;
  }

  /** Drops a field that cannot be read. Returns false. */
  drop(name: string): false {
    if (!this.#dropped.has(name)) this.#warnings.add(`unreadable_field:${makeStorable(name)}`);
    this.#dropped.add(name);
    return false;
  }

  /** @throws RefusedError if the field is missing or unreadable. */
  integer(name: string, min: number, max: number): number {
    return this.#needed(name, this.#integer(name, min, max));
  }

  optionalInteger(name: string, min: number, max: number): number | null {
    return this.#orDrop(name, () => this.#integer(name, min, max));
  }

  /** Seconds since 1970, without a fraction. @throws RefusedError if the field is missing or unreadable. */
  time(name: string, max: number): number {
    return this.#needed(name, this.#time(name, max));
  }

  optionalTime(name: string, max: number): number | null {
    return this.#orDrop(name, () => this.#time(name, max));
  }

  /** Accepts 0, 1, false and true; an absent field is false, an unreadable one null. */
  flag(name: string): boolean | null {
    const value = this.#number(name);
    if (value === null || value === 0 || value === false) return false;
    if (value === 1 || value === true) return true;
    this.drop(name);
    return null;
  }

  /** An empty text is null. */
  text(name: string, convert: (text: string) => string = (text) => text): string | null {
    const value = this.raw(name);
    if (value === null) return null;
    if (typeof value !== 'string') {
      this.drop(name);
      return null;
    }
    return makeStorable(convert(value), (warning) => this.#warnings.add(warning)) || null;
  }

  /** The file extension without its dot, in lower case. It becomes a part of paths, so any other text is dropped. */
  ending(name: string): string | null {
    const ending = this.text(name, (text) => text.replace(/^\./, '').toLowerCase());
    if (ending === null || isFileEnding(ending)) return ending;
    this.drop(name);
    return null;
  }

  /** 16 bytes in base64. */
  md5(name: string): Uint8Array | null {
    const text = this.text(name);
    if (text === null) return null;
    if (/^[A-Za-z0-9+/]{21}[AQgw]==$/.test(text)) return Buffer.from(text, 'base64');
    this.drop(name);
    return null;
  }

  #integer(name: string, min: number, max: number): number | null {
    const value = this.#number(name);
    if (value === null) return null;
    if (typeof value !== 'number' || !Number.isInteger(value)) return this.#refuseType(name, 'a whole number');
    return this.#inRange(name, value, min, max);
  }

  #time(name: string, max: number): number | null {
    const value = this.#number(name);
    if (value === null) return null;
    if (typeof value !== 'number') return this.#refuseType(name, 'a time in seconds');
    if (!Number.isInteger(value)) this.#warnings.add(`fraction:${name}`);
    return this.#inRange(name, Math.floor(value), 0, max);
  }

  #inRange(name: string, value: number, min: number, max: number): number {
    if (value >= min && value <= max) return value;
    throw new RefusedError('out_of_range', `${this.path}.${name} is ${value}, not from ${min} to ${max}`);
  }

  #needed<T>(name: string, value: T | null): T {
    if (value === null) throw new RefusedError('missing_field', `${this.path}.${name} is missing`);
    return value;
  }

  #orDrop<T>(name: string, read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.drop(name);
      return null;
    }
  }

  #number(name: string): unknown {
    const value = this.raw(name);
    if (!this.#numbersAsText || typeof value !== 'string') return value;
    if (value === '') return null;
    return /^-?\d{1,20}(?:\.\d{1,9})?$/.test(value) ? Number(value) : value;
  }

  #refuseType(name: string, wanted: string): never {
    const value = JSON.stringify(this.raw(name)).slice(0, 80);
    throw new RefusedError('wrong_type', `${this.path}.${name} must be ${wanted}, not ${value}`);
  }
}

/** The number that a foreign post states of itself, in digits or as a number; null if it cannot be read. */
export function statedNumber(entry: unknown, name: string): number | null {
  const value: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, name) : null;
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}

/** @throws RefusedError if the value is not a list. */
export function asList(value: unknown, path: string): readonly unknown[] {
  if (value === undefined || value === null) throw new RefusedError('missing_field', `${path} is missing`);
  if (!Array.isArray(value)) throw new RefusedError('wrong_type', `${path} must be a list`);
  return value;
}

function asRecord(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RefusedError('wrong_type', `${path} must be an object`);
  }
  return value as Readonly<Record<string, unknown>>;
}
