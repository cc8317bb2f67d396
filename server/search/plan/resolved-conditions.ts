/** What a look at the stores found out about leaves that no query of Elasticsearch can say by itself. */
import type { IdentityAlias } from '../../../mappings/contract/identity.ts';
import type { Leaf } from '../language/tree.ts';
import type { ThreadSet } from './find-threads.ts';
import type { LinkedPost } from './quoted-posts.ts';

export type OpenerLeaf = Extract<Leaf, { kind: 'text' }> & { readonly field: 'op.subject' | 'op.comment' };
export type QuoteLeaf = Extract<Leaf, { kind: 'quote' }>;

export interface Resolved {
  /** By `openerKey`; null: too many threads to list. */
  readonly threads: ReadonlyMap<string, ThreadSet | null>;
  /** Posts that a post links to, by `quoteKey`. */
  readonly quoted: ReadonlyMap<string, readonly LinkedPost[]>;
  /** What each identity writes under, by its name as the query has it. */
  readonly identities: ReadonlyMap<string, readonly IdentityAlias[]>;
  /** Boards that a num without one may be of. */
  readonly boards: readonly string[];
}

export const NOTHING_RESOLVED: Resolved = { threads: new Map(), quoted: new Map(), identities: new Map(), boards: [] };

export function isOpenerLeaf(leaf: Leaf): leaf is OpenerLeaf {
  return leaf.kind === 'text' && (leaf.field === 'op.subject' || leaf.field === 'op.comment');
}

export function openerKey({ field, text, prefix }: OpenerLeaf): string {
  return JSON.stringify([field, text, prefix]);
}

export function quoteKey({ board, num }: QuoteLeaf): string {
  return `${board ?? ''}.${num}`;
}

/** Whoever compiles a query has looked up what it needs: to find nothing instead would be a lie. */
export function looked<T>(answers: ReadonlyMap<string, T>, key: string): T {
  const answer = answers.get(key);
  if (answer === undefined) throw new TypeError(`${key} was not looked up before the query was compiled`);
  return answer;
}
