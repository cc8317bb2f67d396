/** The fields of the index: those of the core, and the forms that a module's field can have. post-index.ts uses both. */

// Without offsets, which are not needed: the server marks the matches itself.
const text = { type: 'text', analyzer: 'post_text', index_options: 'positions' } as const;
// Without norms: nobody scores parts of words.
const parts = { type: 'text', analyzer: 'post_parts', index_options: 'positions', norms: false } as const;
const keyword = { type: 'keyword' } as const;
// Elasticsearch refuses documents with keywords above 32,766 bytes. Longer values are stored but not searchable.
const longKeyword = { type: 'keyword', ignore_above: 1024 } as const;
const boolean = { type: 'boolean' } as const;
const integer = { type: 'integer' } as const;
const long = { type: 'long' } as const;
const checksum = { type: 'integer', index: false } as const;
// Milliseconds. Range bounds must be strings: on a date field, numbers may silently be read in another unit.
const date = { type: 'date', format: 'epoch_millis||strict_date_optional_time' } as const;

/** Fields that indices have from mapping version 6 on. Documents for older indices lack them (version-5.ts). */
export const FIELDS_SINCE_6 = {
  /** Names and values of a photograph's EXIF. */
  exif: text,
  /** The values that completion offers, such as the model of a camera. */
  exif_values: longKeyword,
  /** Other text that the site added: notices of bans, dice, fortunes, notes about drawings. */
  notices: text,
  /** Trigrams (mappings/text-analysis/parts.ts). */
  subject_parts: parts,
  media_name_parts: parts,
  /** The folded name, if it differs from the name. */
  name_folded: text,
} as const;

/** Fields have the names of the columns in PostgreSQL. Computed fields come last. */
export const CORE_FIELDS = {
  board: keyword,
  num: long,
  subnum: integer,
  thread: long,
  /** `board.thread`, for grouping hits by thread and for conditions on threads. */
  thread_id: keyword,
  opener: boolean,
  time_posted: date,
  /** Values only: 4 bytes for each post. A range or an order of it visits every match. */
  time_modified: { ...date, index: false },
  time_deleted_post: date,
  time_deleted_file: date,
  time_archived: date,
  /** The name as it was written, unlike the other texts. */
  name: { ...text, fields: { raw: longKeyword } },
  tripcode: longKeyword,
  capcode: keyword,
  posterid: longKeyword,
  country: longKeyword,
  email: longKeyword,
  /** The subject, the comment and file names are folded (mappings/text-analysis/fold.ts). Texts that folding changed are under `rest`. */
  subject: { ...text, similarity: 'subjects' },
  /** The words of the poster in the comment (mappings/comment/text-parts.ts). */
  comment: text,
  media_hash: keyword,
  media_hash_src: keyword,
  media_name: { ...text, analyzer: 'post_file' },
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

  /** `visible`, `hidden` or `purged`. Searches filter on `visible`. */
  state: keyword,
  /** Checksums (mappings/checksum.ts), summed over ranges and never searched. */
  h1: checksum,
  h2: checksum,
  tiebreak: long,
  /** `board.num` of every post that the comment quotes. */
  quotes: keyword,
  /** Host names of links in the comment. */
  domains: longKeyword,
  /** Length of the plain text in UTF-16 code units. */
  length: integer,
  subject_length: integer,
  images: integer,
  since4pass: integer,
  /** The columns that cannot be searched, so that a document holds the whole post. Elasticsearch does not parse them. */
  rest: { type: 'object', enabled: false },
  ...FIELDS_SINCE_6,
} as const;

/** A text is folded and analyzed like the comment. */
export type AddedMapping =
  | { readonly type: 'keyword'; readonly ignore_above?: number }
  | { readonly type: 'integer' | 'long' | 'boolean' }
  | { readonly type: 'date'; readonly format: 'epoch_millis||strict_date_optional_time' }
  | { readonly type: 'text'; readonly analyzer: 'post_text'; readonly index_options: 'positions' };
