import { ADDED_OBJECTS } from './added-fields.ts';
import { SUBSTITUTES } from '../text-analysis/clusters.ts';
import { CORE_FIELDS, FIELDS_SINCE_6 } from './index-fields.ts';

/**
 * The settings, analysis and mapping of an index of posts, as data.
 *
 * Any change here, or of the content of documents, needs a new MAPPING_VERSION and a rebuild of every board. Until an index
 * is rebuilt, it gets the documents of its own version (version-5.ts).
 */
export const MAPPING_VERSION = 6;
/** The most hits of one request; a page of a search asks for one hit more than it shows. */
export const MAX_RESULT_WINDOW = 1_000;
/** The most buckets of one answer: the cluster's `search.max_buckets`, which dev-stores/settings.ts and docker-compose.yml set. */
export const MAX_BUCKETS = 5_000;

/**
 * The sort order of searches, newest first, and of the index. They must be equal, so that Elasticsearch can stop early:
 * otherwise searches for common words are four times slower. `tiebreak` makes the order total, so that cursors neither skip
 * nor repeat hits.
 */
export const POST_SORT = ['time_posted', 'num', 'tiebreak'] as const;

const STANDARD = { type: 'custom', tokenizer: 'standard' } as const;

/** Texts arrive folded (mappings/text-analysis/fold.ts), apart from the case of letters that Elasticsearch folds alike. */
const analysis = {
  char_filter: {
    // Separates the words of file names: for the tokenizer, `my_cat.final` is one word.
    file_signs: { type: 'mapping', mappings: ['_ => \\u0020', '. => \\u0020'] },
    characters: { type: 'pattern_replace', pattern: '(.)', replacement: '$1 ' },
  },
  filter: {
    trigrams: {
      type: 'shingle',
      min_shingle_size: 3,
      max_shingle_size: 3,
      output_unigrams: false,
      token_separator: '',
    },
    // Includes single characters: one kanji can be a word.
    cjk_bigram_and_single: { type: 'cjk_bigram', output_unigrams: true },
  },
  analyzer: {
    post_text: { ...STANDARD, filter: ['lowercase', 'cjk_bigram_and_single'] },
    post_file: { ...STANDARD, char_filter: ['file_signs'], filter: ['lowercase', 'cjk_bigram_and_single'] },
    // Trigrams with positions, so that a phrase of them is exactly a part of the text. In documents, trigrams took half as much space again.
    post_parts: { type: 'custom', tokenizer: 'whitespace', char_filter: ['characters'], filter: ['trigrams'] },
    // For phrases that consist of one run of CJK: bigrams only, all of which are in the index (see phraseAnalyzer).
    post_text_search: { ...STANDARD, filter: ['lowercase', 'cjk_bigram'] },
  },
} as const;

/**
 * The length of a subject lowers its score by less than that of a comment does (0.75), since parts of `camelCase` count as its words: for
 * `thinkpad`, threads named ThinkPad ranked below mentions. The judged queries rank alike with 0.01, 0.3 and 0.5.
 */
const SIMILARITY = { subjects: { type: 'BM25', b: 0.3 } } as const;

export const postMapping = {
  dynamic: 'strict',
  _meta: { mapping_version: MAPPING_VERSION },
  properties: { ...CORE_FIELDS, ...ADDED_OBJECTS },
} as const;

/** The fields of the documents of an index of this version. */
export function propertiesOfVersion(mappingVersion: number): Readonly<Record<string, object>> {
  const properties = Object.entries(postMapping.properties);
  return Object.fromEntries(properties.filter(([field]) => mappingVersion >= 6 || !(field in FIELDS_SINCE_6)));
}

/** `type` and, of a text, `analyzer`. Fields of modules have paths such as `module.field`. @throws TypeError for an unknown path */
export function mappingOf(path: string): { readonly type: string; readonly analyzer?: string } {
  const [name = '', added] = path.split('.');
  const core: { readonly type: string; readonly fields?: Readonly<Record<string, { readonly type: string }>> } | null =
    name in CORE_FIELDS ? CORE_FIELDS[name as keyof typeof CORE_FIELDS] : null;
  const mapping = core === null ? ADDED_OBJECTS[name]?.properties[added ?? ''] : (core.fields?.[added ?? ''] ?? core);
  if (mapping === undefined) throw new TypeError(`the index has no field ${path}`);
  return mapping;
}

/**
 * The mapping of an index with whole documents, or of one with searched fields only, for which Elasticsearch stores ids but not
 * documents.
 */
export function postMappingOf(hasDocuments: boolean) {
  return hasDocuments ? postMapping : { ...postMapping, _source: { enabled: false } };
}

/** Hiragana, katakana, the long vowel sign, kanji and hangul: characters of which the tokenizer always makes bigrams (not 々). */
const CJK_RUN = new RegExp(
  `^[\\u3041-\\u3096\\u30A1-\\u30FA\\u30FC\\u3400-\\u4DB5\\u4E00-\\u9FEF\\uAC00-\\uD7A3${SUBSTITUTES}]{2,}$`,
  'u',
);

/**
 * Returns the analyzer for a phrase query. A phrase of one run of CJK is searched by bigrams alone, which is up to 2.5 times faster;
 * any other phrase needs the index's analyzer: a run has one bigram less than characters, so bigrams alone would put later words at
 * wrong positions.
 */
export function phraseAnalyzer(phrase: string): 'post_text' | 'post_text_search' {
  return CJK_RUN.test(phrase) ? 'post_text_search' : 'post_text';
}

export interface PostIndexOptions {
  readonly replicas: number;
  /** Seconds until searches find a change; 1 by default. */
  readonly refreshSeconds?: number;
}

/**
 * Settings of an index while a rebuild fills it: no replicas, no refresh, no wait for the disk. Searches do not read it, and after a
 * crash the rebuild starts again.
 */
export const FILLING_SETTINGS = {
  number_of_replicas: 0,
  refresh_interval: '-1',
  translog: { durability: 'async' },
} as const;

/** Settings of an index that serves searches. */
export function servingSettings({ replicas, refreshSeconds = 1 }: PostIndexOptions) {
  return {
    number_of_replicas: replicas,
    refresh_interval: `${refreshSeconds}s`,
    translog: { durability: 'request' },
  } as const;
}

/** All settings with which a serving index is created. */
export function postIndexSettings(options: PostIndexOptions) {
  return {
    number_of_shards: 1,
    ...servingSettings(options),
    // Saves a third of the disk space. Searches do not read stored fields, so they do not decompress blocks.
    codec: 'best_compression',
    max_result_window: MAX_RESULT_WINDOW,
    sort: { field: [...POST_SORT], order: POST_SORT.map(() => 'desc' as const) },
    analysis,
    similarity: SIMILARITY,
  } as const;
}
