/** One setting of a table (settings.ts). */
import type { Parser } from './setting-values.ts';

export interface Setting<T> {
  /** Name in the environment. */
  readonly name: string;
  /** As it is written in the environment; null when the setting is optional. */
  readonly fallback: string | null;
  /** One or two sentences for operators, with units. */
  readonly meaning: string;
  readonly parse: Parser<NonNullable<T>>;
}

export function setting<T>(name: string, parse: Parser<T>, fallback: string, meaning: string): Setting<T>;
export function setting<T>(name: string, parse: Parser<T>, fallback: null, meaning: string): Setting<T | null>;
export function setting<T>(
  name: string,
  parse: Parser<NonNullable<T>>,
  fallback: string | null,
  meaning: string,
): Setting<T> {
  return { name, fallback, meaning, parse };
}
