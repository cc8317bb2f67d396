/**
 * Best match first: how well the words fit, more where neighbours of the query are neighbours in the post, times a little
 * more for what is new and for opening posts. Factors and no additions, since a rare word scores ten times a common one.
 */
import { phraseAnalyzer } from '../../../mappings/elasticsearch/post-index.ts';
import type { Node } from '../language/tree.ts';
import type { QueryContainer } from './clauses.ts';
import { holdsTerm, type TextLeaf } from './text-query.ts';

export interface RelevanceWeights {
  /** A match in the subject over the same in the comment. */
  readonly subject: number;
  /** What the lesser of the two fields adds. */
  readonly secondField: number;
  /** Of neighbouring words that stand together. */
  readonly nearness: number;
  /** What a post of this moment has over an old one. */
  readonly freshness: number;
  readonly opener: number;
}

/** Chosen by the judged queries of test/fixtures/relevance. */
export const WEIGHTS: RelevanceWeights = {
  subject: 4,
  secondField: 0.3,
  nearness: 1,
  freshness: 0.5,
  opener: 0.1,
};

/** After which freshness is worth half. */
const HALF_LIFE = '180d';
/** Words that may stand between two neighbours; with more they are worth less and less, then nothing. */
const SLOP = 3;

/** `now` in milliseconds. */
export function mixed(query: QueryContainer, weights: RelevanceWeights, now: number): QueryContainer {
  return {
    function_score: {
      query,
      functions: [
        { weight: 1 },
        {
          weight: weights.freshness,
          exp: { time_posted: { origin: new Date(now).toISOString(), scale: HALF_LIFE, decay: 0.5 } },
        },
        { weight: weights.opener, filter: { term: { opener: true } } },
      ],
      score_mode: 'sum',
      boost_mode: 'multiply',
    },
  };
}

/** Each pair of words that stand next to each other in the query, for posts in which they do as well. */
export function neighbours(parts: readonly Node[], weights: RelevanceWeights): QueryContainer[] {
  if (weights.nearness === 0) return [];
  return parts.slice(1).flatMap((part, place): QueryContainer[] => {
    const before = parts[place];
    if (before === undefined || !isWord(before) || !isWord(part) || before.field !== part.field) return [];
    const text = `${before.text} ${part.text}`;
    const fields = part.field === 'any' ? ['comment', `subject^${weights.subject}`] : [part.field];
    const words = { query: text, analyzer: phraseAnalyzer(text) };
    return [{ multi_match: { ...words, type: 'phrase', fields, slop: SLOP, boost: weights.nearness } }];
  });
}

function isWord(node: Node): node is TextLeaf {
  return node.kind === 'text' && !node.prefix && holdsTerm(node.text) && NEAR_FIELDS.has(node.field);
}

const NEAR_FIELDS = new Set(['any', 'comment', 'subject']);
