/** The whole of a table of a few rows. */
export const SELECT_DATASTORES = `
select id, name, kind, base, first_byte, last_byte, takes_files, redirect_url, marker from datastores order by id`;

/** datastores_name_key. $1 name, $2 kind, $3 base, $4 first byte, $5 last byte, $6 redirect. */
export const INSERT_DATASTORE = `
insert into datastores (name, kind, base, first_byte, last_byte, redirect_url)
values ($1, $2, $3, $4, $5, $6) on conflict (name) do nothing returning id, marker`;
