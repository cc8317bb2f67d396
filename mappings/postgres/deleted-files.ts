/**
 * SQL: true if moderators deleted the file of the post `p`. Its source's thumbnail may be stored for another file; while the deleted
 * file is not stored again, this post neither shows nor needs it. Index: deleted_files_pkey.
 */
export const IS_OF_DELETED = 'exists (select 1 from deleted_files x where x.hash in (p.media_hash, p.media_hash_src))';
