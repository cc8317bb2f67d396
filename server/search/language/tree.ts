/**
 * What a query means. Positions are [start, end) in the text it was parsed from, in UTF-16 code units.
 *
 * A tree is normal when `and` and `or` have two children or more, none of their own kind, and `not` has no `not` below
 * it. The parser makes only normal trees; the printer prints any and is exact on normal ones.
 */
import type { SearchSort } from '../../contract/search.ts';
import type { Moment } from './moment.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** `any` is what a bare word looks in: comment and subject. */
export type TextField = 'any' | 'comment' | 'subject';

export type IsValue = 'op' | 'reply';

export type Node =
  | { readonly kind: 'and'; readonly children: readonly Node[]; readonly span: Span }
  | { readonly kind: 'or'; readonly children: readonly Node[]; readonly span: Span }
  | { readonly kind: 'not'; readonly child: Node; readonly span: Span }
  | Leaf;

export type Leaf =
  /** A word or a phrase: there is no difference once it is read, since a word may be several to the index (`anon-san`). */
  | { readonly kind: 'text'; readonly field: TextField; readonly text: string; readonly span: Span }
  | { readonly kind: 'board'; readonly boards: readonly NamedBoard[]; readonly span: Span }
  | { readonly kind: 'is'; readonly value: IsValue; readonly span: Span }
  /** `after` means at this moment or later, `before` means earlier than it. */
  | { readonly kind: 'time'; readonly edge: 'after' | 'before'; readonly moment: Moment; readonly span: Span };

export interface NamedBoard {
  readonly name: string;
  readonly span: Span;
}

export interface Query {
  /** null: everything. */
  readonly root: Node | null;
  /** What `sort:` in the text asks for. */
  readonly sort: SearchSort | null;
}

/** Every leaf below a node, in the order of the text. */
export function* leavesOf(node: Node | null): Generator<Leaf> {
  if (node === null) return;
  switch (node.kind) {
    case 'and':
    case 'or':
      for (const child of node.children) yield* leavesOf(child);
      return;
    case 'not':
      yield* leavesOf(node.child);
      return;
    case 'text':
    case 'board':
    case 'is':
    case 'time':
      yield node;
  }
}
