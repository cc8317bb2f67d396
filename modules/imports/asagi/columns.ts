/** Columns of Asagi's tables. */

/** In the order of the table, for dumps without its definition. */
export const TABLE_COLUMNS = (
  'doc_id media_id poster_ip num subnum thread_num op timestamp timestamp_expired preview_orig preview_w preview_h ' +
  'media_filename media_w media_h media_size media_hash media_orig spoiler deleted capcode email name trip title comment delpass ' +
  'sticky locked poster_hash poster_country exif'
).split(' ');

/** Never read: posters' addresses, hashes of their passwords, and the database's own numbers. */
export const PRIVATE_COLUMNS: ReadonlySet<string> = new Set(['poster_ip', 'delpass']);
const INTERNAL_COLUMNS: ReadonlySet<string> = new Set(['doc_id', 'media_id']);

/** The columns of the CSV files that archives publish. */
export const CSV_COLUMNS = TABLE_COLUMNS.filter((name) => !PRIVATE_COLUMNS.has(name) && !INTERNAL_COLUMNS.has(name));

export const IMAGES_COLUMNS = ['media_id', 'media_hash', 'media', 'preview_op', 'preview_reply', 'total', 'banned'];

/** A table without all of these does not hold posts. */
export const REQUIRED_COLUMNS = ['num', 'subnum', 'thread_num', 'op', 'timestamp', 'media_orig', 'comment'];

/** The columns that are read of a post. Private columns are not among them. */
export const READ_COLUMNS = [
  'doc_id',
  'num',
  'subnum',
  'thread_num',
  'op',
  'timestamp',
  'timestamp_expired',
  'preview_orig',
  'preview_w',
  'preview_h',
  'media_filename',
  'media_w',
  'media_h',
  'media_size',
  'media_hash',
  'media_orig',
  'spoiler',
  'deleted',
  'capcode',
  'email',
  'name',
  'trip',
  'title',
  'comment',
  'sticky',
  'locked',
  'poster_hash',
  'poster_country',
  'exif',
] as const;

export type ReadColumn = (typeof READ_COLUMNS)[number];

/** A row as text, by column. Columns that the table lacks are null. */
export type AsagiRow = Readonly<Record<ReadColumn, string | null>>;

/**
 * A function that turns rows with these columns into records. The function is generated as code, since setting properties by computed
 * name is several times as slow.
 */
export function rowReader(columns: readonly string[]): (row: readonly (string | null)[]) => AsagiRow {
  const at = Object.fromEntries(READ_COLUMNS.map((name) => [name, columns.indexOf(name)])) as Record<
    ReadColumn,
    number
  >;
  return (row) => ({
    doc_id: row[at.doc_id] ?? null,
    num: row[at.num] ?? null,
    subnum: row[at.subnum] ?? null,
    thread_num: row[at.thread_num] ?? null,
    op: row[at.op] ?? null,
    timestamp: row[at.timestamp] ?? null,
    timestamp_expired: row[at.timestamp_expired] ?? null,
    preview_orig: row[at.preview_orig] ?? null,
    preview_w: row[at.preview_w] ?? null,
    preview_h: row[at.preview_h] ?? null,
    media_filename: row[at.media_filename] ?? null,
    media_w: row[at.media_w] ?? null,
    media_h: row[at.media_h] ?? null,
    media_size: row[at.media_size] ?? null,
    media_hash: row[at.media_hash] ?? null,
    media_orig: row[at.media_orig] ?? null,
    spoiler: row[at.spoiler] ?? null,
    deleted: row[at.deleted] ?? null,
    capcode: row[at.capcode] ?? null,
    email: row[at.email] ?? null,
    name: row[at.name] ?? null,
    trip: row[at.trip] ?? null,
    title: row[at.title] ?? null,
    comment: row[at.comment] ?? null,
    sticky: row[at.sticky] ?? null,
    locked: row[at.locked] ?? null,
    poster_hash: row[at.poster_hash] ?? null,
    poster_country: row[at.poster_country] ?? null,
    exif: row[at.exif] ?? null,
  });
}
