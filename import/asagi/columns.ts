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

/** A row as text, by column. What the table does not have is null. */
export type AsagiRow = Readonly<Record<string, string | null>>;

/** The columns that are read of a post. */
const READ_COLUMNS = TABLE_COLUMNS.filter((name) => !PRIVATE_COLUMNS.has(name));

/** A function that turns rows with these columns into records. Private columns are left behind here. */
export function rowReader(
  columns: readonly string[],
  wanted: readonly string[] = READ_COLUMNS,
): (row: readonly (string | null)[]) => AsagiRow {
  const places = wanted.map((name) => [name, columns.indexOf(name)] as const);
  return (row) => {
    const record: Record<string, string | null> = {};
    for (const [name, at] of places) record[name] = at === -1 ? null : (row[at] ?? null);
    return record;
  };
}
