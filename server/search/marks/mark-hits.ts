/** Marks the matches in the hits of a page, in the texts that are shown. A hit whose row has changed since it was indexed may have no marks. */
import { LRUCache } from 'lru-cache';
import { analyze, type AnalyzedTerm } from '../../../mappings/text-analysis/analyze.ts';
import { inPlace } from '../../../mappings/comment/text-parts.ts';
import type { Post } from '../../../mappings/contract/post.ts';
import type { Highlights } from '../../../mappings/contract/search.ts';
import type { Node } from '../language/tree.ts';
import { merged, textMatcher, type AnalyzedTexts, type MarkedField, type Marks } from './match-text.ts';

export type MarkedTexts = Readonly<Record<MarkedField, string | null>>;

/** The texts of a post; `names` are those of its files. Those of the parts of its comment have spaces in place of the other parts, so that offsets are those in the comment. */
export function markedTexts(
  { comment, tokens }: Pick<Post, 'comment' | 'tokens'>,
  subject: string | null,
  names: string | null,
): MarkedTexts {
  return {
    comment: inPlace(tokens, comment, 'written'),
    exif: inPlace(tokens, comment, 'exif'),
    notices: inPlace(tokens, comment, 'notice'),
    subject,
    media_name: names,
  };
}

/** The highlights of each hit, in the order of the hits. */
export function markHits(root: Node | null, hits: readonly MarkedTexts[]): readonly Highlights[] {
  const matcher = textMatcher(root);
  return hits.map((texts) => highlightsOf(matcher?.(analyzedOnce(texts), texts) ?? {}));
}

function analyzedOnce(texts: MarkedTexts): AnalyzedTexts {
  const analyzed: Partial<Record<MarkedField, readonly AnalyzedTerm[]>> = {};
  return (field) =>
    (analyzed[field] ??=
      field === 'media_name' ? analyze(texts[field] ?? '', 'post_file') : termsOf(texts[field] ?? ''));
}

/** Terms of texts that were marked before: each search while a reader types finds many of the same posts. */
const KNOWN_TERMS = new LRUCache<string, readonly AnalyzedTerm[]>({
  maxSize: 100_000,
  sizeCalculation: ({ length }) => length + 1,
});

function termsOf(text: string): readonly AnalyzedTerm[] {
  const known = KNOWN_TERMS.get(text);
  if (known !== undefined) return known;
  const terms = analyze(text, 'post_text');
  KNOWN_TERMS.set(text, terms);
  return terms;
}

function highlightsOf(marks: Marks): Highlights {
  const { subject = [], media_name: name = [] } = marks;
  const comment = [...(marks.comment ?? []), ...(marks.exif ?? []), ...(marks.notices ?? [])];
  return {
    ...(comment.length > 0 && { comment: merged(comment) }),
    ...(subject.length > 0 && { subject: merged(subject) }),
    ...(name.length > 0 && { media_name: merged(name) }),
  };
}
