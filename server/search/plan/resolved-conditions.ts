/**
 * Resolved conditions: results of the lookups that some leaves need before they can be compiled, since their conditions are not part of
 * a post. All other leaves are compiled from the tree alone.
 */
import { fieldOf, type NameOf } from '../../../mappings/search/fields.ts';
import type { Leaf } from '../language/tree.ts';
import type { FoundTerms, LookedUpLeaf } from './lookup.ts';

/** `op.subject:` or `op.comment:`: words of the thread's opening post, which hold for every post of the thread. */
export type ThreadTextLeaf = Extract<Leaf, { kind: 'text' }> & { readonly field: NameOf<'text'> };
export type QuoteLeaf = Extract<Leaf, { kind: 'quote' }>;

/** Nums of opening posts, by board. */
export type ThreadSet = ReadonlyMap<string, readonly number[]>;

export interface LinkedPost {
  readonly board: string;
  readonly num: number;
}

export interface ResolvedConditions {
  /** Threads whose opening post matches, by `threadTextKey`. */
  readonly threads: ReadonlyMap<string, ThreadSet>;
  /** Posts that a post links to, by `quoteKey`. */
  readonly quoted: ReadonlyMap<string, readonly LinkedPost[]>;
  /** The result of an exact field's lookup of a value, by `lookupKey`. */
  readonly terms: ReadonlyMap<string, readonly FoundTerms[]>;
  /**
   * Boards that hits may be on: a post number without a board means the post with that number on each of them. null: not looked up,
   * since no leaf needs them.
   */
  readonly boards: readonly string[] | null;
}

export const NOTHING_RESOLVED: ResolvedConditions = {
  threads: new Map(),
  quoted: new Map(),
  terms: new Map(),
  boards: null,
};

export function isThreadTextLeaf(leaf: Leaf): leaf is ThreadTextLeaf {
  return leaf.kind === 'text' && leaf.field !== 'any' && fieldOf('text', leaf.field).isOfOpener === true;
}

export function isLookedUpLeaf(leaf: Leaf): leaf is LookedUpLeaf {
  return leaf.kind === 'exact' && fieldOf('exact', leaf.field).index === null;
}

export function threadTextKey({ field, text, prefix }: ThreadTextLeaf): string {
  return JSON.stringify([field, text, prefix]);
}

export function quoteKey({ board, num }: QuoteLeaf): string {
  return `${board ?? ''}.${num}`;
}

/** @throws TypeError when the leaf was not resolved: silently finding no posts would be wrong */
export function requireResolved<T>(results: ReadonlyMap<string, T>, key: string): T {
  return results.get(key) ?? throwUnresolved(key);
}

/** The boards of the post that the leaf names: its own, or all that hits may be on. @throws TypeError when these were not looked up */
export function boardsOfQuote(leaf: QuoteLeaf, boards: ResolvedConditions['boards']): readonly string[] {
  return leaf.board === null ? (boards ?? throwUnresolved(quoteKey(leaf))) : [leaf.board];
}

function throwUnresolved(key: string): never {
  throw new TypeError(`${key} was not resolved before the query was compiled`);
}
