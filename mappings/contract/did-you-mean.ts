import { Type, type Static } from 'typebox';
import { TimeZone } from './facets.ts';
import { MAX_PARAMETER_LENGTH } from './parameter-length.ts';

export const MAX_SUGGESTED = 3;
/** A query with this many hits gets no suggestions. */
export const ENOUGH_HITS = 5;
/** A suggestion has at least this many times as many hits as the query. */
export const TIMES_AS_MANY = 20;

export const QUERY_CHANGES = ['word', 'words_joined', 'word_split', 'quotes', 'field', 'any_word'] as const;

export const SuggestedQuery = Type.Object(
  {
    q: Type.String({ description: 'The whole query.' }),
    change: Type.Enum([...QUERY_CHANGES], {
      type: 'string',
      description:
        'The difference: other words, two words joined, a word split, a phrase searched as words, a field left out, or any of the ' +
        'words instead of all.',
    }),
    hits: Type.Integer({ description: 'Posts that match; at least this many while an answer would be partial.' }),
  },
  { $id: 'SuggestedQuery' },
);
export type SuggestedQuery = Static<typeof SuggestedQuery>;

export const DidYouMeanQuery = Type.Object({
  q: Type.String({ maxLength: MAX_PARAMETER_LENGTH, description: 'A query with few hits.' }),
  tz: TimeZone,
});
export type DidYouMeanQuery = Static<typeof DidYouMeanQuery>;

export const DidYouMeanAnswer = Type.Object(
  {
    did_you_mean: Type.Array(SuggestedQuery, {
      maxItems: MAX_SUGGESTED,
      description:
        `Similar queries, the smallest change first. Empty if q has ${ENOUGH_HITS} hits or more, or no similar query has at least ` +
        `${TIMES_AS_MANY} times as many.`,
    }),
  },
  { $id: 'DidYouMeanAnswer' },
);
export type DidYouMeanAnswer = Static<typeof DidYouMeanAnswer>;
