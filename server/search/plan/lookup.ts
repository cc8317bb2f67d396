/**
 * Lookups: conditions of exact fields that the index does not have. Before a query is compiled, each value is replaced by values of fields that the
 * index has.
 */
import type { IndexField } from '../../../mappings/search/field.ts';
import type { ExactName } from '../../../mappings/search/fields.ts';
import { AppError } from '../../../platform/errors.ts';
import { identityNamed, type IdentityDirectory } from '../../identities/directory.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { Leaf } from '../language/tree.ts';

/** A post with any of these values meets the condition. */
export interface FoundTerms {
  readonly index: IndexField<'keyword'> | 'name.raw';
  readonly values: readonly string[];
  /** For an order by this field (`scoredBy`), above 0; higher comes first. 1 by default. */
  readonly score?: number;
  /** The words that led to these values, for explanations: only words of visible posts. */
  readonly words?: readonly string[];
}

export interface Lookup {
  /**
   * Nothing meets the condition without terms. @throws UnavailableError while the store does not answer; UnknownValueError for a value that
   * nobody can mean
   */
  (value: string, request: RequestContext): Promise<readonly FoundTerms[]>;
  /**
   * The lowest rev of the posts for which the lookup may still find other terms, since work on them waits; null if there is none, or if the
   * terms do not depend on new posts.
   */
  readonly pendingFrom?: () => Promise<number | null>;
}

/** The value names something that the archive does not have. The query is refused at this value. */
export class UnknownValueError extends AppError {}

/** By the name of the field. */
export type Lookups = Readonly<Record<string, Lookup>>;

export type LookedUpLeaf = Extract<Leaf, { kind: 'exact' }>;

export function lookupKey(field: ExactName, value: string): string {
  return JSON.stringify([field, value]);
}

/** Posts of a mailing list have the sender's address as `posterid`. */
export const ALIAS_FIELDS = { sender: 'posterid', tripcode: 'tripcode', name: 'name.raw' } as const;

/** Posts under any alias of an identity. An identity that was removed since the query was read has none. */
export function identityLookup(identities: IdentityDirectory): Lookup {
  return async (name) => {
    const aliases = identityNamed(await identities.all(), name)?.aliases ?? [];
    return aliases.map(({ kind, value }) => ({ index: ALIAS_FIELDS[kind], values: [value] }));
  };
}
