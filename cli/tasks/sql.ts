/**
 * Who has begun and whether somebody is at it: a lease that ran out is that of a dead indexer. Counts on
 * tasks_unfinished.
 */
export const UNFINISHED_STANDINGS = `
  select t.id, t.kind, b.name as board, t.options,
         coalesce(t.status = 'processing' and t.lease_until > clock_timestamp(), false) as held
    from tasks t
    join boards b on b.id = t.board_id
   where t.status in ('enqueued', 'processing')
   order by t.id`;
