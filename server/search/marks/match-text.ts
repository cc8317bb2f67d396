/**
 * Finds the matches of a query's words and phrases in the text of a post, with the analysis of the index. Conditions other than words
 * of the post itself (boards, times, the opening post's words) count as met, since otherwise the post would not be a hit.
 */
import type { PartName } from '../../../mappings/search/fields.ts';
import type { AnalyzedTerm } from '../../../mappings/text-analysis/analyze.ts';
import { partOf, placesOf } from '../../../mappings/text-analysis/parts.ts';
import type { Node } from '../language/tree.ts';
import { comparisonOf } from '../plan/compare-written.ts';
import { leafFinder, type TextRange } from '../plan/find-words.ts';
import { isThreadTextLeaf } from '../plan/resolved-conditions.ts';
import { holdsTerm } from '../../../mappings/text-analysis/fold.ts';
import { splitFileName, textsOf, type TextLeaf } from '../plan/text-query.ts';

/** `exif` and `notices` are parts of the comment that the site added. */
export const MARKED_FIELDS = ['comment', 'exif', 'notices', 'subject', 'media_name'] as const;
export type MarkedField = (typeof MARKED_FIELDS)[number];

export type Marks = Partial<Record<MarkedField, TextRange[]>>;

/** Terms of each field of one post. */
export type AnalyzedTexts = (field: MarkedField) => readonly AnalyzedTerm[];
/** The fields of one post, for words that are compared as written. */
export type ShownTexts = Readonly<Partial<Record<MarkedField, string | null>>>;

/** Marks of a post; null where its texts do not match the query. */
export type TextMatcher = (texts: AnalyzedTexts, written: ShownTexts) => Marks | null;

const NOTHING: Marks = {};

/** The marked fields that are searched for the words of the leaf. */
function markedFieldsOf(leaf: TextLeaf): readonly MarkedField[] {
  if (isThreadTextLeaf(leaf)) return [];
  const texts: readonly string[] = textsOf(leaf.field);
  return MARKED_FIELDS.filter((field) => texts.includes(field));
}

/** null for a query without words of the post's own text, whose hits have no marks. */
export function textMatcher(root: Node | null): TextMatcher | null {
  if (root === null || !hasMarks(root)) return null;
  return matcherOf(root);
}

function hasMarks(node: Node): boolean {
  if (node.kind === 'and' || node.kind === 'or') return node.children.some((child) => hasMarks(child));
  if (node.kind === 'part') return true;
  return node.kind === 'text' && holdsTerm(node.text) && markedFieldsOf(node).length > 0;
}

function matcherOf(node: Node): TextMatcher {
  switch (node.kind) {
    case 'and': {
      const parts = node.children.map((child) => matcherOf(child));
      return (texts, written) => {
        const marks = parts.map((part) => part(texts, written));
        return marks.includes(null) ? null : united(marks);
      };
    }
    case 'or': {
      const parts = node.children.map((child) => matcherOf(child));
      return (texts, written) => {
        const marks = parts.map((part) => part(texts, written)).filter((found) => found !== null);
        return marks.length === 0 ? null : united(marks);
      };
    }
    case 'text':
      return leafMatcher(node);
    case 'part':
      return partMatcher(node);
    // The post is a hit, so it does not contain the words below a NOT.
    case 'not':
    case 'board':
    case 'is':
    case 'has':
    case 'time':
    case 'exact':
    case 'number':
    case 'quote':
      return () => NOTHING;
  }
}

function leafMatcher(leaf: TextLeaf): TextMatcher {
  const fields = markedFieldsOf(leaf);
  if (fields.length === 0 || !holdsTerm(leaf.text)) return () => NOTHING;
  const findLeaf = leafFinder(leaf);
  const comparison = leaf.asWritten === true ? comparisonOf(leaf) : null;
  return (texts, written) => {
    const marks: Marks = {};
    let isFound = false;
    for (const field of fields) {
      const found = findLeaf(texts(field));
      const ranges =
        comparison === null ? found : found.filter((place) => comparison.isAt(written[field] ?? '', place));
      if (ranges.length === 0) continue;
      marks[field] = ranges;
      isFound = true;
    }
    return isFound ? marks : null;
  };
}

/** The fields that `file:` and `subject:` search have these texts too. */
const TEXT_OF_PARTS = { subject: 'subject', file: 'media_name' } as const satisfies Record<PartName, MarkedField>;

function partMatcher({ field, text, atEnd }: Extract<Node, { kind: 'part' }>): TextMatcher {
  const part = partOf(field === 'file' && atEnd ? splitFileName(text).name : text, atEnd);
  const marked = TEXT_OF_PARTS[field];
  return (_texts, written) => {
    const places = placesOf(part, written[marked] ?? '');
    return places.length === 0 ? null : { [marked]: places };
  };
}

function united(all: readonly (Marks | null)[]): Marks {
  const marks: Marks = {};
  for (const found of all) {
    for (const field of MARKED_FIELDS) {
      const ranges = found?.[field];
      if (ranges !== undefined) marks[field] = [...(marks[field] ?? []), ...ranges];
    }
  }
  return marks;
}

/** Sorted; ranges that meet or overlap, such as pairs of characters, are merged. */
export function merged(ranges: readonly TextRange[]): TextRange[] {
  const result: TextRange[] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}
