-- Up Migration

-- Posts that somebody has reported: the queue of staff. A post that is reported again after its row was closed opens it anew.
create table reported_posts (
  board_id          int not null references boards (id),
  num               bigint not null,
  subnum            int not null,
  opened_at         timestamptz not null default now(),
  last_reported_at  timestamptz not null default now(),
  -- Since opened_at, those of staff too.
  reports           int not null,
  closed_at         timestamptz,
  closed_by         text,
  -- Reports have hidden the post, and nobody of staff has looked at it yet.
  held              boolean not null default false,
  -- Staff have looked at the post: reports do not hide it any more.
  reviewed          boolean not null default false,
  primary key (board_id, num, subnum)
);
create index reported_posts_open on reported_posts (opened_at, board_id, num, subnum) where closed_at is null;
create index reported_posts_closed on reported_posts (closed_at desc, board_id, num, subnum) where closed_at is not null;

create table reports (
  id           bigint generated always as identity primary key,
  board_id     int not null,
  num          bigint not null,
  subnum       int not null,
  category     text not null check (category ~ '^[a-z_]{1,32}$'),
  note         text check (char_length(note) <= 1000),
  -- pages: the pages and the API. offsite: a report for another site, which scripts of readers forward.
  origin       text not null check (origin in ('pages', 'offsite')),
  -- Of staff; null for readers.
  account      text,
  reported_at  timestamptz not null default now(),
  foreign key (board_id, num, subnum) references reported_posts on delete cascade
);
create index reports_post on reports (board_id, num, subnum, id);
create unique index reports_account on reports (board_id, num, subnum, account) where account is not null;

-- Where reports of the last 7 days came from: the /24 of an IPv4 address, the /48 of an IPv6 address. No process may read it.
create table report_networks (
  report_id    bigint primary key references reports (id) on delete cascade,
  board_id     int not null,
  num          bigint not null,
  subnum       int not null,
  network      inet not null,
  reported_at  timestamptz not null default now(),
  unique (board_id, num, subnum, network)
);
create index report_networks_network on report_networks (network, reported_at);
create index report_networks_age on report_networks (reported_at);

-- What staff write for each other.
create table report_notes (
  id          bigint generated always as identity primary key,
  board_id    int not null,
  num         bigint not null,
  subnum      int not null,
  account     text not null,
  note        text not null check (char_length(note) between 1 and 1000),
  written_at  timestamptz not null default now(),
  foreign key (board_id, num, subnum) references reported_posts on delete cascade
);
create index report_notes_post on report_notes (board_id, num, subnum, id);

-- Boards on which the account of the transaction has any role: as moderated_boards in 0031.
alter table transaction_accounts add column staffs int[] not null default '{}';

