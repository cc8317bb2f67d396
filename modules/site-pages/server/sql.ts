/** The texts of operators. Index of all statements: site_pages_pkey. */

/** At most one row for each language. $1 page. */
export const SELECT_PAGE = 'select language, markdown, changed_at from site_pages where name = $1';

export const LIST_PAGES = 'select name, language, markdown, changed_at, changed_by from site_pages';

/** $1 page, $2 language, $3 Markdown, $4 account. */
export const WRITE_PAGE = `
insert into site_pages (name, language, markdown, changed_by) values ($1, $2, $3, $4)
on conflict (name, language) do update set markdown = excluded.markdown, changed_by = excluded.changed_by, changed_at = clock_timestamp()`;

/** $1 page, $2 language. */
export const LOCK_PAGE = 'select changed_at from site_pages where name = $1 and language = $2 for update';

/** $1 page, $2 language. */
export const RESET_PAGE = 'delete from site_pages where name = $1 and language = $2';
