import { leaseEnded } from '../../mappings/postgres/lease.ts';

/** Adds a free lease for each board that has none. Index: harvest_leases_pkey, once per board. */
export const ADD_LEASES = `
insert into harvest_leases (board_id, worker, lease_until, fence)
select b.id, '', '-infinity', 0 from boards b
where not exists (select 1 from harvest_leases l where l.board_id = b.id)
on conflict do nothing`;

/**
 * Records that this scraper is alive, renews its leases, and takes free boards up to its share: the number of boards divided by that
 * of living scrapers, with the remainder going to the first scrapers by name. Leases of closed boards are not renewed. Leases whose
 * rows are locked by a writer are skipped. Reads whole tables, which are small. $1 worker, $2 lease in milliseconds.
 */
export const RENEW_LEASES = `
with me as (
  insert into scrapers (worker, alive_until) values ($1, clock_timestamp() + $2 * interval '1 ms')
  on conflict (worker) do update set alive_until = excluded.alive_until
), forgotten as (
  delete from scrapers where alive_until < clock_timestamp() - interval '1 day' and worker <> $1
), others as (
  select count(*) as many, count(*) filter (where worker < $1) as before from scrapers
  where worker <> $1 and not ${leaseEnded('alive_until')}
), share as (
  select b.many / (o.many + 1) + (o.before < b.many % (o.many + 1))::int as boards
  from others o, (select count(*) as many from harvested_boards) b
), renewed as (
  update harvest_leases set lease_until = clock_timestamp() + $2 * interval '1 ms'
  where worker = $1 and board_id in (select id from harvested_boards)
  returning board_id, fence
), free as (
  select board_id from harvest_leases
  where worker <> $1 and ${leaseEnded('lease_until')} and board_id in (select id from harvested_boards)
  order by hashtextextended($1, board_id)
  limit greatest(0, (select boards from share) - (select count(*) from renewed))
  for update skip locked
), taken as (
  update harvest_leases l set worker = $1, lease_until = clock_timestamp() + $2 * interval '1 ms', fence = l.fence + 1
  from free where free.board_id = l.board_id
  returning l.board_id, l.fence
)
select board_id, fence, (select boards from share) as share
from (select * from renewed union all select * from taken) held order by board_id`;

/** Index: harvest_leases_pkey. Keeps the fence, which never decreases. $1 worker, $2 boards. */
export const RELEASE_LEASES = `
update harvest_leases set worker = '', lease_until = '-infinity' where worker = $1 and board_id = any($2::int[])`;

/** Reads the whole of a small table. $1 worker. */
export const RELEASE_ALL_LEASES = `
with gone as (delete from scrapers where worker = $1)
update harvest_leases set worker = '', lease_until = '-infinity' where worker = $1`;

/**
 * Index: harvest_leases_pkey. The row stays locked to the end of the transaction, so that no other scraper takes the board before the
 * commit. If the process is suspended in the transaction, PostgreSQL ends it after $3, and the board is free again. $1 board, $2 fence,
 * $3 idle limit in milliseconds.
 */
export const LOCK_LEASE = `
select set_config('idle_in_transaction_session_timeout', $3, true)
from harvest_leases where board_id = $1 and fence = $2 for share`;