create function staffed_boards() returns int[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if pg_current_xact_id_if_assigned() is null then
    return '{}';
  end if;
  return coalesce(
    (select staffs from transaction_accounts where transaction = pg_current_xact_id_if_assigned()), '{}');
end
$$;

-- As in 0037, and the boards with any role. accounts_pkey; api_keys_key_hash_key; account_roles and key_roles by their unique keys.
create or replace function identify_account(secret text) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  of_account int;
  of_key int;
  known_as text;
begin
  delete from transaction_accounts where transaction = pg_current_xact_id();
  select a.id, a.name into of_account, known_as
    from accounts a where a.id = account_of_session(secret) and not (a.totp_required and a.totp_step is null);
  if of_account is null then
    select k.id, 'key:' || k.name into of_key, known_as
      from api_keys k where k.key_hash = sha256(convert_to(secret, 'UTF8')) and (k.expires_at is null or k.expires_at > now());
  end if;
  if known_as is null then
    return false;
  end if;
  with roles as (
    select role, board_id from account_roles where account_id = of_account
    union all
    select role, board_id from key_roles where key_id = of_key
  )
  insert into transaction_accounts (transaction, account, session, moderates, administers, staffs, is_admin)
  select pg_current_xact_id(), known_as, case when of_account is not null then name_of_session(secret) end,
    array(select b.id from boards b where exists (
      select from roles r where r.role in ('moderator', 'admin') and (r.board_id is null or r.board_id = b.id))),
    array(select b.id from boards b where exists (
      select from roles r where r.role = 'admin' and (r.board_id is null or r.board_id = b.id))),
    array(select b.id from boards b where exists (select from roles r where r.board_id is null or r.board_id = b.id)),
    exists (select from roles r where r.role = 'admin' and r.board_id is null);
  return true;
end
$$;

-- Whether reports may hide this post now: the board has a threshold (setting reports.hideAfter), so many networks reported the post in
-- the last 7 days, and nobody of staff has looked at it. reported_posts_pkey, report_networks_board_id_num_subnum_network_key.
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

-- Takes a report of a visible post. `came_from` is the reporter's address; the account of the transaction, if it is staff of the board,
-- reports as itself and leaves no address. Answers added, threshold (added, and reports may hide the post now), known (this network or
-- account has reported the post), busy (too many of this network in the last hour) or missing.
-- posts_pkey, report_networks_age, report_networks_network, reported_posts_pkey, reports_account.
create function add_report(board int, post bigint, ghost int, of_category text, with_note text, from_origin text, came_from inet) returns text
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

-- Hides a post whose reports are over the threshold; false if they are not. Does for nobody what store/change-posts.ts and
-- server/moderation/ do for a moderator, and takes no other right with it. The caller holds the locks of moderation and of the thread.
-- reported_posts_pkey, posts_pkey, posts_thread, dirty_pkey, pending_hides_pkey.
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

-- Networks after 7 days, closed reports after half a year. Returns the number of posts whose reports were deleted.
-- report_networks_age, reported_posts_closed.
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

revoke all on function staffed_boards(), is_over_report_threshold(int, bigint, int),
  add_report(int, bigint, int, text, text, text, inet), hide_by_reports(int, bigint, int), expire_reports() from public;
grant execute on function staffed_boards(), add_report(int, bigint, int, text, text, text, inet), hide_by_reports(int, bigint, int)
  to sagasu_server;
grant execute on function expire_reports() to sagasu_indexer;
grant select, delete, update (closed_at, closed_by, held, reviewed) on reported_posts to sagasu_server;
grant select on reports to sagasu_server;
grant select, insert on report_notes to sagasu_server;

do $$
declare
  secured text;
begin
  foreach secured in array array['reported_posts', 'reports', 'report_networks', 'report_notes'] loop
    execute format('alter table %I enable row level security, force row level security', secured);
    execute format('create policy owner on %I to %I using (true) with check (true)', secured,
      (select pg_get_userbyid(relowner) from pg_class where oid = secured::regclass));
  end loop;
end
$$;
create policy staff on reported_posts for select to sagasu_server using (board_id = any ((select staffed_boards())::int[]));
create policy staff_closing on reported_posts for update to sagasu_server using (board_id = any ((select staffed_boards())::int[]));
-- A purge of the post takes its reports along.
create policy moderators on reported_posts for delete to sagasu_server
  using (board_id = any ((select moderated_boards())::int[]));
create policy staff on reports for select to sagasu_server using (board_id = any ((select staffed_boards())::int[]));
create policy staff on report_notes for select to sagasu_server using (board_id = any ((select staffed_boards())::int[]));
create policy staff_writing on report_notes for insert to sagasu_server
  with check (board_id = any ((select staffed_boards())::int[]) and account = (select account_of_transaction()));

-- What staff do with reports; what readers do is no entry.
create constraint trigger audit after update on reported_posts
  deferrable initially deferred for each row
  when (old.closed_by is distinct from new.closed_by or (new.closed_at is not null and old.closed_at is distinct from new.closed_at))
  execute function audit_row('board_id,num,subnum', 'opened_at,last_reported_at,reports,reviewed');
create constraint trigger audit after insert on report_notes
  deferrable initially deferred for each row execute function audit_row('board_id,num,subnum,id', 'note');

drop policy moderators on audit_log;
create policy moderators on audit_log for select to sagasu_server
  using (split_part(action, '.', 1) = any ('{posts,reported_posts,report_notes}') and board_id = any ((select moderated_boards())::int[]));

-- Down Migration
