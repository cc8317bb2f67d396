-- Up Migration

-- Days in which staff answer, by reason.
create table removal_deadlines (
  reason  text primary key check (reason in ('personal_data', 'copyright', 'illegal', 'other')),
  days    int not null check (days between 1 and 365)
);
insert into removal_deadlines (reason, days) values ('personal_data', 30), ('copyright', 14), ('illegal', 2), ('other', 30);
create constraint trigger audit after update on removal_deadlines
  deferrable initially deferred for each row execute function audit_row('reason', '');
alter table removal_deadlines enable row level security, force row level security;
create policy owner on removal_deadlines to current_user using (true) with check (true);
create policy readers on removal_deadlines for select to sagasu_server using (true);
create policy admins on removal_deadlines for update to sagasu_server using ((select is_admin()));
grant select, update (days) on removal_deadlines to sagasu_server;

-- Templates of answers.
create table removal_templates (
  name    text primary key check (char_length(name) between 1 and 100),
  answer  text not null check (char_length(answer) between 1 and 2000)
);
create constraint trigger audit after insert or update or delete on removal_templates
  deferrable initially deferred for each row execute function audit_row('name', '');
alter table removal_templates enable row level security, force row level security;
create policy owner on removal_templates to current_user using (true) with check (true);
create policy moderators on removal_templates for select to sagasu_server using ((select moderated_boards()) <> '{}');
create policy admins_adding on removal_templates for insert to sagasu_server with check ((select is_admin()));
create policy admins_changing on removal_templates for update to sagasu_server using ((select is_admin()));
create policy admins_deleting on removal_templates for delete to sagasu_server using ((select is_admin()));
grant select, insert, update, delete on removal_templates to sagasu_server;

-- Requests of people to remove something.
create table removal_requests (
  id             bigint generated always as identity primary key,
  -- SHA-256 of the secret in the link to the ticket. Null once the words have expired.
  token_hash     bytea unique check (octet_length(token_hash) = 32),
  about          text not null check (about in ('posts', 'files', 'name', 'search')),
  reason         text not null references removal_deadlines (reason),
  -- Boards of the posts; empty for a name or a search, which may have posts on every board.
  board_ids      int[] not null default '{}',
  -- The name or the search.
  sought         text check (char_length(sought) between 1 and 500),
  words          text check (char_length(words) between 1 and 4000),
  -- For an answer besides the ticket. Deleted 30 days after the request is closed.
  reply_address  text check (char_length(reply_address) between 3 and 254),
  -- The proof of work, which counts once. Deleted after a day, when proofs are too old.
  proof          bytea unique,
  -- Rises with every change that matters to a decision.
  version        int not null default 1,
  created_at     timestamptz not null default now(),
  due_at         timestamptz not null,
  -- working: a decision is being carried out, by worked_by since worked_at.
  state          text not null default 'open' check (state in ('open', 'working', 'decided', 'withdrawn')),
  worked_by      text,
  worked_at      timestamptz,
  outcome        text check (outcome in ('hide', 'purge', 'delete_file', 'ban_file', 'refuse')),
  answer         text check (char_length(answer) between 1 and 2000),
  closed_at      timestamptz,
  closed_by      text,
  check ((state = 'decided') = (outcome is not null)),
  check ((state in ('decided', 'withdrawn')) = (closed_at is not null)),
  check ((state = 'working') = (worked_by is not null))
);
create index removal_requests_open on removal_requests (due_at, id) where closed_at is null;
create index removal_requests_closed on removal_requests (closed_at desc, id) where closed_at is not null;
create index removal_requests_address on removal_requests (closed_at) where reply_address is not null;
create index removal_requests_token on removal_requests (closed_at) where token_hash is not null;
create index removal_requests_proof on removal_requests (created_at) where proof is not null;
alter table removal_requests enable row level security, force row level security;
create policy owner on removal_requests to current_user using (true) with check (true);
-- Requests about posts are for moderators of all their boards, others for moderators of every board.
create policy moderators on removal_requests for select to sagasu_server
  using ((select moderates_all_boards()) or (board_ids <> '{}' and board_ids <@ (select moderated_boards())));
