/** Statements that store posts. $1 is the cabal in each. */

/** Locks the posts of a cabal for other writers until the transaction ends. */
export const LOCK_CABAL = `select pg_advisory_xact_lock(hashtext('sagasu_cable'), $1)`;

/** Indexes: cable_posts_pkey, cable_tombstones_pkey. $2 hashes. */
export const SELECT_KNOWN = `
select p.hash, p.author, p.type, p.channel, p.rank, false as is_deleted from cable_posts p
where p.cabal_id = $1 and p.hash = any ($2::bytea[])
union all
select t.hash, t.author, t.type, t.channel, t.rank, true from cable_tombstones t
where t.cabal_id = $1 and t.hash = any ($2::bytea[])`;

/** Index: cable_claims_pkey. $2 hashes. */
export const SELECT_CLAIMS = `
select target, author, deleted_by from cable_claims where cabal_id = $1 and target = any ($2::bytea[])`;

/** Index: cable_blocked_pkey. $2 authors. */
export const SELECT_BLOCKED = `select author from cable_blocked where cabal_id = $1 and author = any ($2::bytea[])`;

/** Index: cable_moderators_pkey. */
export const SELECT_MODERATORS = 'select author from cable_moderators where cabal_id = $1';

/** Index: cable_posts_pkey. $2 hashes, $3 authors, $4 types, $5 channels, $6 their names, $7 times, $8 ranks, $9 bytes, $10 now. */
export const INSERT_POSTS = `
insert into cable_posts (cabal_id, hash, author, type, channel, channel_name, time, rank, bytes, received_at, is_due)
select $1, hash, author, type, channel, channel_name, time, rank, bytes, $10, type = 0
from unnest($2::bytea[], $3::bytea[], $4::smallint[], $5::bytea[], $6::bytea[], $7::bigint[], $8::bigint[], $9::bytea[])
  as p (hash, author, type, channel, channel_name, time, rank, bytes)`;

/** Index: cable_links_pkey. $2 links, $3 hashes of the posts that link. */
export const INSERT_LINKS = `
insert into cable_links (cabal_id, link, hash)
select $1, link, hash from unnest($2::bytea[], $3::bytea[]) as l (link, hash) on conflict do nothing`;

/** Index: cable_tombstones_pkey. $2 hashes, $3 authors, $4 types, $5 channels, $6 times, $7 ranks, $8 deletes. */
export const INSERT_TOMBSTONES = `
insert into cable_tombstones (cabal_id, hash, author, type, channel, time, rank, deleted_by)
select $1, t.* from unnest($2::bytea[], $3::bytea[], $4::smallint[], $5::bytea[], $6::bigint[], $7::bigint[], $8::bytea[]) as t`;

/** Deletes the claims on posts that have arrived. Index: cable_claims_pkey. $2 targets. */
export const DELETE_CLAIMS = `delete from cable_claims where cabal_id = $1 and target = any ($2::bytea[])`;

/** Index: cable_claims_pkey. $2 targets, $3 authors, $4 deletes. */
export const INSERT_CLAIMS = `
insert into cable_claims (cabal_id, target, author, deleted_by)
select $1, c.* from unnest($2::bytea[], $3::bytea[], $4::bytea[]) as c on conflict do nothing`;

/** Turns posts into tombstones. Those on boards become due for a purge. Index: cable_posts_pkey. $2 targets, $3 deletes. */
export const DELETE_POSTS = `
with gone as (
  delete from cable_posts p using unnest($2::bytea[], $3::bytea[]) as d (target, deleted_by)
  where p.cabal_id = $1 and p.hash = d.target
  returning p.hash, p.author, p.type, p.channel, p.time, p.rank, p.board_id, p.num, d.deleted_by
), kept as (
  insert into cable_tombstones (cabal_id, hash, author, type, channel, time, rank, deleted_by, board_id, num, is_due)
  select $1, hash, author, type, channel, time, rank, deleted_by, board_id, num, num is not null from gone
)
select author, type, channel from gone`;

/**
 * A delete belongs to the channel of the deleted post; for info posts the channel is empty.
 * Indexes: cable_posts_pkey, cable_channel_deletes_pkey. $2 channels, $3 deletes.
 */
export const INSERT_CHANNEL_DELETES = `
insert into cable_channel_deletes (cabal_id, channel, time, hash)
select distinct $1::int, c.channel, p.time, p.hash from unnest($2::bytea[], $3::bytea[]) as c (channel, hash)
join cable_posts p on p.cabal_id = $1 and p.hash = c.hash on conflict do nothing`;

/**
 * Raises the ranks of posts that link to these.
 * Indexes: cable_links_pkey, cable_posts_pkey, cable_tombstones_pkey. $2 hashes, $3 ranks.
 */
export const RAISE_RANKS = `
with raised as (
  select l.hash, max(u.rank) + 1 as rank
  from unnest($2::bytea[], $3::bigint[]) as u (link, rank)
  join cable_links l on l.cabal_id = $1 and l.link = u.link group by l.hash
), posts as (
  update cable_posts p set rank = r.rank, is_due = p.is_due or p.num is not null
  from raised r where p.cabal_id = $1 and p.hash = r.hash and p.rank < r.rank
  returning p.hash, p.rank, p.author, p.type, p.channel
), gone as (
  update cable_tombstones t set rank = r.rank
  from raised r where t.cabal_id = $1 and t.hash = r.hash and t.rank < r.rank
  returning t.hash, t.rank, t.author, t.type, t.channel
)
select * from posts union all select * from gone`;

/** $2 channels, $3 authors. */
export const REFRESH_MEMBERS = 'select refresh_cable_members($1, $2, $3)';

/** $2 channels. */
export const REFRESH_TOPICS = 'select refresh_cable_topics($1, $2)';

/** $2 authors. */
export const LATEST_INFOS = 'select author, hash, bytes from latest_cable_infos($1, $2)';

/** Returns the authors whose names changed. Index: cable_users_pkey. $2 authors, $3 hashes (null for none), $4 names. */
export const SAVE_USERS = `
with named as (
  select * from unnest($2::bytea[], $3::bytea[], $4::text[]) as n (author, hash, name)
), before as (
  select u.author, u.name from cable_users u where u.cabal_id = $1 and u.author = any ($2::bytea[])
), gone as (
  delete from cable_users u using named n where u.cabal_id = $1 and u.author = n.author and n.hash is null
), saved as (
  insert into cable_users (cabal_id, author, hash, name)
  select $1, n.author, n.hash, n.name from named n where n.hash is not null
  on conflict (cabal_id, author) do update set hash = excluded.hash, name = excluded.name
)
select n.author from named n left join before b on b.author = n.author where n.name is distinct from b.name`;

/** Makes the posts of renamed authors due. Index: cable_posts_author. $2 authors. */
export const RENEW_NAMES = `
update cable_posts set is_due = true where cabal_id = $1 and author = any ($2::bytea[]) and type = 0 and num is not null and not is_due`;
