/**
 * The index of posts: settings, analysis and mapping as data. A change of anything in here, or of what a document is made
 * of, is a new MAPPING_VERSION, and a new version is a rebuild. Until then the old indices are given the fields that
 * they lack and take new documents as they come. So a field whose type or analysis changes takes a new name.
 */
export const MAPPING_VERSION = 3;

/**
 * What search sorts by, newest first, and what the index is sorted by: equal, or Elasticsearch cannot stop early
 * (common words four times slower). `tiebreak` makes the order total, so that a cursor never skips or repeats a hit.
 */
export const POST_SORT = ['time_posted', 'num', 'tiebreak'] as const;

/**
 * Names that people write with signs which the tokenizer drops: c#, F#, C++17. Only where a word begins: in doc#intro, a
 * link's fragment, the sign parts two words. First a blank parts the name from what follows it.
 */
const SIGNED_NAMES = {
  parted: { type: 'pattern_replace', pattern: String.raw`\b([cCfF][#＃]|[cC]\+\+)(?=[a-zA-Z0-9])`, replacement: '$1 ' },
  sharp: { type: 'pattern_replace', pattern: String.raw`\b([cCfF])[#＃]`, replacement: '$1sharp' },
  plusplus: { type: 'pattern_replace', pattern: String.raw`\b([cC])\+\+`, replacement: '$1plusplus' },
} as const;

/** Accents written as marks of their own (e + U+0301), heaps of them, and soft hyphens; asciifolding sees single characters only. */
const MARKS = {
  marks: { type: 'pattern_replace', pattern: String.raw`[\u00AD\u0300-\u036F]`, replacement: '' },
} as const;

const CHAR_FILTERS = { ...MARKS, ...SIGNED_NAMES } as const;

/** In names of files these part words, as blanks do elsewhere; to the tokenizer `my_cat.final` is one. */
const FILE_SIGNS = {
  file_signs: { type: 'pattern_replace', pattern: '[_.]', replacement: ' ' },
} as const;

const analysis = {
  char_filter: { ...CHAR_FILTERS, ...FILE_SIGNS },
  filter: {
    // Single characters too: one kanji is a word that people search for.
    cjk_bigram_and_single: { type: 'cjk_bigram', output_unigrams: true },
  },
  analyzer: {
    post_text: {
      type: 'custom',
      char_filter: Object.keys(CHAR_FILTERS),
      tokenizer: 'standard',
      filter: ['cjk_width', 'lowercase', 'asciifolding', 'cjk_bigram_and_single'],
    },
    post_file: {
      type: 'custom',
      char_filter: [...Object.keys(FILE_SIGNS), ...Object.keys(CHAR_FILTERS)],
      tokenizer: 'standard',
      filter: ['cjk_width', 'lowercase', 'asciifolding', 'cjk_bigram_and_single'],
    },
    // For one run of CJK: bigrams only, each of them in the index (see phraseAnalyzer).
    post_text_search: {
      type: 'custom',
      char_filter: Object.keys(CHAR_FILTERS),
      tokenizer: 'standard',
      filter: ['cjk_width', 'lowercase', 'asciifolding', 'cjk_bigram'],
    },
  },
} as const;

// Offsets, or highlighting analyses the whole text of every hit again: a third of a page's time, for a seventh of the disk.
const text = { type: 'text', analyzer: 'post_text', index_options: 'offsets' } as const;
const keyword = { type: 'keyword' } as const;
// A keyword above 32,766 bytes makes Elasticsearch refuse the document; a longer value is stored and not searchable.
const longKeyword = { type: 'keyword', ignore_above: 1024 } as const;
const boolean = { type: 'boolean' } as const;
const integer = { type: 'integer' } as const;
const long = { type: 'long' } as const;
const checksum = { type: 'integer', index: false } as const;
// Milliseconds. Range bounds go in as strings: on a date field a number may be read in another unit, silently.
const date = { type: 'date', format: 'epoch_millis||strict_date_optional_time' } as const;

