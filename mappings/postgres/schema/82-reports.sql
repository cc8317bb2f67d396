-- Reports of readers, and the queue of staff.

-- Reported posts: the queue of staff. A report after the row was closed opens it again.
create table reported_posts (
  board_id          int not null references boards (id),
  num               bigint not null,
  subnum            int not null,
  opened_at         timestamptz not null default now(),
  last_reported_at  timestamptz not null default now(),
  -- Reports since opened_at, including those of staff.
  reports           int not null,
  closed_at         timestamptz,
  closed_by         text,
  -- True if reports have hidden the post and staff have not looked at it yet.
  held              boolean not null default false,
  -- True if staff have looked at the post: reports no longer hide it.
  reviewed          boolean not null default false,
  primary key (board_id, num, subnum)
);
create index reported_posts_closed on reported_posts (closed_at desc, board_id, num, subnum) where closed_at is not null;
create index reported_posts_open on reported_posts (opened_at, board_id, num, subnum) where closed_at is null;
-- Actions of staff on reports are recorded, reports of readers are not.
create constraint trigger audit after update on reported_posts
  deferrable initially deferred
  for each row when (old.closed_by is distinct from new.closed_by
    or (new.closed_at is not null and old.closed_at is distinct from new.closed_at))
  execute function audit_row('board_id,num,subnum', 'opened_at,last_reported_at,reports,reviewed');
alter table reported_posts enable row level security, force row level security;
create policy owner on reported_posts to current_user using (true) with check (true);
-- A purge of the post deletes its reports.
create policy moderators on reported_posts for delete to sagasu_server using (board_id = any ((select moderated_boards())::int[]));
create policy moderators_add on reported_posts for insert to sagasu_server
  with check (board_id = any ((select moderated_boards())::int[]));
create policy staff on reported_posts for select to sagasu_server using (board_id = any ((select staffed_boards())::int[]));
create policy staff_closing on reported_posts for update to sagasu_server using (board_id = any ((select staffed_boards())::int[]));
grant select, insert, update (closed_at, closed_by, held, reviewed), delete on reported_posts to sagasu_server;

create table reports (
  id           bigint generated always as identity primary key,
  board_id     int not null,
  num          bigint not null,
  subnum       int not null,
  category     text not null check (category ~ '^[a-z_]{1,32}$'),
  note         text check (char_length(note) <= 1000),
  -- pages: the pages and the API. offsite: a report for another site, forwarded by readers' scripts.
  origin       text not null check (origin in ('pages', 'offsite')),
  -- The account of staff; null for readers.
  account      text,
  reported_at  timestamptz not null default now(),
  foreign key (board_id, num, subnum) references reported_posts (board_id, num, subnum) on delete cascade
);
create unique index reports_account on reports (board_id, num, subnum, account) where account is not null;
create index reports_post on reports (board_id, num, subnum, id);
alter table reports enable row level security, force row level security;
create policy owner on reports to current_user using (true) with check (true);
create policy staff on reports for select to sagasu_server using (board_id = any ((select staffed_boards())::int[]));
grant select on reports to sagasu_server;

-- Networks of reports of the last 7 days: the /24 of an IPv4 address, the /48 of an IPv6 address. No process may read them.
create table report_networks (
  report_id    bigint primary key references reports (id) on delete cascade,
  board_id     int not null,
  num          bigint not null,
  subnum       int not null,
  network      inet not null,
  reported_at  timestamptz not null default now(),
  unique (board_id, num, subnum, network)
);
create index report_networks_age on report_networks (reported_at);
create index report_networks_network on report_networks (network, reported_at);
create index report_networks_within on report_networks using gist (network inet_ops);
alter table report_networks enable row level security, force row level security;
create policy owner on report_networks to current_user using (true) with check (true);

-- Notes of staff for each other.
create table report_notes (
  id          bigint generated always as identity primary key,
  board_id    int not null,
  num         bigint not null,
  subnum      int not null,
  account     text not null,
  note        text not null check ((char_length(note) >= 1) and (char_length(note) <= 1000)),
  written_at  timestamptz not null default now(),
  foreign key (board_id, num, subnum) references reported_posts (board_id, num, subnum) on delete cascade
);
create index report_notes_post on report_notes (board_id, num, subnum, id);
create constraint trigger audit after insert on report_notes
  deferrable initially deferred for each row execute function audit_row('board_id,num,subnum,id', 'note');
