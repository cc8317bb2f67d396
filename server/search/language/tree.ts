/**
 * The tree of a query. Positions are [start, end) in the text, in UTF-16 code units.
 *
 * A tree is normal when `and` and `or` have at least two children, none of their own kind, `not` has no `not` below it, and
 * values are in the form of the index. The parser makes only normal trees. The printer accepts any tree and
 * is exact on normal ones.
 */
import type { HintCode, SearchGroup, SearchSort } from '../../../mappings/contract/search.ts';
import type {
  ExactName,
  HasValue,
  IsValue,
  NameOf,
  NumberName,
  PartName,
  TextName,
  TimeName,
} from '../../../mappings/search/fields.ts';
import type { Moment } from './moment.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Node =
  | { readonly kind: 'and'; readonly children: readonly Node[]; readonly span: Span }
  | { readonly kind: 'or'; readonly children: readonly Node[]; readonly span: Span }
  | { readonly kind: 'not'; readonly child: Node; readonly span: Span }
  | Leaf;

/**
 * A condition that has no other conditions below it. A list of boards or exact values is one leaf, since Elasticsearch takes
 * it as one clause; `is:` and `has:` stand for a query per value, so that a list of them is an `or` of leaves.
 */
export type Leaf =
  /** A word or a phrase. They are not distinguished, since the index may split a word (`anon-san`). */
  | {
      readonly kind: 'text';
      readonly field: TextName;
      readonly text: string;
      /** `kern*`: the last word may continue. `text` then ends with at least three letters or digits. */
      readonly prefix: boolean;
      /** `="Kern"`: hits are compared with the text as written (server/search/plan/compare-written.ts). */
      readonly asWritten?: true;
      readonly span: Span;
    }
  /** `*kern*`: these letters anywhere in the text; `*kern`: a word that ends with them. */
  | {
      readonly kind: 'part';
      readonly field: PartName;
      readonly text: string;
      readonly atEnd: boolean;
      readonly span: Span;
    }
  | { readonly kind: 'board'; readonly boards: readonly NamedBoard[]; readonly span: Span }
  | { readonly kind: 'is'; readonly value: IsValue; readonly span: Span }
  | { readonly kind: 'has'; readonly value: HasValue; readonly span: Span }
  /** The declaration of the field defines which edge is compared and with which time. */
  | { readonly kind: 'time'; readonly edge: TimeName; readonly moment: Moment; readonly span: Span }
  /** Any of these values. */
  | { readonly kind: 'exact'; readonly field: ExactName; readonly values: readonly string[]; readonly span: Span }
  /** Integers from `min` to `max`, both included; null means no bound. */
  | {
      readonly kind: 'number';
      readonly field: NumberName;
      readonly min: number | null;
      readonly max: number | null;
      readonly span: Span;
    }
  /**
   * quotes: posts that quote this post. quoted-by: posts that this post quotes. `board` null: any of the posts with this num
   * on the boards that hits may be on.
   */
  | {
      readonly kind: 'quote';
      readonly direction: NameOf<'quote'>;
      readonly board: string | null;
      readonly num: number;
      readonly span: Span;
    };

export interface NamedBoard {
  readonly name: string;
  readonly span: Span;
}

export interface Query {
  /** null matches everything. */
  readonly root: Node | null;
  /** `sort:` in the text; null without it. */
  readonly sort: SearchSort | null;
  /** `group:thread`: one hit per thread. */
  readonly group: SearchGroup | null;
}

/** Valid text that probably means something else; HINT_CODES of the contract has the codes. */
export interface Hint {
  readonly code: HintCode;
  readonly message: string;
  readonly span: Span;
  /** The whole query as it was probably meant. */
  readonly suggestion: string | null;
}

export function isLeaf(node: Node): node is Leaf {
  return node.kind !== 'and' && node.kind !== 'or' && node.kind !== 'not';
}

/** All leaves below a node, in text order. */
export function* leavesOf(node: Node | null): Generator<Leaf> {
  if (node === null) return;
  if (isLeaf(node)) yield node;
  else for (const child of node.kind === 'not' ? [node.child] : node.children) yield* leavesOf(child);
}

/** A word that was written with a `*`, for their limit. */
export function isStarred(leaf: Leaf): boolean {
  return leaf.kind === 'part' || (leaf.kind === 'text' && leaf.prefix);
}

/** The number of values of a query, for its limit. */
export function valueCountOfAll(root: Node | null): number {
  return [...leavesOf(root)].reduce((sum, leaf) => sum + valueCountOf(leaf), 0);
}

/** The number of values of a leaf, for the limits: each board or value of a list counts, and any other leaf counts as one. */
export function valueCountOf(leaf: Leaf): number {
  if (leaf.kind === 'board') return leaf.boards.length;
  return leaf.kind === 'exact' ? leaf.values.length : 1;
}