/** Fields bear the names of the columns in PostgreSQL; what is computed from others is listed last. */
export const postMapping = {
  dynamic: 'strict',
  _meta: { mapping_version: MAPPING_VERSION },
  properties: {
    board: keyword,
    num: long,
    subnum: integer,
    thread: long,
    /** `board.thread`: hits grouped by thread, and all posts of threads that a condition holds for. */
    thread_id: keyword,
    opener: boolean,
    time_posted: date,
    time_deleted_post: date,
    time_deleted_file: date,
    time_archived: date,
    time_bumped: date,
    name: { ...text, fields: { raw: longKeyword } },
    tripcode: longKeyword,
    capcode: keyword,
    posterid: longKeyword,
    country: longKeyword,
    email: longKeyword,
    subject: text,
    /** Plain text of the comment's tokens; highlight offsets count in it. */
    comment: text,
    media_hash: keyword,
    media_hash_src: keyword,
    /** Asked for by whatever analysis an index has for it: those of version 2 have `post_text` and no `post_file`. */
    media_name: { ...text, analyzer: 'post_file', fields: { raw: longKeyword } },
    media_type: longKeyword,
    media_size: long,
    media_dims_src_w: integer,
    media_dims_src_h: integer,
    spoiler: boolean,
    sticky: boolean,
    closed: boolean,
    posters: integer,
    replies: integer,
    rev: long,

    /** `visible`, `hidden` or `purged`; searches filter on the first. */
    state: keyword,
    /** mappings/checksum.ts: added up by ranges, never searched. */
    h1: checksum,
    h2: checksum,
    tiebreak: long,
    /** `board.num` of every post that the comment links to. */
    quotes: keyword,
    /** Host names of links. */
    domains: longKeyword,
    /** Characters of the plain text. */
    length: integer,
    subject_length: integer,
    /** Opener only: files in the thread, as the source counts them. */
    images: integer,
    since4pass: integer,
    /** The columns that nobody searches, so that a document is a whole post: never parsed by Elasticsearch. */
    rest: { type: 'object', enabled: false },
  },
} as const;

/** Hiragana, katakana, the long vowel sign, kanji, hangul: those of which the tokenizer makes pairs throughout (々 it does not). */
const CJK_RUN = /^[\u3041-\u3096\u30A1-\u30FA\u30FC\u3400-\u4DB5\u4E00-\u9FEF\uAC00-\uD7A3]{2,}$/;

/**
 * The analyzer with which to ask for a phrase: one run of CJK by its bigrams alone (up to 2.5 times faster, measured),
 * anything else as it was indexed. Bigrams take one position less than the characters in the index, so what follows a
 * run would not be found where the phrase has it.
 */
export function phraseAnalyzer(phrase: string): 'post_text' | 'post_text_search' {
  return CJK_RUN.test(phrase) ? 'post_text_search' : 'post_text';
}

export interface PostIndexOptions {
  readonly replicas: number;
}

/**
 * Settings that change with the work an index does. While a rebuild fills it nobody searches it, and a crash costs no
 * more than the rebuild: no copies, no refresh, no waiting for the disk.
 */
export const FILLING_SETTINGS = {
  number_of_replicas: 0,
  refresh_interval: '-1',
  translog: { durability: 'async' },
} as const;

export function servingSettings({ replicas }: PostIndexOptions) {
  return {
    number_of_replicas: replicas,
    refresh_interval: '1s',
    translog: { durability: 'request' },
  } as const;
}

export function postIndexSettings(options: PostIndexOptions) {
  return {
    number_of_shards: 1,
    ...servingSettings(options),
    // best_compression saves a quarter of the disk, and every hit of a page costs a block to unpack: p50 of a page with
    // highlights was 30 ms, and is 9 ms without.
    codec: 'default',
    max_result_window: 1000,
    sort: { field: [...POST_SORT], order: POST_SORT.map(() => 'desc' as const) },
    analysis,
  } as const;
}
