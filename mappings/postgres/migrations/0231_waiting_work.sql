-- Up Migration

-- Appeals that staff can decide: undecided ones of bans in force.
-- Index: ban_appeals_open, bans_pkey.
create view open_appeals with (security_invoker = true) as
  select a.id, a.ban_id, b.board_id, a.written_at
    from ban_appeals a join bans b on b.id = a.ban_id
   where a.decided_at is null and b.lifted_at is null and b.expires_at > now();
grant select on open_appeals to sagasu_server;

-- Failed tasks of the last 30 days that no later task of their kind on their board has replaced.
-- Index: tasks_failed, tasks_pkey.
create view failed_tasks with (security_invoker = true) as
  select failed.id, failed.kind, failed.board_id, failed.finished_at
    from tasks failed
   where failed.status = 'failed' and failed.finished_at > now() - interval '30 days' and not exists (
     select from tasks later
      where later.id > failed.id and later.kind = failed.kind and later.board_id is not distinct from failed.board_id);
grant select on failed_tasks to sagasu_server;

-- How much waits for staff, by board; null for bans of all boards. Metrics need the numbers without an account.
-- Index: reported_posts_open, ban_appeals_open, bans_pkey.
create or replace function staff_queues() returns table (queue text, board int, items int, oldest timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select 'reports', r.board_id, count(*)::int, min(r.opened_at) from reported_posts r where r.closed_at is null group by r.board_id
    union all
    select 'held_posts', r.board_id, count(*)::int, min(r.opened_at)
      from reported_posts r where r.closed_at is null and r.held group by r.board_id
    union all
    select 'appeals', a.board_id, count(*)::int, min(a.written_at) from open_appeals a group by a.board_id;
end
$$;

-- Tasks that operators watch: unfinished ones, failed ones, and the last backup. Errors are left out, since only admins may read them.
-- Index: tasks_pkey, tasks_failed.
create or replace function watched_tasks() returns table (id bigint, kind text, board int, status text, since timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select t.id, t.kind, t.board_id, t.status, coalesce(t.finished_at, t.started_at, t.enqueued_at)
      from tasks t where t.status in ('enqueued', 'processing')
    union all
    select f.id, f.kind, f.board_id, 'failed', f.finished_at from failed_tasks f
    union all
    (select t.id, t.kind, t.board_id, t.status, t.finished_at
       from tasks t where t.kind = 'backup' and t.status = 'succeeded' order by t.id desc limit 1);
end
$$;
