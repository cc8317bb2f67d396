/** Counts the words of a query, and finds similar words of the index. Hidden posts may contribute words: callers count visible posts of each query. */
import type { estypes } from '@elastic/elasticsearch';
import { foldQuery } from '../../../mappings/text-analysis/fold.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import { anyOf, VISIBLE, type QueryContainer } from '../elasticsearch/clauses.ts';
import { searchTarget, sendSearch, type ElasticsearchContext } from '../elasticsearch/send-search.ts';
import { textQuery, textsOf } from '../plan/text-query.ts';
import { splitsOf, type KnownWord, type WordCounts } from './candidates.ts';
import { areNeighbours, isExamined, type Spot } from './spots.ts';

/** Similar words of each index and of all indices. */
const PER_SHARD = 40;
const SIMILAR = 20;
/** A word of at least so many letters may have two errors, of which none is in its first letter. */
const LONG_WORD = 5;

/** @throws errors of `sendSearch` */
export async function countWords(
  context: ElasticsearchContext,
  {
    spots,
    text,
    boards,
  }: { readonly spots: readonly Spot[]; readonly text: string; readonly boards: readonly string[] | null },
  request: RequestContext,
): Promise<WordCounts> {
  if (spots.length === 0) return NO_WORDS;
  const counted: Record<string, QueryContainer> = {};
  const count = (key: string, spot: Spot, words: string) => {
    counted[key] = { bool: { filter: [VISIBLE, textQuery(spot.leaf.field, { text: words, prefix: false }, null)] } };
  };
  for (const [at, spot] of spots.entries()) {
    count(`${at}`, spot, spot.word);
    const next = spots[at + 1];
    if (next !== undefined && areNeighbours(spot, next, text)) count(`${at}+`, spot, spot.word + next.word);
    if (!isExamined(spot)) continue;
    for (const place of splitsOf(spot)) {
      count(`${at}/${place}`, spot, `${spot.word.slice(0, place)} ${spot.word.slice(place)}`);
    }
  }
  const response = await sendSearch(
    context,
    {
      ...searchTarget(context, boards),
      // Without a query the aggregation reads every post, which takes three times as long. Suggesters ignore it.
      query: { bool: { filter: [anyOf(Object.values(counted))] } },
      size: 0,
      track_total_hits: false,
      aggregations: { words: { filters: { filters: counted } } },
      suggest: Object.fromEntries(spots.flatMap((spot, at) => (isExamined(spot) ? suggestersOf(spot, at) : []))),
    },
    request,
  );
  const words = response.aggregations?.['words'] as estypes.AggregationsFiltersAggregate | undefined;
  const buckets = (words?.buckets ?? {}) as Readonly<Record<string, { readonly doc_count: number }>>;
  const countOf = (key: string) => buckets[key]?.doc_count ?? 0;
  const place = (spot: Spot) => spots.indexOf(spot);
  return {
    own: (spot) => countOf(`${place(spot)}`),
    joined: (first) => countOf(`${place(first)}+`),
    split: (spot, at) => countOf(`${place(spot)}/${at}`),
    similar: (spot) => similarWords(response.suggest ?? {}, place(spot)),
  };
}

const NO_WORDS: WordCounts = { own: () => 0, joined: () => 0, split: () => 0, similar: () => [] };

/** By name: the place of the word, then the field and the kind of search. */
function suggestersOf({ leaf, word }: Spot, at: number): readonly (readonly [string, estypes.SearchFieldSuggester])[] {
  const text = foldQuery(word);
  const lengths = word.length < LONG_WORD ? [ONE_ERROR] : [ONE_ERROR, TWO_ERRORS];
  return textsOf(leaf.field).flatMap((field) =>
    lengths.map(
      (errors) =>
        [
          `${at}:${field}:${errors.max_edits}`,
          {
            text,
            term: {
              ...errors,
              field,
              suggest_mode: 'always',
              min_word_length: 3,
              size: SIMILAR,
              shard_size: PER_SHARD,
            },
          },
        ] as const,
    ),
  );
}

const ONE_ERROR = { max_edits: 1, prefix_length: 0 } as const;
/** An automaton for two errors anywhere would visit most terms. */
const TWO_ERRORS = { max_edits: 2, prefix_length: 1 } as const;

function similarWords(
  suggest: Readonly<Record<string, readonly estypes.SearchSuggest[]>>,
  at: number,
): readonly KnownWord[] {
  const found = new Map<string, number>();
  for (const [name, entries] of Object.entries(suggest)) {
    if (!name.startsWith(`${at}:`)) continue;
    for (const option of entries.flatMap(({ options }) => [options].flat())) {
      if (!('freq' in option) || !('text' in option)) continue;
      found.set(option.text, Math.max(found.get(option.text) ?? 0, option.freq));
    }
  }
  return Array.from(found, ([term, count]) => ({ term, count }));
}
