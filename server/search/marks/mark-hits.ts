/**
 * Marks the matches in the hits of a page, in the texts that are shown. If our own analysis finds no match in a hit, Elasticsearch
 * analyzes its texts. If that finds none either, the row has changed since it was indexed, and the hit gets no marks.
 */
import { toError } from '../../../platform/errors.ts';
import { analyze, type AnalyzedTerm } from '../../../mappings/text-analysis/analyze.ts';
import { foldFileNameWithOrigins, foldWithOrigins } from '../../../mappings/text-analysis/fold.ts';
import { inPlace } from '../../../mappings/comment/text-parts.ts';
import type { Post } from '../../../mappings/contract/post.ts';
import type { Highlights } from '../../../mappings/contract/search.ts';
import { withTimeout } from '../../limits/with-timeout.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { ElasticsearchContext } from '../elasticsearch/send-search.ts';
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

export interface HitToMark {
  /** The index that the hit is in; null if unknown. */
  readonly index: string | null;
  readonly texts: MarkedTexts;
}

export type MarkContext = Pick<ElasticsearchContext, 'elasticsearch' | 'metrics'>;

/** If more hits need this than the limit, edits have overtaken the page; the remaining hits stay without marks. */
const MAX_ASKED = 10;
const ASK_TIMEOUT_MS = 1_000;

/** The highlights of each hit, in the order of the hits. */
export async function markHits(
  context: MarkContext,
  root: Node | null,
  hits: readonly HitToMark[],
  request: Pick<RequestContext, 'signal'>,
): Promise<readonly Highlights[]> {
  const matcher = textMatcher(root);
  if (matcher === null) return hits.map(() => ({}));
  let asked = 0;
  return Promise.all(
    hits.map(async ({ index, texts }) => {
      const own = matcher(analyzedOnce(texts), texts);
      if (own !== null) return highlightsOf(own);
      if (index === null || asked++ >= MAX_ASKED) return {};
      const terms = await askForTerms(context, index, texts, request);
      const theirs = terms === null ? null : matcher((field) => terms[field], texts);
      context.metrics?.onAnalysisAsked(theirs === null ? 'no_match' : 'match');
      return theirs === null ? {} : highlightsOf(theirs);
    }),
  );
}

function analyzedOnce(texts: MarkedTexts): AnalyzedTexts {
  const analyzed: Partial<Record<MarkedField, readonly AnalyzedTerm[]>> = {};
  return (field) =>
    (analyzed[field] ??= analyze(texts[field] ?? '', field === 'media_name' ? 'post_file' : 'post_text'));
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

/** null if Elasticsearch does not answer. */
async function askForTerms(
  { elasticsearch }: MarkContext,
  index: string,
  texts: MarkedTexts,
  { signal }: Pick<RequestContext, 'signal'>,
): Promise<Readonly<Record<MarkedField, readonly AnalyzedTerm[]>> | null> {
  const termsOf = async (field: MarkedField): Promise<readonly AnalyzedTerm[]> => {
    const text = texts[field];
    if (text === null || text === '') return [];
    const folded = field === 'media_name' ? foldFileNameWithOrigins(text) : foldWithOrigins(text);
    const answer = await withTimeout(ASK_TIMEOUT_MS, signal, async (limited) =>
      elasticsearch.indices.analyze(
        { index, field, text: folded.text },
        { signal: limited, requestTimeout: ASK_TIMEOUT_MS },
      ),
    );
    return (answer.tokens ?? []).map(({ token, start_offset: start, end_offset: end, position }) => ({
      term: token,
      start: folded.originOf(start),
      end: folded.originOf(end),
      position,
    }));
  };
  try {
    const [comment, exif, notices, subject, fileName] = await Promise.all([
      termsOf('comment'),
      termsOf('exif'),
      termsOf('notices'),
      termsOf('subject'),
      termsOf('media_name'),
    ]);
    return { comment, exif, notices, subject, media_name: fileName };
  } catch (error) {
    if (signal.aborted) throw toError(error);
    // Marks are optional: the page is correct without them.
    return null;
  }
}