alter table report_notes enable row level security, force row level security;
create policy owner on report_notes to current_user using (true) with check (true);
create policy staff on report_notes for select to sagasu_server using (board_id = any ((select staffed_boards())::int[]));
create policy staff_writing on report_notes for insert to sagasu_server
  with check ((board_id = any ((select staffed_boards())::int[])) and (account = (select account_of_transaction())));
grant select, insert on report_notes to sagasu_server;

-- True if reports may hide this post now: the board has a threshold (setting reports.hideAfter), that many networks reported the
-- post in the last 7 days, and staff have not looked at it.
-- Index: reported_posts_pkey, report_networks_board_id_num_subnum_network_key.
create function is_over_report_threshold(board int, post bigint, ghost int) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  threshold int;
begin
  select nullif(coalesce(b.settings #>> '{reports,hideAfter}', d.settings #>> '{reports,hideAfter}'), 'false')::int into threshold
    from boards b left join board_defaults d on true where b.id = board;
  return threshold is not null
    and exists (
      select from reported_posts r
       where r.board_id = board and r.num = post and r.subnum = ghost and r.closed_at is null and not r.reviewed and not r.held)
    and threshold <= (
      select count(*) from report_networks n
       where n.board_id = board and n.num = post and n.subnum = ghost and n.reported_at > now() - interval '7 days');
end
$$;
revoke all on function is_over_report_threshold(int, bigint, int) from public;

-- Takes a report of a visible post. `came_from` is the reporter's address; an account of the board's staff reports under its
-- name and leaves no address. Answers added, threshold (added, and reports may hide the post now), known (this network or
-- account has reported the post), busy (too many reports of this network in the last hour) or missing.
-- Index: posts_pkey, report_networks_age, report_networks_network, reported_posts_pkey, reports_account.
create function add_report(
  board int, post bigint, ghost int, of_category text, with_note text, from_origin text, came_from inet
) returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  most_an_hour constant int := 30;
  staff text := case when board = any (staffed_boards()) then account_of_transaction() end;
  origin_network inet;
  added bigint;
begin
  if not exists (
    select from posts p where p.board_id = board and p.num = post and p.subnum = ghost and not p.hidden) then
    return 'missing';
  end if;
  perform pg_advisory_xact_lock(hashtext('sagasu_report'), hashtext(board || '/' || post || '/' || ghost));
  if staff is null then
    origin_network := network(set_masklen(came_from, case family(came_from) when 4 then 24 else 48 end))::inet;
    perform pg_advisory_xact_lock(hashtext('sagasu_reporter'), hashtext(origin_network::text));
    delete from report_networks where reported_at <= now() - interval '7 days';
    if exists (
      select from report_networks n
       where n.board_id = board and n.num = post and n.subnum = ghost and n.network = origin_network) then
      return 'known';
    end if;
    if most_an_hour <= (
      select count(*) from report_networks n
       where n.network = origin_network and n.reported_at > now() - interval '1 hour') then
      return 'busy';
    end if;
  elsif exists (
    select from reports r where r.board_id = board and r.num = post and r.subnum = ghost and r.account = staff) then
    return 'known';
  end if;
  insert into reported_posts as r (board_id, num, subnum, reports) values (board, post, ghost, 1)
  on conflict (board_id, num, subnum) do update set
    reports = case when r.closed_at is null then r.reports + 1 else 1 end,
    opened_at = case when r.closed_at is null then r.opened_at else now() end,
    last_reported_at = now(), closed_at = null;
  insert into reports (board_id, num, subnum, category, note, origin, account)
  values (board, post, ghost, of_category, with_note, from_origin, staff) returning id into added;
  if staff is null then
    insert into report_networks (report_id, board_id, num, subnum, network) values (added, board, post, ghost, origin_network);
    if is_over_report_threshold(board, post, ghost) then
      return 'threshold';
    end if;
  end if;
  return 'added';
end
$$;
revoke all on function add_report(int, bigint, int, text, text, text, inet) from public;
grant execute on function add_report(int, bigint, int, text, text, text, inet) to sagasu_server;

-- Hides a post whose reports exceed the threshold; false if they do not. The caller holds the locks of moderation and of the
-- thread.
-- Index: reported_posts_pkey, posts_pkey, posts_thread, dirty_pkey, pending_hides_pkey.
create function hide_by_reports(board int, post bigint, ghost int) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  changed record;
  entry audit_log;
begin
  perform from reported_posts r where r.board_id = board and r.num = post and r.subnum = ghost for update;
  if not is_over_report_threshold(board, post, ghost) then
    return false;
  end if;
  update posts p set hidden = true, time_modified = now(), rev = nextval('post_rev')
   where p.board_id = board and p.num = post and p.subnum = ghost and not p.hidden
  returning p.thread, p.rev into changed;
  if changed.thread is null then
    return false;
  end if;
  update posts p set replies = counted.replies, images = counted.images, time_modified = now(), rev = nextval('post_rev')
    from (
      select least(count(*) filter (where not opener), 65535)::int as replies, least(count(media_type), 65535)::int as images
        from (
          select r.opener, r.media_type from posts r
           where r.board_id = board and r.thread = changed.thread and not r.hidden limit 65536) visible) counted
   where p.board_id = board and p.num = changed.thread and p.subnum = 0 and p.opener and p.time_purged is null
     and (p.replies, p.images) is distinct from (counted.replies, counted.images);
  insert into dirty (board_id, thread, gen, min_rev, since)
  values (board, changed.thread, nextval('dirty_gen'), changed.rev, now())
  on conflict (board_id, thread) do update set
    gen = nextval('dirty_gen'), min_rev = least(dirty.min_rev, excluded.min_rev);
  insert into pending_hides (board_id, thread, num, subnum) values (board, changed.thread, post, ghost)
  on conflict (board_id, thread, num, subnum) do update set since = now();
  update reported_posts r set held = true where r.board_id = board and r.num = post and r.subnum = ghost;
  entry.at := clock_timestamp();
  entry.actor := 'report threshold';
  entry.action := 'posts.hide';
  entry.board_id := board;
  entry.target := jsonb_build_object(
    'posts', jsonb_build_array(case when ghost = 0 then post::text else post || '_' || ghost end));
  perform link_audit_entry(entry, null, null);
  return true;
end
$$;
revoke all on function hide_by_reports(int, bigint, int) from public;
grant execute on function hide_by_reports(int, bigint, int) to sagasu_server;

-- Posts that only this network has reported, on boards that the account moderates, with an entry in the audit log.
create function reported_only_from(came_from inet, board int, post bigint, ghost int, most int)
returns table (board_id int, num bigint, subnum int)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  moderated constant int[] := case when session_user = current_user then array(select b.id from boards b) else moderated_boards() end;
  wanted inet[];
begin
  if moderated = '{}' or (board is not null and not board = any (moderated)) then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  perform check_network_width(came_from);
  wanted := case when came_from is not null then array[network(came_from)::inet] else array(
    select n.network from report_networks n where n.board_id = board and n.num = post and n.subnum = ghost) end;
  perform add_audit_entry(
    'addresses.look', board,
    case when board is null then '{}' else
      jsonb_build_object('posts', jsonb_build_array(case when ghost = 0 then post::text else post || '_' || ghost end)) end,
    'reports of the same network', null, null);
  return query
    select r.board_id, r.num, r.subnum
      from (
        select distinct n.board_id, n.num, n.subnum from report_networks n, unnest(wanted) as w where n.network && w) found
      join reported_posts r on r.board_id = found.board_id and r.num = found.num and r.subnum = found.subnum
     where r.closed_at is null and r.board_id = any (moderated)
       and not exists (
         select from reports p
          where p.board_id = r.board_id and p.num = r.num and p.subnum = r.subnum and p.reported_at >= r.opened_at
            and not exists (select from report_networks n, unnest(wanted) as w where n.report_id = p.id and n.network && w))
     order by r.board_id, r.num, r.subnum limit least(most, 10001);
end
$$;
revoke all on function reported_only_from(inet, int, bigint, int, int) from public;
grant execute on function reported_only_from(inet, int, bigint, int, int) to sagasu_server;

-- Deletes networks after 7 days and closed reports after half a year. Returns the number of posts whose reports were deleted.
-- Index: report_networks_age, reported_posts_closed.
create function expire_reports() returns int
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  expired int;
begin
  delete from report_networks where reported_at <= now() - interval '7 days';
  delete from reported_posts where closed_at <= now() - interval '180 days' and not held;
  get diagnostics expired = row_count;
  return expired;
end
$$;
revoke all on function expire_reports() from public;
grant execute on function expire_reports() to sagasu_indexer;
