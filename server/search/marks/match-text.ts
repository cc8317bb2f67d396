/**
 * Finds the matches of a query's words and phrases in the text of a post, with the analysis of the index. Conditions other than words
 * of the post itself (boards, times, the opening post's words) count as met, since otherwise the post would not be a hit.
 */
import { phraseAnalyzer } from '../../../mappings/elasticsearch/post-index.ts';
import { analyze, type AnalyzedTerm } from '../../../mappings/text-analysis/analyze.ts';
import type { Node } from '../language/tree.ts';
import { isThreadTextLeaf } from '../plan/resolved-conditions.ts';
import { holdsTerm, splitFileName, textsOf, type TextLeaf } from '../plan/text-query.ts';

export const MARKED_FIELDS = ['comment', 'subject', 'media_name'] as const;
export type MarkedField = (typeof MARKED_FIELDS)[number];

/** `[start, end)` in UTF-16 code units. */
export type TextRange = [number, number];
export type Marks = Partial<Record<MarkedField, TextRange[]>>;

/** Terms of each field of one post. */
export type AnalyzedTexts = (field: MarkedField) => readonly AnalyzedTerm[];

/** Marks of a post; null where its texts do not match the query. */
export type TextMatcher = (texts: AnalyzedTexts) => Marks | null;

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
  return node.kind === 'text' && holdsTerm(node.text) && markedFieldsOf(node).length > 0;
}

function matcherOf(node: Node): TextMatcher {
  switch (node.kind) {
    case 'and': {
      const parts = node.children.map((child) => matcherOf(child));
      return (texts) => {
        const marks = parts.map((part) => part(texts));
        return marks.includes(null) ? null : united(marks);
      };
    }
    case 'or': {
      const parts = node.children.map((child) => matcherOf(child));
      return (texts) => {
        const marks = parts.map((part) => part(texts)).filter((found) => found !== null);
        return marks.length === 0 ? null : united(marks);
      };
    }
    case 'text':
      return leafMatcher(node);
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
  const terms = termsOf(leaf);
  return (texts) => {
    const marks: Marks = {};
    let isFound = false;
    for (const field of fields) {
      const ranges = find(terms, leaf.prefix, texts(field));
      if (ranges.length === 0) continue;
      marks[field] = ranges;
      isFound = true;
    }
    return isFound ? marks : null;
  };
}

/**
 * One term for each position. CJK text (Chinese, Japanese, Korean) has two at a position, a character and the pair that begins with it.
 * The character is enough, since the next one has its own position.
 */
function termsOf({ field, text, prefix }: TextLeaf): readonly string[] {
  const analyzed =
    field === 'file'
      ? analyze(prefix ? text : splitFileName(text).name, 'post_file')
      : analyze(text, phraseAnalyzer(text));
  return analyzed.filter(({ position }, at) => analyzed[at - 1]?.position !== position).map(({ term }) => term);
}

function find(terms: readonly string[], prefix: boolean, analyzed: readonly AnalyzedTerm[]): TextRange[] {
  const last = terms.length - 1;
  const matches = (found: AnalyzedTerm, at: number) =>
    prefix && at === last ? found.term.startsWith(terms[at] ?? '') : found.term === terms[at];
  /** Returns the end of the phrase that begins with `first`; null if its other terms do not follow. */
  const endOf = (first: AnalyzedTerm, place: number): number | null => {
    let end = first.end;
    let at = 1;
    for (let next = place + 1; at <= last; next++) {
      const found = analyzed[next];
      if (found === undefined || found.position > first.position + at) return null;
      if (found.position < first.position + at || !matches(found, at)) continue;
      end = found.end;
      at++;
    }
    return end;
  };
  const ranges: TextRange[] = [];
  let place = 0;
  for (const first of analyzed) {
    const end = matches(first, 0) ? endOf(first, place) : null;
    if (end !== null) ranges.push([first.start, end]);
    place++;
  }
  return ranges;
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