create policy moderators_deciding on removal_requests for update to sagasu_server
  using ((select moderates_all_boards()) or (board_ids <> '{}' and board_ids <@ (select moderated_boards())));
grant select (id, about, reason, board_ids, sought, words, reply_address, version, created_at, due_at, state, worked_by, worked_at,
    outcome, answer, closed_at, closed_by),
  update (words, sought, version, state, worked_by, worked_at, outcome, answer, closed_at, closed_by)
  on removal_requests to sagasu_server;

-- Posts that a request names.
create table removal_request_posts (
  request_id  bigint not null references removal_requests (id) on delete cascade,
  board_id    int not null references boards (id) on delete cascade,
  num         bigint not null,
  subnum      int not null,
  -- The person proved with a password that they wrote the ghost post.
  is_proven   boolean not null,
  primary key (request_id, board_id, num, subnum)
);
create index removal_request_posts_post on removal_request_posts (board_id, num, subnum);
alter table removal_request_posts enable row level security, force row level security;
create policy owner on removal_request_posts to current_user using (true) with check (true);
-- Index: removal_requests_pkey.
create policy moderators on removal_request_posts for select to sagasu_server
  using (exists (select from removal_requests r where r.id = request_id));
grant select on removal_request_posts to sagasu_server;

-- Later words of the person, and notes of staff, which the person does not see.
create table removal_request_words (
  id          bigint generated always as identity primary key,
  request_id  bigint not null references removal_requests (id) on delete cascade,
  -- Null for words of the person.
  account     text,
  words       text not null check (char_length(words) between 1 and 4000),
  written_at  timestamptz not null default now()
);
create index removal_request_words_request on removal_request_words (request_id, id);
alter table removal_request_words enable row level security, force row level security;
create policy owner on removal_request_words to current_user using (true) with check (true);
-- Index: removal_requests_pkey.
create policy moderators on removal_request_words for select to sagasu_server
  using (exists (select from removal_requests r where r.id = request_id));
create policy moderators_noting on removal_request_words for insert to sagasu_server
  with check (account is not null and exists (select from removal_requests r where r.id = request_id));
create policy moderators_emptying on removal_request_words for delete to sagasu_server
  using (exists (select from removal_requests r where r.id = request_id));
grant select, insert (request_id, account, words), delete on removal_request_words to sagasu_server;

-- Networks of requests of the last 7 days: the /24 of an IPv4 address, the /48 of an IPv6 address. No process may read them.
create table removal_request_networks (
  request_id    bigint primary key references removal_requests (id) on delete cascade,
  network       inet not null,
  has_proof     boolean not null,
  requested_at  timestamptz not null default now()
);
create index removal_request_networks_age on removal_request_networks (requested_at);
create index removal_request_networks_network on removal_request_networks (network, requested_at);
alter table removal_request_networks enable row level security, force row level security;
create policy owner on removal_request_networks to current_user using (true) with check (true);

-- The audit log has the id of a decided or reopened request, and nothing that it contains.
create function audit_removal_request() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform add_audit_entry(
    'removal_requests.' || case when new.outcome = 'refuse' then 'decline' else coalesce(replace(new.outcome, '_', ''), 'reopen') end,
    case when cardinality(new.board_ids) = 1 then new.board_ids[1] end, jsonb_build_object('id', new.id), null, null, null);
  return null;
end
$$;
revoke all on function audit_removal_request() from public;
create constraint trigger audit after update on removal_requests
  deferrable initially deferred
  for each row when (old.outcome is distinct from new.outcome) execute function audit_removal_request();

-- Empties what people have written in requests. It may quote what was removed.
-- Index: removal_requests_pkey, removal_request_words_request.
create function empty_removal_requests(named bigint[]) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update removal_requests set words = null, sought = null where id = any (named) and (words is not null or sought is not null);
  delete from removal_request_words where request_id = any (named);
