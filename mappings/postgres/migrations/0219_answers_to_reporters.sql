-- Up Migration

-- Decisions and answers that readers of a secret link see. It survives a purge of the post and its reports, with ids only.
create table report_tickets (
  -- SHA-256 of the secret in the link.
  token_hash   bytea primary key check (octet_length(token_hash) = 32),
  board_id     int not null references boards (id) on delete cascade,
  num          bigint not null,
  subnum       int not null,
  reported_at  timestamptz not null default now(),
  -- The decision of staff; null while the report is open.
  decided_at   timestamptz,
  decision     text check (decision in ('dismissed', 'hidden', 'shown', 'purged', 'file_deleted', 'file_banned')),
  -- The answer of staff to those who reported the post.
  answer       text check ((char_length(answer) >= 1) and (char_length(answer) <= 1000)),
  check ((decided_at is null) = (decision is null))
);
create index report_tickets_post on report_tickets (board_id, num, subnum);
create index report_tickets_age on report_tickets ((coalesce(decided_at, reported_at)));
alter table report_tickets enable row level security, force row level security;
create policy owner on report_tickets to current_user using (true) with check (true);
create policy staff on report_tickets for select to sagasu_server using (board_id = any ((select staffed_boards())::int[]));
grant select (board_id, num, subnum, decided_at, answer) on report_tickets to sagasu_server;

-- Adds the ticket of a report that add_report has stored.
create function add_report_ticket(board int, post bigint, ghost int, hash bytea) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into report_tickets (token_hash, board_id, num, subnum) values (hash, board, post, ghost);
end
$$;
revoke all on function add_report_ticket(int, bigint, int, bytea) from public;
grant execute on function add_report_ticket(int, bigint, int, bytea) to sagasu_server;

-- The ticket of a link.
-- Index: report_tickets_pkey.
create function read_report_ticket(hash bytea)
returns table (board text, post bigint, ghost int, reported timestamptz, decided timestamptz, outcome text, reply text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select b.name, t.num, t.subnum, t.reported_at, t.decided_at, t.decision, t.answer
      from report_tickets t join boards b on b.id = t.board_id where t.token_hash = hash;
end
$$;
revoke all on function read_report_ticket(bytea) from public;
grant execute on function read_report_ticket(bytea) to sagasu_server;

-- Writes to those who reported the post, after the last decision, for staff of the board. Returns the number of tickets.
-- Index: report_tickets_post.
create function answer_reporters(board int, post bigint, ghost int, written text) returns int
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  answered int;
begin
  if session_user <> current_user and not coalesce(board = any (staffed_boards()), false) then
    raise exception 'only staff of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  update report_tickets t set answer = written
   where t.board_id = board and t.num = post and t.subnum = ghost
     and t.decided_at = (
       select max(l.decided_at) from report_tickets l where l.board_id = board and l.num = post and l.subnum = ghost);
  get diagnostics answered = row_count;
  if answered > 0 then
    perform add_audit_entry(
      'reported_posts.answer', board,
      jsonb_build_object('posts', jsonb_build_array(case when ghost = 0 then post::text else post || '_' || ghost end)), written, null, null);
  end if;
  return answered;
end
$$;
revoke all on function answer_reporters(int, bigint, int, text) from public;
grant execute on function answer_reporters(int, bigint, int, text) to sagasu_server;

-- Tickets follow decisions about their post. A new report opens the row too, but does not change tickets of earlier decisions.
-- Index: report_tickets_post.
create function decide_report_tickets() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if new.closed_at is not null then
    update report_tickets t set decided_at = new.closed_at, decision = coalesce(new.decision, 'dismissed')
     where t.board_id = new.board_id and t.num = new.num and t.subnum = new.subnum and t.decided_at is null;
  elsif new.opened_at = old.opened_at then
    update report_tickets t set decided_at = null, decision = null, answer = null
     where t.board_id = new.board_id and t.num = new.num and t.subnum = new.subnum and t.decided_at = old.closed_at;
  end if;
  return null;
end
$$;
revoke all on function decide_report_tickets() from public;
create trigger decide_tickets after update of closed_at on reported_posts
  for each row when (old.closed_at is distinct from new.closed_at) execute function decide_report_tickets();

-- Notes of reports may quote the post, so a purge deletes its reports; so may earlier answers. Index: reported_posts_pkey,
-- report_tickets_post.
create or replace function drop_reports() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  -- Reports before tickets, as decisions lock them: in the other order a purge and a decision of two moderators deadlock.
  delete from reported_posts r where r.board_id = new.board_id and r.num = new.num and r.subnum = new.subnum;
  update report_tickets t set answer = null, decided_at = coalesce(t.decided_at, now()), decision = coalesce(t.decision, 'purged')
   where t.board_id = new.board_id and t.num = new.num and t.subnum = new.subnum;
  return null;
end
$$;

-- Deletes networks after 7 days, and closed reports and tickets after half a year. Returns the number of posts whose reports were
-- deleted.
-- Index: report_networks_age, reported_posts_closed, report_tickets_age.
create or replace function expire_reports() returns int
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  expired int;
begin
  delete from report_networks where reported_at <= now() - interval '7 days';
  delete from report_tickets where coalesce(decided_at, reported_at) <= now() - interval '180 days';
  delete from reported_posts where closed_at <= now() - interval '180 days' and not held;
  get diagnostics expired = row_count;
  return expired;
end
$$;
