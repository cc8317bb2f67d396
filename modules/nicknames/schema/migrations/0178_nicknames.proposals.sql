-- Up Migration

-- Names that readers believe to be one person's, as aliases of identities. The pair is ordered.
create table identity_proposals (
  id                bigint generated always as identity primary key,
  kind              text not null check (kind in ('sender', 'tripcode', 'name')),
  value             text not null check (char_length(value) between 1 and 256),
  other_kind        text not null check (other_kind in ('sender', 'tripcode', 'name')),
  other_value       text not null check (char_length(other_value) between 1 and 256),
  opened_at         timestamptz not null default now(),
  last_proposed_at  timestamptz not null default now(),
  proposals         int not null default 1,
  -- The decision of staff; all three are null while the proposal is open.
  outcome           text check (outcome in ('confirmed', 'declined')),
  closed_at         timestamptz,
  closed_by         text,
  -- The identities that the confirmation changed, before and after it.
  changed           jsonb,
  unique (kind, value, other_kind, other_value),
  check ((outcome is null) = (closed_at is null)),
  check ((kind, value) <> (other_kind, other_value))
);
create index identity_proposals_open on identity_proposals (last_proposed_at desc, id) where outcome is null;
create index identity_proposals_closed on identity_proposals (closed_at desc, id) where outcome is not null;
-- Decisions of staff are recorded, proposals of readers are not.
create constraint trigger audit after update on identity_proposals
  deferrable initially deferred
  for each row when (old.outcome is distinct from new.outcome)
  execute function audit_row('id', 'opened_at,last_proposed_at,proposals,changed');
alter table identity_proposals enable row level security, force row level security;
create policy owner on identity_proposals to current_user using (true) with check (true);
create policy admins on identity_proposals for select to sagasu_server using ((select is_admin()));
create policy admins_deciding on identity_proposals for update to sagasu_server using ((select is_admin()));
grant select, update (outcome, closed_at, closed_by, changed) on identity_proposals to sagasu_server;

create table identity_proposal_reasons (
  id           bigint generated always as identity primary key,
  proposal_id  bigint not null references identity_proposals (id) on delete cascade,
  reason       text not null check (char_length(reason) between 1 and 1000),
  proposed_at  timestamptz not null default now()
);
create index identity_proposal_reasons_proposal on identity_proposal_reasons (proposal_id, id);
alter table identity_proposal_reasons enable row level security, force row level security;
create policy owner on identity_proposal_reasons to current_user using (true) with check (true);
create policy admins on identity_proposal_reasons for select to sagasu_server using ((select is_admin()));
grant select on identity_proposal_reasons to sagasu_server;

-- Networks of proposals of the last 7 days: the /24 of an IPv4 address, the /48 of an IPv6 address. No process may read them.
create table identity_proposal_networks (
  proposal_id  bigint not null references identity_proposals (id) on delete cascade,
  network      inet not null,
  proposed_at  timestamptz not null default now(),
  primary key (proposal_id, network)
);
create index identity_proposal_networks_age on identity_proposal_networks (proposed_at);
create index identity_proposal_networks_network on identity_proposal_networks (network, proposed_at);
alter table identity_proposal_networks enable row level security, force row level security;
create policy owner on identity_proposal_networks to current_user using (true) with check (true);

-- Takes a proposal. Answers added, known (this network has proposed the pair), busy (too many proposals of this network in the last
-- hour) or full (too many are open). A decided pair stays decided until it expires, and the answer does not reveal it.
-- Index: identity_proposals_kind_value_other_kind_other_value_key, identity_proposals_open, identity_proposal_reasons_proposal,
-- identity_proposal_networks_pkey, identity_proposal_networks_age, identity_proposal_networks_network.
create function propose_identity(
  of_kind text, of_value text, with_kind text, with_value text, with_reason text, came_from inet
) returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  most_an_hour constant int := 10;
  most_open constant int := 1000;
  most_reasons constant int := 20;
  origin constant inet := network(set_masklen(came_from, case family(came_from) when 4 then 24 else 48 end))::inet;
  is_ordered constant boolean := (of_kind, of_value) < (with_kind, with_value);
  pair constant text[] := case when is_ordered then array[of_kind, of_value, with_kind, with_value]
    else array[with_kind, with_value, of_kind, of_value] end;
  known identity_proposals;
begin
  perform pg_advisory_xact_lock(hashtext('sagasu_proposals'), 0);
  delete from identity_proposal_networks where proposed_at <= now() - interval '7 days';
  select * into known from identity_proposals p
   where p.kind = pair[1] and p.value = pair[2] and p.other_kind = pair[3] and p.other_value = pair[4];
  if exists (select from identity_proposal_networks n where n.proposal_id = known.id and n.network = origin) then
    return 'known';
  end if;
  if most_an_hour <= (
    select count(*) from identity_proposal_networks n
     where n.network = origin and n.proposed_at > now() - interval '1 hour') then
    return 'busy';
  end if;
  if known.id is null then
    if most_open <= (select count(*) from (select from identity_proposals p where p.outcome is null limit most_open) as open) then
      return 'full';
    end if;
    insert into identity_proposals as p (kind, value, other_kind, other_value) values (pair[1], pair[2], pair[3], pair[4])
    returning * into known;
  elsif known.outcome is null then
    update identity_proposals p set proposals = p.proposals + 1, last_proposed_at = now() where p.id = known.id;
  end if;
  if known.outcome is null
    and most_reasons > (select count(*) from identity_proposal_reasons r where r.proposal_id = known.id) then
    insert into identity_proposal_reasons (proposal_id, reason) values (known.id, with_reason);
  end if;
  insert into identity_proposal_networks (proposal_id, network) values (known.id, origin);
  return 'added';
end
$$;
revoke all on function propose_identity(text, text, text, text, text, inet) from public;
grant execute on function propose_identity(text, text, text, text, text, inet) to sagasu_server;

-- Deletes networks after 7 days and declined proposals after half a year. Returns the number of deleted proposals.
-- Index: identity_proposal_networks_age, identity_proposals_closed.
create function expire_identity_proposals() returns int
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  expired int;
begin
  delete from identity_proposal_networks where proposed_at <= now() - interval '7 days';
  delete from identity_proposals where closed_at <= now() - interval '180 days' and outcome = 'declined';
  get diagnostics expired = row_count;
  return expired;
end
$$;
revoke all on function expire_identity_proposals() from public;
grant execute on function expire_identity_proposals() to sagasu_indexer;
