import { leaseEnded } from '../../../mappings/postgres/lease.ts';

/** SQL: a relation of the channels whose boards are harvested. */
const harvestedChannels = `(
  select c.cabal_id, c.channel, c.name, c.board_id, b.slice_size
  from cable_channels c join boards b on b.id = c.board_id join harvested_boards h on h.id = b.id
  where b.source = 'cable')`;

/** Leases cabals that have no other scraper, and renews own leases. Reads small tables. $1 worker, $2 duration in milliseconds. */
export const LEASE_CABALS = `
update cabals c set worker = $1, lease_until = clock_timestamp() + $2 * interval '1 ms'
where (c.worker = $1 or ${leaseEnded('c.lease_until')}) and exists (select from ${harvestedChannels} h where h.cabal_id = c.id)
returning c.id, c.layout, c.key_file, c.key_id`;

/** $1 worker. */
export const RELEASE_CABALS = `update cabals set worker = '', lease_until = '-infinity' where worker = $1`;

/** Index: cabal_addresses_pkey. $1 cabals. */
export const SELECT_ADDRESSES = `
select cabal_id, url, is_plain, prologue from cabal_addresses where cabal_id = any ($1::int[]) order by cabal_id, url`;

/** Reads small tables. $1 cabals. */
export const SELECT_CHANNELS = `
select h.cabal_id, h.channel, h.name, h.board_id, h.slice_size from ${harvestedChannels} h where h.cabal_id = any ($1::int[])
order by h.cabal_id, h.channel`;

/**
 * Forgets stored posts of channels without a board: they arrived while the board was removed. Index: cable_topics_pkey. $1 cabal.
 */
export const FORGET_REMOVED = `
select forget_cable_channel(t.cabal_id, t.channel) from cable_topics t
where t.cabal_id = $1 and not exists (select from cable_channels c where c.cabal_id = t.cabal_id and c.channel = t.channel)`;

/** The locks of a writer of a channel, in the order of remove_board. $1 cabal, $2 board. */
export const LOCK_CHANNEL = `
select pg_advisory_xact_lock_shared(hashtext('sagasu_filters'), 0), pg_advisory_xact_lock_shared(hashtext('sagasu_posts'), $2),
  pg_advisory_xact_lock(hashtext('sagasu_cable'), $1)`;

/** Index: cable_channels_pkey. $1 cabal, $2 channel. */
export const LAST_NUM = 'select last_num from cable_channels where cabal_id = $1 and channel = $2';

/** Indexes: cable_posts_due, cable_users_pkey. $1 cabal, $2 channel, $3 limit. */
export const SELECT_DUE = `
select p.hash, p.author, p.time, p.rank, p.bytes, p.num, u.name
from cable_posts p left join cable_users u on u.cabal_id = p.cabal_id and u.author = p.author
where p.cabal_id = $1 and p.channel = $2 and p.is_due order by p.seq limit $3`;

/** Index: cable_days_pkey. $1 board, $2 days. */
export const SELECT_DAYS = `select day::text, thread from cable_days where board_id = $1 and day = any ($2::date[])`;

/** Index: cable_days_pkey. $1 board, $2 days, $3 threads. */
export const INSERT_DAYS = `
insert into cable_days (board_id, day, thread) select $1, d.* from unnest($2::date[], $3::bigint[]) as d`;

/** Index: cable_posts_pkey. $1 cabal, $2 board, $3 hashes, $4 nums. */
export const SAVE_NUMS = `
update cable_posts p set board_id = $2, num = n.num, is_due = false
from unnest($3::bytea[], $4::bigint[]) as n (hash, num) where p.cabal_id = $1 and p.hash = n.hash`;

/** Index: cable_channels_pkey. $1 cabal, $2 channel, $3 num. */
export const SAVE_LAST_NUM = 'update cable_channels set last_num = $3 where cabal_id = $1 and channel = $2';

/** Indexes: cable_tombstones_due, posts_pkey. $1 cabal, $2 channel, $3 limit. */
export const SELECT_DUE_DELETES = `
select t.num, p.thread from cable_tombstones t left join posts p on p.board_id = t.board_id and p.num = t.num and p.subnum = 0
where t.cabal_id = $1 and t.channel = $2 and t.is_due order by t.num limit $3`;

/** $1 cabal, $2 channel, $3 limit. */
export const PURGE = 'select post as num from purge_cable_posts($1, $2, $3)';

/** The topic, if it is not the title of the board yet. Indexes: cable_topics_pkey, cable_posts_pkey, cable_channels_pkey. $1 cabal, $2 channel. */
export const SELECT_TOPIC = `
select t.hash, p.bytes from cable_channels c
join cable_topics t on t.cabal_id = c.cabal_id and t.channel = c.channel
left join cable_posts p on p.cabal_id = t.cabal_id and p.hash = t.hash
where c.cabal_id = $1 and c.channel = $2 and t.hash is distinct from c.titled_by`;

/** $1 cabal, $2 channel, $3 hash, $4 topic. */
export const RETITLE = 'select retitle_cable_board($1, $2, $3, $4)';

/** Index: cable_refusals_pkey. $1 cabal, $2 peers, $3 reasons, $4 details, $5 times, $6 now. */
export const SAVE_REFUSALS = `
insert into cable_refusals (cabal_id, peer, reason, detail, times, first_seen, last_seen)
select $1, r.peer, r.reason, r.detail, r.times, $6, $6
from unnest($2::text[], $3::text[], $4::text[], $5::bigint[]) as r (peer, reason, detail, times)
on conflict (cabal_id, peer, reason) do update set
  times = cable_refusals.times + excluded.times, detail = excluded.detail, last_seen = excluded.last_seen`;

/** Deletes all but the newest. Index: cable_refusals_pkey. $1 cabal, $2 how many to keep. */
export const PRUNE_REFUSALS = `
delete from cable_refusals r using (
  select peer, reason from cable_refusals where cabal_id = $1 order by last_seen desc offset $2) old
where r.cabal_id = $1 and r.peer = old.peer and r.reason = old.reason`;

/** Index: cable_peers_pkey. $1 cabal, $2 peers as JSON. */
export const SAVE_PEERS = `
with seen as (
  select * from jsonb_to_recordset($2) as p (peer text, is_dialled boolean, is_plain boolean, since timestamptz, requests bigint,
    posts bigint, strikes int)
), gone as (
  delete from cable_peers p where p.cabal_id = $1 and not exists (select from seen s where s.peer = p.peer)
)
insert into cable_peers (cabal_id, peer, is_dialled, is_plain, since, requests, posts, strikes)
select $1, peer, is_dialled, is_plain, since, requests, posts, strikes from seen
on conflict (cabal_id, peer) do update set is_dialled = excluded.is_dialled, is_plain = excluded.is_plain, since = excluded.since,
  requests = excluded.requests, posts = excluded.posts, strikes = excluded.strikes`;
