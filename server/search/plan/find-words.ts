/** Finds the folded words of a query in an analyzed text. */
import { phraseAnalyzer } from '../../../mappings/elasticsearch/post-index.ts';
import { analyze, type AnalyzedTerm } from '../../../mappings/text-analysis/analyze.ts';
import { foldQuery } from '../../../mappings/text-analysis/fold.ts';
import { splitFileName, type TextLeaf } from './text-query.ts';

/** `[start, end)` in UTF-16 code units. */
export type TextRange = [number, number];

/** Finds the places of the leaf's folded words. */
export function leafFinder(leaf: TextLeaf): (analyzed: readonly AnalyzedTerm[]) => TextRange[] {
  const terms = termsOfLeaf(leaf);
  return (analyzed) => find(terms, leaf.prefix, analyzed);
}

/**
 * One term for each position. CJK text (Chinese, Japanese, Korean) has two at a position, a character and the pair that begins with it.
 * The character is enough, since the next one has its own position.
 */
function termsOfLeaf({ field, text, prefix }: TextLeaf): readonly string[] {
  const analyzed =
    field === 'file'
      ? analyze(prefix ? text : splitFileName(text).name, 'post_file', 'asked')
      : analyze(text, phraseAnalyzer(foldQuery(text)), 'asked');
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
