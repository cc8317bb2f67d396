-- Up Migration

-- Filters by a list of files, such as the banned files of another archive: MD5s, which never change, like the patterns of other filters.
alter table post_filters
  drop constraint post_filters_kind_check,
  drop constraint post_filters_check,
  drop constraint post_filters_check1,
  add constraint post_filters_kind check (kind in ('phrase', 'regexp', 'files', 'deleted')),
  -- Of a list of files a digest, so that processes know a list that they have read.
  add constraint post_filters_pattern check (char_length(pattern) <= 3000 and (pattern <> '') = (kind <> 'deleted')),
  add constraint post_filters_fields check (
    fields <@ '{subject,comment,name,tripcode,email,filename}' and (fields <> '{}') = (kind in ('phrase', 'regexp')));

create table filter_hashes (
  filter_id  bigint not null references post_filters (id) on delete cascade,
  md5        bytea not null check (octet_length(md5) = 16),
  primary key (filter_id, md5)
);

-- The list of an enabled filter, for whoever stores posts. filter_hashes_pkey.
create function hashes_of_filter(filter bigint) returns setof bytea
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select h.md5 from filter_hashes h join post_filters f on f.id = h.filter_id where h.filter_id = filter and f.enabled_at is not null;
end
$$;

-- As before, but posts that were shown until now are named to searches: the source has just deleted them.
create or replace function note_filtered(board int, by_filters bigint[], nums bigint[], subnums int[], did text[]) returns void
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
  insert into pending_hides (board_id, thread, num, subnum)
  select board, p.thread, p.num, p.subnum
    from unnest(nums, subnums) as n (num, subnum)
    join posts p on p.board_id = board and p.num = n.num and p.subnum = n.subnum and p.hidden and p.time_deleted_post is not null
  on conflict (board_id, thread, num, subnum) do update set since = now();
end
$$;

revoke all on function hashes_of_filter(bigint) from public;
grant execute on function hashes_of_filter(bigint) to sagasu_scraper, sagasu_importer, sagasu_server;
grant select, insert on filter_hashes to sagasu_server;

do $$
begin
  alter table filter_hashes enable row level security, force row level security;
  execute format('create policy owner on filter_hashes to %I using (true) with check (true)',
    (select pg_get_userbyid(relowner) from pg_class where oid = 'filter_hashes'::regclass));
end
$$;
-- As the filters that they belong to.
create policy moderators on filter_hashes for select to sagasu_server using (exists (select from post_filters f where f.id = filter_id));
create policy admins_add on filter_hashes for insert to sagasu_server
  with check (exists (select from post_filters f
    where f.id = filter_id and f.enabled_at is null
      and case when f.board_id is null then (select is_admin()) else f.board_id = any ((select administered_boards())::int[]) end));

-- Down Migration
