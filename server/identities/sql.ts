/** identities and identity_aliases as a whole: admins wrote them by hand. */
export const LIST_IDENTITIES = `
select i.name, a.kind, a.value from identities i left join identity_aliases a on a.identity_id = i.id
order by i.name, a.kind, a.value`;

/** identities_name_key. $1 name, $2 now. */
export const ADD_IDENTITY = `
insert into identities (name, created_at) values ($1, $2)
on conflict (name) do update set name = excluded.name returning id`;

/** identity_aliases_identity. $1 identity. */
export const DROP_ALIASES = 'delete from identity_aliases where identity_id = $1';

/** identity_aliases_pkey. What another identity has is not taken from it. $1 identity, $2 kinds, $3 values. */
export const ADD_ALIASES = `
insert into identity_aliases (kind, value, identity_id)
select kind, value, $1 from unnest($2::text[], $3::text[]) as t (kind, value)
on conflict do nothing returning kind, value`;

/** identity_aliases_pkey, identities_pkey. Whose these are. $1 kinds, $2 values, $3 all but this identity. */
export const SELECT_OWNERS = `
select a.kind, a.value, i.name from unnest($1::text[], $2::text[]) as t (kind, value)
join identity_aliases a on a.kind = t.kind and a.value = t.value join identities i on i.id = a.identity_id
where i.id <> $3 limit 1`;

/** identities_name_key. $1 name. */
export const REMOVE_IDENTITY = 'delete from identities where name = $1';

/**
 * identity_aliases_pkey, once a kind. An address says most of who writes, a tripcode more than a name. $1 poster id, $2
 * tripcode, $3 name; null for none.
 */
export const AUTHENTICATE = `
select i.name from identity_aliases a join identities i on i.id = a.identity_id
where (a.kind, a.value) in (('sender', $1::text), ('tripcode', $2::text), ('name', $3::text))
order by array_position(array['sender', 'tripcode', 'name'], a.kind) limit 1`;
