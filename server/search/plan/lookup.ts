/**
 * Lookups: conditions of exact fields that the index does not have. Before a query is compiled, each value is replaced by values of fields that the
 * index has.
 */
import type { Pool } from 'pg';
import type { Elasticsearch } from '../../../platform/elasticsearch.ts';
import type { IndexField } from '../../../mappings/search/field.ts';
import type { ExactName } from '../../../mappings/search/fields.ts';
import { identityNamed, type IdentityDirectory } from '../../identities/directory.ts';
import type { Leaf } from '../language/tree.ts';

/** A post with any of these values meets the condition. */
export interface FoundTerms {
  readonly index: IndexField<'keyword'> | 'name.raw';
  readonly values: readonly string[];
  /** For an order by this field (`scoredBy`), above 0; higher comes first. 1 by default. */
  readonly score?: number;
}

/** Nothing meets the condition without terms. @throws UnavailableError while the store does not answer */
export type Lookup = (value: string, signal: AbortSignal) => Promise<readonly FoundTerms[]>;

/** By the name of the field. */
export type Lookups = Readonly<Record<string, Lookup>>;

export interface LookupStores {
  readonly pool: Pool;
  readonly elasticsearch: Elasticsearch;
}

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
