/**
 * Decides which posts of a folded search are hits of a query with `=`. Elasticsearch finds the candidates, at least all hits, and reports
 * which of the query's other conditions each of them meets, where that matters: `="Kern" OR board:g`, `-(board:g ="Kern")`.
 */
import { writtenTextsOf, type WrittenText } from '../../../mappings/search/written-texts.ts';
import { analyze } from '../../../mappings/text-analysis/analyze.ts';
import { conjunctsOf } from '../language/build.ts';
import { leavesOf, type Node } from '../language/tree.ts';
import { comparisonOf } from './compare-written.ts';
import { leafFinder } from './find-words.ts';
import { holdsTerm } from '../../../mappings/text-analysis/fold.ts';
import type { TextLeaf } from './text-query.ts';

/** Files have a name each. */
export type WrittenTexts = Readonly<Record<WrittenText, readonly string[]>>;

/** `met`: names of the conditions that the post meets. */
type Check = (texts: WrittenTexts, met: readonly string[]) => boolean;

export interface AsWritten {
  readonly isHit: Check;
  /** Conditions of which Elasticsearch has to report whether a candidate meets them; their places are their names. */
  readonly conditions: readonly Node[];
}

/** null for a query without `=`. `isSearchable`: false for words that the index ignores. */
export function asWrittenOf(root: Node | null, isSearchable: (node: Node) => boolean): AsWritten | null {
  if (!hasAsWritten(root)) return null;
  const conditions: Node[] = [];
  const checkOf = (node: Node): Check => {
    if (!hasAsWritten(node)) {
      const name = String(conditions.push(node) - 1);
      return (_, met) => met.includes(name);
    }
    switch (node.kind) {
      case 'and':
      case 'or': {
        const children = node.children.filter((child) => isSearchable(child) || hasAsWritten(child));
        const checks = children.map((child) => checkOf(child));
        return node.kind === 'and'
          ? (texts, met) => checks.every((check) => check(texts, met))
          : (texts, met) => checks.some((check) => check(texts, met));
      }
      case 'not': {
        const check = checkOf(node.child);
        return (texts, met) => !check(texts, met);
      }
      case 'text':
        return leafCheck(node);
      case 'part':
      case 'board':
      case 'is':
      case 'has':
      case 'time':
      case 'exact':
      case 'number':
      case 'quote':
        throw new TypeError(`${node.kind} is compared with no text`);
    }
  };
  // Candidates meet every other condition at the top of the tree.
  const checks = conjunctsOf(root)
    .filter((node) => hasAsWritten(node))
    .map((node) => checkOf(node));
  return { isHit: (texts, met) => checks.every((check) => check(texts, met)), conditions };
}

function hasAsWritten(node: Node | null): boolean {
  return [...leavesOf(node)].some((leaf) => leaf.kind === 'text' && leaf.asWritten === true);
}

function leafCheck(leaf: TextLeaf): Check {
  const fields = writtenTextsOf(leaf.field);
  const comparison = comparisonOf(leaf);
  const find = holdsTerm(leaf.text) ? leafFinder(leaf) : null;
  const isIn = (text: string, field: WrittenText): boolean => {
    if (!comparison.mayBeIn(text)) return false;
    if (find === null) return true;
    const places = find(analyze(text, field === 'media_name' ? 'post_file' : 'post_text'));
    return places.some((place) => comparison.isAt(text, place));
  };
  return (texts) => fields.some((field) => texts[field].some((text) => isIn(text, field)));
}
