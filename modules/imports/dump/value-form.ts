/** The form of values, and the result of reading one. */

export interface Syntax {
  readonly backslash: boolean;
  /** null: the value is not needed, and becomes null if it is quoted. */
  readonly decode: ((bytes: string) => string) | null;
}

export type Value =
  | { readonly kind: 'value'; readonly value: string | null; readonly end: number }
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'malformed' };

export const INCOMPLETE: Value = { kind: 'incomplete' };
export const MALFORMED: Value = { kind: 'malformed' };
