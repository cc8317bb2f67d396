-- Up Migration

-- The last answers of each source to requests of its list, and since when it fails. The list is that of a board's threads, of an
-- archive's pages or of a mailing list's parts.
create table source_answers (
  board_id       int not null references boards (id) on delete cascade,
  -- As in forums.
  base_url       text not null check (base_url <> ''),
  -- Null while the source answers.
  failing_since  timestamptz,
  -- Newest first, at most ten: {"at", "outcome", "status", "detail"}.
  answers        jsonb not null default '[]',
  primary key (board_id, base_url)
);
alter table source_answers enable row level security, force row level security;
create policy owner on source_answers to current_user using (true) with check (true);
create policy scraper on source_answers to sagasu_scraper using (true) with check (true);
create policy readers on source_answers for select to sagasu_server using (true);
grant select, insert, update on source_answers to sagasu_scraper;
grant select on source_answers to sagasu_server;

-- How much waits for staff, by board; null for bans of all boards. Metrics need the numbers without an account.
-- Index: reported_posts_open, ban_appeals_open, bans_pkey.
create function staff_queues() returns table (queue text, board int, items int, oldest timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select 'reports', r.board_id, count(*)::int, min(r.opened_at) from reported_posts r where r.closed_at is null group by r.board_id
    union all
    select 'held_posts', r.board_id, count(*)::int, min(r.opened_at)
      from reported_posts r where r.closed_at is null and r.held group by r.board_id
    union all
    select 'appeals', b.board_id, count(*)::int, min(a.written_at)
      from ban_appeals a join bans b on b.id = a.ban_id
     where a.decided_at is null and b.lifted_at is null and b.expires_at > now() group by b.board_id;
end
$$;
revoke all on function staff_queues() from public;
grant execute on function staff_queues() to sagasu_server;

-- Tasks that operators watch: unfinished ones, failed ones that no later task of their kind on their board has replaced in 30 days,
-- and the last backup. Errors are left out, since only admins may read them.
-- Index: tasks_pkey.
create function watched_tasks() returns table (id bigint, kind text, board int, status text, since timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select t.id, t.kind, t.board_id, t.status, coalesce(t.finished_at, t.started_at, t.enqueued_at)
      from tasks t where t.status in ('enqueued', 'processing')
    union all
    select last.id, last.kind, last.board_id, last.status, last.finished_at
      from (
        select distinct on (t.kind, t.board_id) t.id, t.kind, t.board_id, t.status, t.finished_at
          from tasks t where t.enqueued_at > now() - interval '30 days' order by t.kind, t.board_id, t.id desc) last
     where last.status = 'failed'
    union all
    (select t.id, t.kind, t.board_id, t.status, t.finished_at
       from tasks t where t.kind = 'backup' and t.status = 'succeeded' order by t.id desc limit 1);
end
$$;
revoke all on function watched_tasks() from public;
grant execute on function watched_tasks() to sagasu_server;