end
$$;
revoke all on function empty_removal_requests(bigint[]) from public;

-- After the purge of all posts of a request its words go, whoever has purged them.
-- Index: removal_request_posts_post, removal_request_posts_pkey, posts_pkey, removal_requests_pkey, removal_request_words_request.
create function empty_requests_of_post() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform empty_removal_requests(array(
    select r.request_id from removal_request_posts r
     where r.board_id = new.board_id and r.num = new.num and r.subnum = new.subnum
       and not exists (
         select from removal_request_posts o join posts p on p.board_id = o.board_id and p.num = o.num and p.subnum = o.subnum
          where o.request_id = r.request_id and p.time_purged is null)));
  return null;
end
$$;
revoke all on function empty_requests_of_post() from public;
create trigger empty_requests_of_post after update of time_purged on posts
  for each row when (old.time_purged is null and (new.time_purged is not null)) execute function empty_requests_of_post();

-- Stores a request. Answers `added`, `used` (another text came with this proof), `busy` (5 requests of this network in the last hour,
-- or one without a proof of work) or `full` (too many are open).
-- Index: removal_requests_open, removal_requests_proof_key, removal_deadlines_pkey, removal_request_networks_network.
create function ask_removal(
  token bytea, of_about text, of_reason text, boards int[], nums bigint[], subnums int[], proven boolean[], of_sought text, with_words text,
  to_address text, came_from inet, with_proof bytea
) returns table (outcome text, due timestamptz)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  most_open constant int := 2000;
  origin constant inet := network(set_masklen(came_from, case family(came_from) when 4 then 24 else 48 end))::inet;
  recent int;
  without_proof int;
  new_id bigint;
  until timestamptz;
begin
  perform pg_advisory_xact_lock(hashtext('sagasu_removal_requests'), 0);
  if with_proof is not null and exists (select from removal_requests r where r.proof = with_proof) then
    return query select 'used', null::timestamptz;
    return;
  end if;
  select count(*), count(*) filter (where not n.has_proof) into recent, without_proof from removal_request_networks n
   where n.network = origin and n.requested_at > now() - interval '1 hour';
  if recent >= 5 or (with_proof is null and without_proof >= 1) then
    return query select 'busy', null::timestamptz;
    return;
  end if;
  if most_open <= (select count(*) from (select from removal_requests r where r.closed_at is null limit most_open) as open) then
    return query select 'full', null::timestamptz;
    return;
  end if;
  select now() + make_interval(days => d.days) into until from removal_deadlines d where d.reason = of_reason;
  insert into removal_requests (token_hash, about, reason, board_ids, sought, words, reply_address, proof, due_at)
  values (token, of_about, of_reason, array(select distinct b from unnest(boards) as b order by b), of_sought, with_words, to_address,
    with_proof, until)
  returning id into new_id;
  insert into removal_request_posts (request_id, board_id, num, subnum, is_proven)
  select new_id, p.board_id, p.num, p.subnum, bool_or(p.is_proven)
    from unnest(boards, nums, subnums, proven) as p (board_id, num, subnum, is_proven) group by p.board_id, p.num, p.subnum;
  insert into removal_request_networks (request_id, network, has_proof) values (new_id, origin, with_proof is not null);
  return query select 'added', until;
end
$$;
revoke all on function ask_removal(bytea, text, text, int[], bigint[], int[], boolean[], text, text, text, inet, bytea) from public;
grant execute on function ask_removal(bytea, text, text, int[], bigint[], int[], boolean[], text, text, text, inet, bytea) to sagasu_server;

