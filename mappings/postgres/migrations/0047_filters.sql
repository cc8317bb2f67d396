-- Up Migration

-- Phrases and regular expressions that hide, hold or refuse posts (mappings/post-filter.ts). A filter counts from enabled_at on; its pattern
-- never changes, so that what it did can be told and undone.
create table post_filters (
  id             bigint generated always as identity primary key,
  -- null: on every board.
  board_id       int references boards (id),
  kind           text not null check (kind in ('phrase', 'regexp', 'deleted')),
  pattern        text not null check (char_length(pattern) <= 3000 and (pattern <> '') = (kind <> 'deleted')),
  fields         text[] not null check (fields <@ '{subject,comment,name,tripcode,email,filename}' and (fields <> '{}') = (kind <> 'deleted')),
  action         text not null check (action in ('hide', 'hold', 'refuse') and (kind <> 'deleted' or action <> 'refuse')),
  -- For staff.
  note           text check (char_length(note) <= 1000),
  created_by     text not null,
  created_at     timestamptz not null default now(),
  -- The last trial on the archive, which goes from the newest posts to the oldest.
  tried_at       timestamptz,
  tried_posts    bigint not null default 0,
  tried_matches  bigint not null default 0,
  enabled_at     timestamptz
);
create index post_filters_board on post_filters (board_id);

-- What filters did. A row goes when staff act on its post: from then on it is theirs.
create table filtered_posts (
  board_id     int not null references boards (id),
  num          bigint not null,
  subnum       int not null,
  filter_id    bigint not null references post_filters (id),
  -- refuse: the post is not stored.
  action       text not null check (action in ('hide', 'hold', 'refuse')),
  primary key (board_id, num, subnum)
);
create index filtered_posts_filter on filtered_posts (filter_id, board_id, num, subnum);

-- The filters that count on a board, for whoever stores posts. post_filters_board.
create function active_filters(board int)
returns table (id bigint, kind text, pattern text, fields text[], action text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select f.id, f.kind, f.pattern, f.fields, f.action from post_filters f
     where (f.board_id = board or f.board_id is null) and f.enabled_at is not null order by f.id;
end
$$;

-- Remembers what filters did to posts of a board as they arrived. Held posts come into the queue of staff, without a report.
-- filtered_posts_pkey, reported_posts_pkey.
create function note_filtered(board int, by_filters bigint[], nums bigint[], subnums int[], did text[]) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into filtered_posts (board_id, num, subnum, filter_id, action)
  select board, n.num, n.subnum, n.filter_id, n.action
    from unnest(nums, subnums, by_filters, did) as n (num, subnum, filter_id, action)
    join post_filters f on f.id = n.filter_id and f.enabled_at is not null
  on conflict do nothing;
  insert into reported_posts (board_id, num, subnum, reports, held)
  select board, n.num, n.subnum, 0, true from unnest(nums, subnums, did) as n (num, subnum, action) where n.action = 'hold'
  on conflict do nothing;
end
$$;

revoke all on function active_filters(int), note_filtered(int, bigint[], bigint[], int[], text[]) from public;
grant execute on function active_filters(int) to sagasu_scraper, sagasu_server;
grant execute on function note_filtered(int, bigint[], bigint[], int[], text[]) to sagasu_scraper;
grant select, insert, delete, update (tried_at, tried_posts, tried_matches, enabled_at) on post_filters to sagasu_server;
grant select, insert, delete on filtered_posts to sagasu_server;
grant insert on reported_posts to sagasu_server;

do $$
declare
  secured text;
begin
  foreach secured in array array['post_filters', 'filtered_posts'] loop
    execute format('alter table %I enable row level security, force row level security', secured);
    execute format('create policy owner on %I to %I using (true) with check (true)', secured,
      (select pg_get_userbyid(relowner) from pg_class where oid = secured::regclass));
  end loop;
end
$$;

-- Admins of a board set its filters, admins of all boards those of every board. Moderators read them.
create policy moderators on post_filters for select to sagasu_server
  using (case when board_id is null then (select moderated_boards()) <> '{}' else board_id = any ((select moderated_boards())::int[]) end);
create policy admins_add on post_filters for insert to sagasu_server
  with check (case when board_id is null then (select is_admin()) else board_id = any ((select administered_boards())::int[]) end
    and created_by = (select account_of_transaction()));
create policy admins_change on post_filters for update to sagasu_server
  using (case when board_id is null then (select is_admin()) else board_id = any ((select administered_boards())::int[]) end);
create policy admins_remove on post_filters for delete to sagasu_server
  using (case when board_id is null then (select is_admin()) else board_id = any ((select administered_boards())::int[]) end);
create policy moderators on filtered_posts to sagasu_server
  using (board_id = any ((select moderated_boards())::int[]))
  with check (board_id = any ((select moderated_boards())::int[]));
create policy moderators_add on reported_posts for insert to sagasu_server
  with check (board_id = any ((select moderated_boards())::int[]));

create constraint trigger audit after insert or update or delete on post_filters
  deferrable initially deferred for each row execute function audit_row('id', 'tried_at,tried_posts,tried_matches');
create policy filters on audit_log for select to sagasu_server
  using (split_part(action, '.', 1) = 'post_filters' and board_id = any ((select administered_boards())::int[]));

-- Down Migration
