/**
 * SQL: true if moderators deleted the file in the columns of `row`. Its source's thumbnail may be stored for another file; while the
 * deleted file is not stored again, this post neither shows nor needs it. Index: deleted_files_pkey.
 */
export const isOfDeleted = (row: string): string =>
  `exists (select 1 from deleted_files gone where gone.hash in (${row}.media_hash, ${row}.media_hash_src))`;
