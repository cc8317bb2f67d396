/**
 * What a query means. Positions are [start, end) in the text it was parsed from, in UTF-16 code units.
 *
 * A tree is normal when `and` and `or` have two children or more, none of their own kind, and `not` has no `not` below
 * it; values are in the one form in which the index holds them (values.ts). The parser makes only normal trees; the
 * printer prints any and is exact on normal ones.
 */
import type { SearchSort } from '../../../mappings/contract/search.ts';
import type { Moment } from './moment.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** `any` is what a bare word looks in: comment and subject. `op.` is the opening post of the thread. */
export type TextField = 'any' | 'comment' | 'subject' | 'name' | 'file' | 'op.subject' | 'op.comment';

/** Fields whose value is looked for as a whole. */
export type ExactField =
  | 'trip'
  | 'email'
  | 'id'
  | 'identity'
  | 'country'
  | 'capcode'
  | 'ext'
  | 'md5'
  | 'sha256'
  | 'domain';

export type NumberField =
  | 'width'
  | 'height'
  | 'size'
  | 'replies'
  | 'images'
  | 'posters'
  | 'length'
  | 'subject.length'
  | 'num'
  | 'thread'
  | 'since4pass';

export const IS_VALUES = [
  'op',
  'reply',
  'deleted',
  'file-deleted',
  'ghost',
  'sticky',
  'closed',
  'archived',
  'spoiler',
] as const;
export type IsValue = (typeof IS_VALUES)[number];

export const HAS_VALUES = [
  'file',
  'image',
  'video',
  'subject',
  'comment',
  'name',
  'trip',
  'email',
  'id',
  'country',
  'capcode',
  'link',
  'quote',
] as const;
export type HasValue = (typeof HAS_VALUES)[number];

export type TimeEdge = 'after' | 'before' | 'during';

export type Node =
  | { readonly kind: 'and'; readonly children: readonly Node[]; readonly span: Span }
  | { readonly kind: 'or'; readonly children: readonly Node[]; readonly span: Span }
  | { readonly kind: 'not'; readonly child: Node; readonly span: Span }
  | Leaf;

export type Leaf =
  /** A word or a phrase: there is no difference once it is read, since a word may be several to the index (`anon-san`). */
  | {
      readonly kind: 'text';
      readonly field: TextField;
      readonly text: string;
      /** The last word of `text` may go on: `kern*`. It ends in three letters or digits then. */
      readonly prefix: boolean;
      readonly span: Span;
    }
  | { readonly kind: 'board'; readonly boards: readonly NamedBoard[]; readonly span: Span }
  | { readonly kind: 'is'; readonly value: IsValue; readonly span: Span }
  | { readonly kind: 'has'; readonly value: HasValue; readonly span: Span }
  /** `after` means at its beginning or later, `before` means earlier than that, `during` from its beginning to its end. */
  | { readonly kind: 'time'; readonly edge: TimeEdge; readonly moment: Moment; readonly span: Span }
  /** One of these values. */
  | { readonly kind: 'exact'; readonly field: ExactField; readonly values: readonly string[]; readonly span: Span }
  /** From `min` to `max`, both included; one of them may be open. Integers from 0 on. */
  | {
      readonly kind: 'number';
      readonly field: NumberField;
      readonly min: number | null;
      readonly max: number | null;
      readonly span: Span;
    }
  /** Posts that quote this one, or that this one quotes. `board` null: a post's own board. */
  | {
      readonly kind: 'quote';
      readonly direction: 'quotes' | 'quoted-by';
      readonly board: string | null;
      readonly num: number;
      readonly span: Span;
    };

export interface NamedBoard {
  readonly name: string;
  readonly span: Span;
}

export interface Query {
  /** null: everything. */
  readonly root: Node | null;
  /** What `sort:` in the text asks for. */
  readonly sort: SearchSort | null;
  /** `group:thread`: one hit a thread. */
  readonly group: 'thread' | null;
}

/** Something that is no mistake and may not be what was meant. */
export interface Hint {
  readonly code: string;
  readonly message: string;
  readonly span: Span;
  /** The whole query, as it may have been meant. */
  readonly suggestion: string | null;
}

export interface ParsedQuery extends Query {
  readonly hints: readonly Hint[];
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
    case 'has':
    case 'time':
    case 'exact':
    case 'number':
    case 'quote':
      yield node;
  }
}

/** Leaves as the limits count them: each board and each value is one. */
export function weightOf(leaf: Leaf): number {
  if (leaf.kind === 'board') return leaf.boards.length;
  return leaf.kind === 'exact' ? leaf.values.length : 1;
}
