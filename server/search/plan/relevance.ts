/** sort:relevance: the score of the words, multiplied by a little more for new posts and for opening posts. */
import type { QueryContainer } from '../elasticsearch/clauses.ts';

export interface RelevanceWeights {
  /** A match in the subject, relative to the same match in the comment. */
  readonly subject: number;
  /** Share of the lower-scoring field that is added to the higher. */
  readonly secondField: number;
  /** Weight of neighbouring words of the query that are also neighbours in the post. */
  readonly nearness: number;
  /** Bonus of a post of this moment over an old one. */
  readonly freshness: number;
  readonly opener: number;
}

/** Chosen with the judged queries of test/fixtures/relevance. */
export const WEIGHTS: RelevanceWeights = {
  subject: 4,
  secondField: 0.3,
  nearness: 1,
  freshness: 0.5,
  opener: 0.1,
};

/** Age at which the freshness bonus is halved. */
const HALF_LIFE = '180d';

/** Multiplies instead of adding, since a rare word scores ten times a common one. `now`: milliseconds since 1970. */
export function withBonuses(query: QueryContainer, weights: RelevanceWeights, now: number): QueryContainer {
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
