/** Columns of Asagi's tables. */

/** In the order of the table, for dumps without its definition. */
export const TABLE_COLUMNS = (
  'doc_id media_id poster_ip num subnum thread_num op timestamp timestamp_expired preview_orig preview_w preview_h ' +
  'media_filename media_w media_h media_size media_hash media_orig spoiler deleted capcode email name trip title comment delpass ' +
  'sticky locked poster_hash poster_country exif'
).split(' ');

/** Never read: addresses of posters and hashes of their passwords. And the database's own numbers. */
export const PRIVATE_COLUMNS: ReadonlySet<string> = new Set(['poster_ip', 'delpass']);
const INTERNAL_COLUMNS: ReadonlySet<string> = new Set(['doc_id', 'media_id']);

/** The columns of the CSV files that archives publish. */
export const CSV_COLUMNS = TABLE_COLUMNS.filter((name) => !PRIVATE_COLUMNS.has(name) && !INTERNAL_COLUMNS.has(name));

export const IMAGES_COLUMNS = ['media_id', 'media_hash', 'media', 'preview_op', 'preview_reply', 'total', 'banned'];

/** Without one of these a table holds no posts. */
export const REQUIRED_COLUMNS = ['num', 'subnum', 'thread_num', 'op', 'timestamp', 'media_orig', 'comment'];

/**
 * A row of which nothing is known, with the columns that are read of a post. Rows are copies of it that are filled: an object that is made
 * by name, property by property, is several times as slow.
 */
const NO_VALUES = {
  doc_id: null,
  num: null,
  subnum: null,
  thread_num: null,
  op: null,
  timestamp: null,
  timestamp_expired: null,
  preview_orig: null,
  preview_w: null,
  preview_h: null,
  media_filename: null,
  media_w: null,
  media_h: null,
  media_size: null,
  media_hash: null,
  media_orig: null,
  spoiler: null,
  deleted: null,
  capcode: null,
  email: null,
  name: null,
  trip: null,
  title: null,
  comment: null,
  sticky: null,
  locked: null,
  poster_hash: null,
  poster_country: null,
  exif: null,
};

export type ReadColumn = keyof typeof NO_VALUES;

/** Private columns are not among them. */
export const READ_COLUMNS = Object.keys(NO_VALUES) as readonly ReadColumn[];

/** A row as text, by column. What the table does not have is null. */
export type AsagiRow = Readonly<Record<ReadColumn, string | null>>;

/** A function that turns rows with these columns into records. */
export function rowReader(columns: readonly string[]): (row: readonly (string | null)[]) => AsagiRow {
  const places = READ_COLUMNS.map((name) => [name, columns.indexOf(name)] as const).filter(([, at]) => at !== -1);
  return (row) => {
    const record: Record<ReadColumn, string | null> = { ...NO_VALUES };
    for (const [name, at] of places) record[name] = row[at] ?? null;
    return record;
  };
}
