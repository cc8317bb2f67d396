-- Up Migration

-- The alerts that servers send, in one row: which server sends, until when without a renewal, which alerts hold, and what waits for
-- receivers (server/alerts/state-store.ts).
create table alert_state (
  id          boolean primary key default true check (id),
  -- Names a server process.
  holder      text not null,
  held_until  timestamptz not null,
  -- null before the first check: {"savedAt", "alerts", "receivers"}.
  state       jsonb
);
alter table alert_state enable row level security, force row level security;
create policy owner on alert_state to current_user using (true) with check (true);
create policy servers on alert_state to sagasu_server using (true) with check (true);
grant select, insert, update on alert_state to sagasu_server;
