/** How many posts of a board have a term: read from the dictionary of the index, without a search. Hidden posts count, and nobody sees the numbers. */
import { boardAlias, parseIndexName } from '../../../mappings/elasticsearch/index-names.ts';
import { fromElasticsearch } from '../../../server/search/elasticsearch/errors.ts';
import type { ElasticsearchContext } from '../../../server/search/elasticsearch/send-search.ts';
import type { Frequencies } from './words.ts';

const FIELDS = ['comment', 'subject'] as const;
const TIMEOUT_MS = 2_000;

/** Reads the index of the newest slice only. @throws UnavailableError */
export async function readFrequencies(
  { elasticsearch, indexPrefix }: Pick<ElasticsearchContext, 'elasticsearch' | 'indexPrefix'>,
  board: string,
  terms: readonly string[],
  signal: AbortSignal,
): Promise<Frequencies> {
  const options = { signal, requestTimeout: TIMEOUT_MS, maxRetries: 1 };
  try {
    const held = await elasticsearch.indices.getAlias(
      { name: boardAlias(indexPrefix, board) },
      { ...options, ignore: [404] },
    );
    const slices = Object.keys(held).flatMap((name) => {
      const parsed = parseIndexName(indexPrefix, name);
      return parsed === null ? [] : [{ name, slice: parsed.slice }];
    });
    const newest = slices.toSorted((a, b) => b.slice - a.slice)[0];
    if (newest === undefined || terms.length === 0) return { posts: 0, of: new Map() };
    const text = terms.join(' ');
    const { term_vectors: vectors = {} } = await elasticsearch.termvectors(
      {
        index: newest.name,
        doc: Object.fromEntries(FIELDS.map((field) => [field, text])),
        fields: [...FIELDS],
        term_statistics: true,
        field_statistics: true,
        positions: false,
        offsets: false,
        payloads: false,
      },
      options,
    );
    const of = new Map<string, number>();
    for (const { terms: found } of Object.values(vectors)) {
      for (const [term, { doc_freq: count = 0 }] of Object.entries(found)) of.set(term, (of.get(term) ?? 0) + count);
    }
    return { posts: vectors['comment']?.field_statistics?.doc_count ?? 0, of };
  } catch (error) {
    throw fromElasticsearch(error);
  }
}
