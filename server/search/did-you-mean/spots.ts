/** The words of a query that may be misspelt, with their places in its text. */
import { isLeaf, type Leaf, type Node, type Span } from '../language/tree.ts';

export type TextLeaf = Extract<Leaf, { kind: 'text' }>;

export interface Spot {
  readonly leaf: TextLeaf;
  readonly word: string;
  readonly span: Span;
  readonly isQuoted: boolean;
}

/** Further words are not examined. */
const MAX_SPOTS = 6;
/** Letters of a word that is examined. */
const SHORTEST = 3;
const LONGEST = 30;
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts of which the index has whole words. */
const ALPHABETIC = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}]+$/u;

/** Leaves out words under a NOT, beginnings of words, and words of other scripts. */
export function spotsOf(root: Node | null, text: string): readonly Spot[] {
  return textLeavesOf(root)
    .filter(({ prefix }) => !prefix)
    .flatMap((leaf) => {
      const written = text.slice(leaf.span.start, leaf.span.end);
      const before = leaf.field === 'any' ? 0 : written.indexOf(':') + 1;
      return Array.from(written.slice(before).matchAll(WORDS), (match): Spot => {
        const start = leaf.span.start + before + match.index;
        const span = { start, end: start + match[0].length };
        return { leaf, word: match[0], span, isQuoted: isQuoted(leaf, text) };
      });
    })
    .slice(0, MAX_SPOTS);
}

export function isExamined({ word }: Spot): boolean {
  return word.length >= SHORTEST && word.length <= LONGEST && ALPHABETIC.test(word);
}

/** Whether only spaces are between two words of one field. Quotes belong to one phrase. */
export function areNeighbours(first: Spot, second: Spot, text: string): boolean {
  const isOnePhrase = first.leaf === second.leaf && first.isQuoted;
  const areBare = ![first, second].some(({ leaf, isQuoted: quoted }) => quoted || leaf.field !== 'any');
  return (isOnePhrase || areBare) && /^\s+$/.test(text.slice(first.span.end, second.span.start));
}

export function isQuoted({ span }: TextLeaf, text: string): boolean {
  return /["“”]\s*$/.test(text.slice(span.start, span.end));
}

/** Words and phrases, also of alternatives, but none under a NOT. */
export function textLeavesOf(node: Node | null): readonly TextLeaf[] {
  if (node === null || node.kind === 'not') return [];
  if (!isLeaf(node)) return node.children.flatMap((child) => textLeavesOf(child));
  return node.kind === 'text' ? [node] : [];
}