-- The ticket of the person with this secret. It has no notes and no names of staff.
-- Index: removal_requests_token_hash_key, removal_request_posts_pkey, boards_pkey, removal_request_words_request.
create function read_removal_ticket(token bytea) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (
    select jsonb_build_object(
      'about', r.about, 'reason', r.reason, 'sought', r.sought, 'words', r.words, 'created_at', r.created_at, 'due_at', r.due_at,
      'state', case r.state when 'working' then 'open' else r.state end, 'outcome', r.outcome, 'answer', r.answer, 'closed_at', r.closed_at,
      'posts', (
        select coalesce(jsonb_agg(jsonb_build_object('board', b.name, 'num', p.num, 'subnum', p.subnum, 'is_proven', p.is_proven)
            order by b.name, p.num, p.subnum), '[]')
          from removal_request_posts p join boards b on b.id = p.board_id where p.request_id = r.id),
      'added', (
        select coalesce(jsonb_agg(jsonb_build_object('words', w.words, 'written_at', w.written_at) order by w.id), '[]')
          from removal_request_words w where w.request_id = r.id and w.account is null))
      from removal_requests r where r.token_hash = token);
end
$$;
revoke all on function read_removal_ticket(bytea) from public;
grant execute on function read_removal_ticket(bytea) to sagasu_server;

-- The person adds words, or withdraws the request (null). Answers `done`, `unknown`, `closed`, `working` (a decision is being carried
-- out) or `full` (words were added 10 times).
-- Index: removal_requests_token_hash_key, removal_request_words_request, removal_requests_pkey.
create function change_removal_ticket(token bytea, more text) returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  known removal_requests;
begin
  select * into known from removal_requests r where r.token_hash = token for update;
  if known.id is null then
    return 'unknown';
  elsif known.closed_at is not null then
    return 'closed';
  elsif more is null then
    if known.state = 'working' then
      return 'working';
    end if;
    update removal_requests r set state = 'withdrawn', closed_at = now(), reply_address = null, version = r.version + 1
     where r.id = known.id;
    perform empty_removal_requests(array[known.id]);
  else
    if 10 <= (select count(*) from removal_request_words w where w.request_id = known.id and w.account is null) then
      return 'full';
    end if;
    insert into removal_request_words (request_id, words) values (known.id, more);
    update removal_requests r set version = r.version + 1 where r.id = known.id;
  end if;
  return 'done';
end
$$;
revoke all on function change_removal_ticket(bytea, text) from public;
grant execute on function change_removal_ticket(bytea, text) to sagasu_server;

-- Counts of requests for the public, and nothing else about them. `days` is the median time from request to decision.
create function count_removal_requests() returns table (month text, reason text, outcome text, requests int, days float8)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select to_char(r.created_at at time zone 'UTC', 'YYYY-MM'), r.reason,
      case when r.state = 'decided' then r.outcome when r.state = 'withdrawn' then 'withdrawn' else 'open' end as result, count(*)::int,
      round((percentile_cont(0.5) within group (order by extract(epoch from r.closed_at - r.created_at)) / 86400)::numeric, 1)::float8
      from removal_requests r group by 1, 2, 3 order by 1 desc, 2, 3;
end
$$;
revoke all on function count_removal_requests() from public;
grant execute on function count_removal_requests() to sagasu_server;

-- Deletes networks after 7 days, reply addresses 30 days after the request was closed, and all words after a year. Also ends work that
-- a server left behind.
-- Index: removal_request_networks_age, removal_requests_address, removal_requests_token, removal_requests_proof, removal_requests_open,
-- removal_requests_pkey, removal_request_words_request, removal_request_posts_pkey.
create function expire_removal_requests() returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  expired bigint[];
begin
  delete from removal_request_networks where requested_at <= now() - interval '7 days';
  update removal_requests set reply_address = null where reply_address is not null and closed_at <= now() - interval '30 days';
  update removal_requests set proof = null where proof is not null and created_at <= now() - interval '1 day';
  update removal_requests set state = 'open', worked_by = null, worked_at = null, version = version + 1
   where closed_at is null and worked_at <= now() - interval '10 minutes';
  expired := array(select id from removal_requests where token_hash is not null and closed_at <= now() - interval '365 days');
  perform empty_removal_requests(expired);
  delete from removal_request_posts where request_id = any (expired);
  update removal_requests set token_hash = null, answer = null where id = any (expired);
end
$$;
revoke all on function expire_removal_requests() from public;
grant execute on function expire_removal_requests() to sagasu_indexer;
