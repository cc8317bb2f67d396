/** Typed access to the fields of a foreign JSON object. An absent field equals null; a wrong type refuses the document. */
import { RefusedError, type OddityCount } from './parse-result.ts';
import { makeStorable } from '../../mappings/storable.ts';

export class JsonFields {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly path: string;
  readonly #oddities: OddityCount;
  readonly #numbersAsText: boolean;

  /** @throws RefusedError if the value is not an object. */
  constructor(value: unknown, path: string, oddities: OddityCount, numbersAsText = false) {
    this.#values = asRecord(value, path);
    this.path = path;
    this.#oddities = oddities;
    this.#numbersAsText = numbersAsText;
  }

  /** The same fields, for a site that may send numbers and flags as text. */
  withNumbersAsText(): JsonFields {
    return new JsonFields(this.#values, this.path, this.#oddities, true);
  }

  /** Names of the fields, in the source's order. */
  names(): string[] {
    return Object.keys(this.#values);
  }

  raw(name: string): unknown {
    return Object.hasOwn(this.#values, name) ? (this.#values[name] ?? null) : null;
  }

  optionalInteger(name: string, min: number, max: number): number | null {
    const value = this.#number(name);
    if (value === null) return null;
    if (typeof value !== 'number' || !Number.isInteger(value)) return this.#refuseType(name, 'a whole number');
    if (value < min || value > max) {
      throw new RefusedError('out_of_range', `${this.path}.${name} is ${value}, not from ${min} to ${max}`);
    }
    return value;
  }

  integer(name: string, min: number, max: number): number {
    const value = this.optionalInteger(name, min, max);
    if (value === null) throw new RefusedError('missing_field', `${this.path}.${name} is missing`);
    return value;
  }

  /** Accepts 0, 1, false and true; an absent field is false. */
  flag(name: string): boolean {
    const value = this.#number(name);
    if (value === null || value === 0 || value === false) return false;
    if (value === 1 || value === true) return true;
    return this.#refuseType(name, '0 or 1');
  }

  /** An empty text is null. */
  text(name: string, convert: (text: string) => string = (text) => text): string | null {
    const value = this.raw(name);
    if (value === null) return null;
    if (typeof value !== 'string') return this.#refuseType(name, 'text');
    return makeStorable(convert(value), (oddity) => this.#oddities.add(oddity)) || null;
  }

  #number(name: string): unknown {
    const value = this.raw(name);
    if (!this.#numbersAsText || typeof value !== 'string') return value;
    if (value === '') return null;
    return /^-?\d{1,20}$/.test(value) ? Number(value) : value;
  }

  #refuseType(name: string, wanted: string): never {
    const value = JSON.stringify(this.raw(name)).slice(0, 80);
    throw new RefusedError('wrong_type', `${this.path}.${name} must be ${wanted}, not ${value}`);
  }
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
