-- The schema of a migrated database, printed from its catalog by `npm run schema`, and compared with the database by a test. This file is
-- not run: mappings/postgres/schema-files.ts lists the files that make the schema.
-- Partitions of posts are omitted: ensure_slice creates them, one per board and slice.


create sequence dirty_gen as bigint;
grant usage on dirty_gen to sagasu_importer;
grant usage on dirty_gen to sagasu_indexer;
grant usage on dirty_gen to sagasu_scraper;
grant usage on dirty_gen to sagasu_server;

create sequence post_rev as bigint;
grant usage on post_rev to sagasu_importer;
grant usage on post_rev to sagasu_indexer;
grant usage on post_rev to sagasu_scraper;
grant usage on post_rev to sagasu_server;

create sequence shared_builds as integer;
grant usage on shared_builds to sagasu_indexer;

create table account_roles (
  account_id integer not null,
  role text not null,
  board_id integer,
  constraint account_roles_account_id_board_id_key UNIQUE NULLS NOT DISTINCT (account_id, board_id),
  constraint account_roles_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint account_roles_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE,
  constraint account_roles_role_check CHECK ((role = ANY (ARRAY['janitor'::text, 'moderator'::text, 'admin'::text])))
);
CREATE INDEX account_roles_board ON public.account_roles USING btree (board_id);
CREATE CONSTRAINT TRIGGER account_roles_keep_an_admin AFTER DELETE OR UPDATE ON public.account_roles DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.role = 'admin'::text) AND (old.board_id IS NULL))) EXECUTE FUNCTION keep_an_admin();
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.account_roles DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('account_id,role', '');
alter table account_roles enable row level security, force row level security;
create policy admins on account_roles for all to sagasu_server using (( SELECT is_admin() AS is_admin)) with check (( SELECT is_admin() AS is_admin));
create policy owner on account_roles for all to owner using (true) with check (true);
grant delete, insert, select, update on account_roles to sagasu_server;

create table accounts (
  id integer generated always as identity not null,
  name text not null,
  password_hash text,
  created_at timestamp with time zone default now() not null,
  disabled_at timestamp with time zone,
  totp_secret bytea,
  totp_step bigint,
  totp_required boolean default false not null,
  has_password boolean default (password_hash IS NOT NULL) not null,
  constraint accounts_name_key UNIQUE (name),
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9._-]{0,31}$'::text)),
  constraint accounts_totp_secret_check CHECK ((octet_length(totp_secret) = 20)),
  constraint accounts_totp_step_check CHECK (((totp_step IS NULL) OR (totp_secret IS NOT NULL)))
);
CREATE CONSTRAINT TRIGGER accounts_keep_an_admin AFTER DELETE ON public.accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.disabled_at IS NULL) AND (old.password_hash IS NOT NULL))) EXECUTE FUNCTION keep_an_admin();
CREATE CONSTRAINT TRIGGER accounts_keep_an_admin_enabled AFTER UPDATE ON public.accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.disabled_at IS NULL) AND (old.password_hash IS NOT NULL) AND ((new.disabled_at IS NOT NULL) OR (new.password_hash IS NULL)))) EXECUTE FUNCTION keep_an_admin();
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('id', 'totp_step,has_password');
alter table accounts enable row level security, force row level security;
create policy admins on accounts for all to sagasu_server using (( SELECT is_admin() AS is_admin)) with check (( SELECT is_admin() AS is_admin));
create policy owner on accounts for all to owner using (true) with check (true);
grant delete, insert (name, totp_required), select (id, name, created_at, disabled_at, totp_step, totp_required, has_password), update (disabled_at, totp_required) on accounts to sagasu_server;

create table alert_state (
  id boolean default true not null,
  holder text not null,
  held_until timestamp with time zone not null,
  state jsonb,
  constraint alert_state_pkey PRIMARY KEY (id),
  constraint alert_state_id_check CHECK (id)
);
alter table alert_state enable row level security, force row level security;
create policy owner on alert_state for all to owner using (true) with check (true);
create policy servers on alert_state for all to sagasu_server using (true) with check (true);
grant insert, select, update on alert_state to sagasu_server;

create table api_keys (
  id integer generated always as identity not null,
  name text not null,
  key_hash bytea not null,
  scopes text[] not null,
  per_minute integer,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint api_keys_key_hash_key UNIQUE (key_hash),
  constraint api_keys_name_key UNIQUE (name),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_key_hash_check CHECK ((length(key_hash) = 32)),
  constraint api_keys_per_minute_check CHECK ((per_minute > 0)),
  constraint api_keys_scopes_check CHECK ((scopes <@ ARRAY['read'::text, 'export'::text]))
);
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('id', 'last_used_at');
alter table api_keys enable row level security, force row level security;
create policy admins on api_keys for all to sagasu_server using (( SELECT is_admin() AS is_admin)) with check (( SELECT is_admin() AS is_admin));
create policy owner on api_keys for all to owner using (true) with check (true);
grant delete, insert (name, key_hash, scopes, per_minute, expires_at), select (id, name, scopes, per_minute, created_at, expires_at, last_used_at) on api_keys to sagasu_server;

create table audit_addresses (
  audit_id bigint not null,
  salt bytea not null,
  address inet not null,
  expires_at timestamp with time zone not null,
  constraint audit_addresses_pkey PRIMARY KEY (audit_id),
  constraint audit_addresses_audit_id_fkey FOREIGN KEY (audit_id) REFERENCES audit_log(id),
  constraint audit_addresses_salt_check CHECK ((octet_length(salt) = 16))
);
CREATE INDEX audit_addresses_expired ON public.audit_addresses USING btree (expires_at);
alter table audit_addresses enable row level security, force row level security;
create policy owner on audit_addresses for all to owner using (true) with check (true);

create table audit_details (
  audit_id bigint not null,
  salt bytea not null,
  reason text,
  before jsonb,
  constraint audit_details_pkey PRIMARY KEY (audit_id),
  constraint audit_details_audit_id_fkey FOREIGN KEY (audit_id) REFERENCES audit_log(id),
  constraint audit_details_salt_check CHECK ((octet_length(salt) = 16))
);
alter table audit_details enable row level security, force row level security;
create policy owner on audit_details for all to owner using (true) with check (true);
create policy staff on audit_details for select to sagasu_server using ((EXISTS ( SELECT
   FROM audit_log l
  WHERE (l.id = audit_details.audit_id))));
grant select on audit_details to sagasu_server;

create table audit_log (
  id bigint not null,
  at timestamp with time zone not null,
  actor text not null,
  session text,
  action text not null,
  board_id integer,
  target jsonb not null,
  reason_hash bytea,
  before_hash bytea,
  chain bytea not null,
  address_hash bytea,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_action_check CHECK ((action ~ '^[a-z_]+\.[a-z]+$'::text)),
  constraint audit_log_address_hash_check CHECK ((octet_length(address_hash) = 32)),
  constraint audit_log_before_hash_check CHECK ((octet_length(before_hash) = 32)),
  constraint audit_log_chain_check CHECK ((octet_length(chain) = 32)),
  constraint audit_log_reason_hash_check CHECK ((octet_length(reason_hash) = 32))
);
CREATE INDEX audit_log_action ON public.audit_log USING btree (action, id DESC);
CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor, id DESC);
CREATE INDEX audit_log_at ON public.audit_log USING btree (at);
CREATE INDEX audit_log_board ON public.audit_log USING btree (board_id, id DESC) WHERE (board_id IS NOT NULL);
CREATE INDEX audit_log_posts ON public.audit_log USING gin (((target -> 'posts'::text))) WHERE (target ? 'posts'::text);
alter table audit_log enable row level security, force row level security;
create policy admins on audit_log for select to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy board_admins on audit_log for select to sagasu_server using (((split_part(action, '.'::text, 1) = 'boards'::text) AND (board_id = ANY (( SELECT administered_boards() AS administered_boards)::integer[]))));
create policy filters on audit_log for select to sagasu_server using (((split_part(action, '.'::text, 1) = 'post_filters'::text) AND (board_id = ANY (( SELECT administered_boards() AS administered_boards)::integer[]))));
create policy moderators on audit_log for select to sagasu_server using (((split_part(action, '.'::text, 1) = ANY ('{posts,reported_posts,report_notes,bans,addresses}'::text[])) AND (board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[]))));
create policy owner on audit_log for all to owner using (true) with check (true);
grant select on audit_log to sagasu_server;

create table backfills (
  board_id integer not null,
  source text not null,
  url text not null,
  source_name text not null,
  down_page integer default 1 not null,
  up_page integer default 1 not null,
  finished_at timestamp with time zone,
  down_num bigint,
  constraint backfills_pkey PRIMARY KEY (board_id, source, url, source_name),
  constraint backfills_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE,
  constraint backfills_source_name_check CHECK ((source_name <> ''::text))
);
alter table backfills enable row level security, force row level security;
create policy owner on backfills for all to owner using (true) with check (true);
create policy readers on backfills for select to sagasu_server using (true);
create policy scraper on backfills for all to sagasu_scraper using (true) with check (true);
grant insert, select, update on backfills to sagasu_scraper;
grant select on backfills to sagasu_server;

create table ban_appeals (
  id bigint generated always as identity not null,
  ban_id bigint not null,
  text text not null,
  written_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  decided_by text,
  granted boolean,
  answer text,
  constraint ban_appeals_pkey PRIMARY KEY (id),
  constraint ban_appeals_ban_id_fkey FOREIGN KEY (ban_id) REFERENCES bans(id) ON DELETE CASCADE,
  constraint ban_appeals_answer_check CHECK ((char_length(answer) <= 1000)),
  constraint ban_appeals_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 1000)))
);
CREATE INDEX ban_appeals_ban ON public.ban_appeals USING btree (ban_id, id);
CREATE INDEX ban_appeals_open ON public.ban_appeals USING btree (id) WHERE (decided_at IS NULL);
CREATE CONSTRAINT TRIGGER audit AFTER UPDATE ON public.ban_appeals DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('id,ban_id', '');
alter table ban_appeals enable row level security, force row level security;
create policy moderators on ban_appeals for select to sagasu_server using ((EXISTS ( SELECT
   FROM bans b
  WHERE (b.id = ban_appeals.ban_id))));
create policy moderators_deciding on ban_appeals for update to sagasu_server using ((EXISTS ( SELECT
   FROM bans b
  WHERE ((b.id = ban_appeals.ban_id) AND
        CASE
            WHEN (b.board_id IS NULL) THEN ( SELECT moderates_all_boards() AS moderates_all_boards)
            ELSE (b.board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[]))
        END)))) with check ((decided_by = ( SELECT account_of_transaction() AS account_of_transaction)));
create policy owner on ban_appeals for all to owner using (true) with check (true);
grant select, update (decided_at, decided_by, granted, answer) on ban_appeals to sagasu_server;

create table ban_networks (
  ban_id bigint not null,
  network inet not null,
  expires_at timestamp with time zone not null,
  constraint ban_networks_pkey PRIMARY KEY (ban_id),
  constraint ban_networks_ban_id_fkey FOREIGN KEY (ban_id) REFERENCES bans(id) ON DELETE CASCADE
);
CREATE INDEX ban_networks_expiry ON public.ban_networks USING btree (expires_at);
CREATE INDEX ban_networks_network ON public.ban_networks USING gist (network inet_ops);
alter table ban_networks enable row level security, force row level security;
create policy owner on ban_networks for all to owner using (true) with check (true);

create table banned_media (
  hash bytea not null,
  reason text,
  banned_by text not null,
  since timestamp with time zone default now() not null,
  perceptual_hash bigint,
  constraint banned_media_pkey PRIMARY KEY (hash),
  constraint banned_media_hash_check CHECK ((octet_length(hash) = ANY (ARRAY[16, 32])))
);
CREATE INDEX banned_media_since ON public.banned_media USING btree (since DESC, hash DESC);
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.banned_media DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('hash', '');
CREATE TRIGGER follow_ban AFTER INSERT OR DELETE ON public.banned_media FOR EACH ROW EXECUTE FUNCTION follow_ban_of_file();
CREATE TRIGGER perceptual_hash BEFORE INSERT ON public.banned_media FOR EACH ROW EXECUTE FUNCTION remember_perceptual_hash();
alter table banned_media enable row level security, force row level security;
create policy importer on banned_media for all to sagasu_importer using (true) with check (true);
create policy indexer on banned_media for all to sagasu_indexer using (true) with check (true);
create policy owner on banned_media for all to owner using (true) with check (true);
create policy readers on banned_media for select to sagasu_server using (true);
create policy scraper on banned_media for all to sagasu_scraper using (true) with check (true);
grant select on banned_media to sagasu_importer;
grant select on banned_media to sagasu_indexer;
grant select on banned_media to sagasu_scraper;
grant select on banned_media to sagasu_server;

create table bans (
  id bigint generated always as identity not null,
  board_id integer,
  post_board integer,
  num bigint,
  subnum integer,
  reason text not null,
  reason_shown boolean not null,
  banned_by text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  lifted_at timestamp with time zone,
  lifted_by text,
  token uuid default gen_random_uuid() not null,
  constraint bans_token_key UNIQUE (token),
  constraint bans_pkey PRIMARY KEY (id),
  constraint bans_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id),
  constraint bans_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 1000)))
);
CREATE INDEX bans_board ON public.bans USING btree (board_id) WHERE (board_id IS NOT NULL);
CREATE INDEX bans_expiry ON public.bans USING btree (expires_at, id);
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR UPDATE ON public.bans DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('id,board_id', 'token');
CREATE TRIGGER forget_network AFTER UPDATE ON public.bans FOR EACH ROW WHEN ((new.lifted_at IS NOT NULL)) EXECUTE FUNCTION forget_lifted_network();
alter table bans enable row level security, force row level security;
create policy moderators on bans for select to sagasu_server using (
CASE
    WHEN (board_id IS NULL) THEN (( SELECT moderated_boards() AS moderated_boards) <> '{}'::integer[])
    ELSE (board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[]))
END);
create policy moderators_lifting on bans for update to sagasu_server using (
CASE
    WHEN (board_id IS NULL) THEN ( SELECT moderates_all_boards() AS moderates_all_boards)
    ELSE (board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[]))
END) with check ((lifted_by = ( SELECT account_of_transaction() AS account_of_transaction)));
create policy owner on bans for all to owner using (true) with check (true);
grant select (id, board_id, post_board, num, subnum, reason, reason_shown, banned_by, created_at, expires_at, lifted_at, lifted_by), update (lifted_at, lifted_by) on bans to sagasu_server;

create table board_defaults (
  only_row boolean default true not null,
  settings jsonb default '{}'::jsonb not null,
  constraint board_defaults_pkey PRIMARY KEY (only_row),
  constraint board_defaults_only_row_check CHECK (only_row),
  constraint board_defaults_settings_check CHECK ((jsonb_typeof(settings) = 'object'::text))
);
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.board_defaults DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('', '');
alter table board_defaults enable row level security, force row level security;
create policy admins on board_defaults for update to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy importer on board_defaults for select to sagasu_importer using (true);
create policy indexer on board_defaults for select to sagasu_indexer using (true);
create policy owner on board_defaults for all to owner using (true) with check (true);
create policy readers on board_defaults for select to sagasu_server using (true);
create policy scraper on board_defaults for all to sagasu_scraper using (true) with check (true);
grant select on board_defaults to sagasu_importer;
grant select on board_defaults to sagasu_indexer;
grant select on board_defaults to sagasu_scraper;
grant select, update (settings) on board_defaults to sagasu_server;

create table board_lists (
  board_id integer not null,
  version bigint not null,
  threads jsonb not null,
  posts integer,
  seen_at timestamp with time zone not null,
  constraint board_lists_pkey PRIMARY KEY (board_id),
  constraint board_lists_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE
);
grant delete, insert, select, update on board_lists to sagasu_scraper;
grant select (board_id, threads, seen_at) on board_lists to sagasu_server;

create table boards (
  id integer generated always as identity not null,
  name text not null,
  title text not null,
  worksafe boolean default true not null,
  source text not null,
  url text not null,
  media_url text not null,
  slice_size bigint default 50000000 not null,
  created_at timestamp with time zone default now() not null,
  source_name text,
  settings jsonb default '{}'::jsonb not null,
  constraint boards_name_key UNIQUE (name),
  constraint boards_pkey PRIMARY KEY (id),
  constraint boards_name_check CHECK (((name ~ '^[a-z0-9][a-z0-9_-]{0,31}$'::text) AND (name !~ '-v[0-9]+-'::text))),
  constraint boards_settings_check CHECK ((jsonb_typeof(settings) = 'object'::text)),
  constraint boards_slice_size_check CHECK ((slice_size > 0)),
  constraint boards_source_name_check CHECK ((source_name <> ''::text))
);
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.boards DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('id', '');
CREATE TRIGGER removed_indices BEFORE INSERT ON public.boards FOR EACH ROW EXECUTE FUNCTION await_removed_indices();
alter table boards enable row level security, force row level security;
create policy admins on boards for update to sagasu_server using ((id = ANY (( SELECT administered_boards() AS administered_boards)::integer[])));
create policy all_boards_add on boards for insert to sagasu_server with check (( SELECT is_admin() AS is_admin));
create policy importer on boards for all to sagasu_importer using (true) with check (true);
create policy indexer on boards for all to sagasu_indexer using (true) with check (true);
create policy owner on boards for all to owner using (true) with check (true);
create policy readers on boards for select to sagasu_server using (true);
create policy scraper on boards for all to sagasu_scraper using (true) with check (true);
grant select on boards to sagasu_importer;
grant select on boards to sagasu_indexer;
grant select on boards to sagasu_scraper;
grant insert (name, title, worksafe, source, url, media_url, slice_size, source_name), select, update (title, worksafe, settings) on boards to sagasu_server;

create table bulk_action_posts (
  bulk_action_id bigint not null,
  board_id integer not null,
  num bigint not null,
  subnum integer not null,
  done boolean default false not null,
  constraint bulk_action_posts_pkey PRIMARY KEY (bulk_action_id, done, board_id, num, subnum),
  constraint bulk_action_posts_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id),
  constraint bulk_action_posts_bulk_action_id_fkey FOREIGN KEY (bulk_action_id) REFERENCES bulk_actions(id) ON DELETE CASCADE
);
CREATE INDEX bulk_action_posts_post ON public.bulk_action_posts USING btree (board_id, num, subnum);
alter table bulk_action_posts enable row level security, force row level security;
create policy moderators on bulk_action_posts for all to sagasu_server using ((board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[]))) with check ((board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[])));
create policy owner on bulk_action_posts for all to owner using (true) with check (true);
grant delete, insert, select, update (done) on bulk_action_posts to sagasu_server;

create table bulk_actions (
  id bigint generated always as identity not null,
  action text not null,
  query text,
  reason text,
  boards integer[] not null,
  posts integer not null,
  elsewhere integer not null,
  created_by text not null,
  created_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone,
  undone_at timestamp with time zone,
  constraint bulk_actions_pkey PRIMARY KEY (id),
  constraint bulk_actions_action_check CHECK ((action = ANY (ARRAY['hide'::text, 'purge'::text, 'delete_file'::text, 'ban_file'::text]))),
  constraint bulk_actions_query_check CHECK ((char_length(query) <= 4000)),
  constraint bulk_actions_reason_check CHECK ((char_length(reason) <= 1000))
);
CREATE INDEX bulk_actions_unconfirmed ON public.bulk_actions USING btree (created_at) WHERE (confirmed_at IS NULL);
alter table bulk_actions enable row level security, force row level security;
create policy creators on bulk_actions for insert to sagasu_server with check ((created_by = ( SELECT account_of_transaction() AS account_of_transaction)));
create policy moderators on bulk_actions for all to sagasu_server using (((( SELECT moderated_boards() AS moderated_boards) <> '{}'::integer[]) AND (boards <@ ( SELECT moderated_boards() AS moderated_boards)))) with check (((( SELECT moderated_boards() AS moderated_boards) <> '{}'::integer[]) AND (boards <@ ( SELECT moderated_boards() AS moderated_boards))));
create policy owner on bulk_actions for all to owner using (true) with check (true);
grant delete, insert, select, update (confirmed_at, undone_at) on bulk_actions to sagasu_server;

create table cabal_addresses (
  cabal_id integer not null,
  url text not null,
  is_plain boolean default false not null,
  prologue text default 'CABLE/1.0'::text not null,
  constraint cabal_addresses_pkey PRIMARY KEY (cabal_id, url),
  constraint cabal_addresses_cabal_id_fkey FOREIGN KEY (cabal_id) REFERENCES cabals(id) ON DELETE CASCADE,
  constraint cabal_addresses_prologue_check CHECK ((prologue = ANY (ARRAY['CABLE/1.0'::text, 'CABLE1.0'::text, 'CABLE'::text]))),
  constraint cabal_addresses_url_check CHECK ((url ~ '^cable://'::text))
);
alter table cabal_addresses enable row level security, force row level security;
create policy admins on cabal_addresses for select to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy owner on cabal_addresses for all to owner using (true) with check (true);
create policy scraper on cabal_addresses for all to sagasu_scraper using (true) with check (true);
grant select on cabal_addresses to sagasu_scraper;
grant select on cabal_addresses to sagasu_server;

create table cabal_sizes (
  cabal_id integer not null,
  posts bigint not null,
  bytes bigint not null,
  constraint cabal_sizes_pkey PRIMARY KEY (cabal_id),
  constraint cabal_sizes_cabal_id_fkey FOREIGN KEY (cabal_id) REFERENCES cabals(id) ON DELETE CASCADE
);
alter table cabal_sizes enable row level security, force row level security;
create policy admins on cabal_sizes for select to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy owner on cabal_sizes for all to owner using (true) with check (true);
create policy scraper on cabal_sizes for select to sagasu_scraper using (true);
grant select on cabal_sizes to sagasu_scraper;
grant select on cabal_sizes to sagasu_server;

create table cabals (
  id integer generated always as identity not null,
  key_id bytea not null,
  key_file text not null,
  layout text not null,
  worker text default ''::text not null,
  lease_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint cabals_key_id_key UNIQUE (key_id),
  constraint cabals_pkey PRIMARY KEY (id),
  constraint cabals_key_file_check CHECK ((key_file <> ''::text)),
  constraint cabals_key_id_check CHECK ((octet_length(key_id) = 16)),
  constraint cabals_layout_check CHECK ((layout = ANY (ARRAY['deployed'::text, 'draft8'::text])))
);
alter table cabals enable row level security, force row level security;
create policy admins on cabals for select to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy owner on cabals for all to owner using (true) with check (true);
create policy scraper on cabals for all to sagasu_scraper using (true) with check (true);
grant select, update (worker, lease_until) on cabals to sagasu_scraper;
grant select (id, layout, worker, lease_until) on cabals to sagasu_server;

create table cable_blocked (
  cabal_id integer not null,
  author bytea not null,
  blocked_by text not null,
  blocked_at timestamp with time zone default now() not null,
  reason text,
  constraint cable_blocked_pkey PRIMARY KEY (cabal_id, author),
  constraint cable_blocked_cabal_id_fkey FOREIGN KEY (cabal_id) REFERENCES cabals(id) ON DELETE CASCADE,
  constraint cable_blocked_author_check CHECK ((octet_length(author) = 32)),
  constraint cable_blocked_reason_check CHECK ((char_length(reason) <= 1000))
);
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE ON public.cable_blocked DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('cabal_id,author', '');
alter table cable_blocked enable row level security, force row level security;
create policy admins on cable_blocked for select to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy admins_block on cable_blocked for insert to sagasu_server with check ((( SELECT is_admin() AS is_admin) AND (blocked_by = ( SELECT account_of_transaction() AS account_of_transaction))));
create policy admins_unblock on cable_blocked for delete to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy owner on cable_blocked for all to owner using (true) with check (true);
create policy scraper on cable_blocked for all to sagasu_scraper using (true) with check (true);
grant select on cable_blocked to sagasu_scraper;
grant delete, insert (cabal_id, author, blocked_by, reason), select on cable_blocked to sagasu_server;

create table cable_channel_deletes (
  cabal_id integer not null,
  channel bytea not null,
  "time" bigint not null,
  hash bytea not null,
  constraint cable_channel_deletes_pkey PRIMARY KEY (cabal_id, channel, hash),
  constraint cable_channel_deletes_cabal_id_hash_fkey FOREIGN KEY (cabal_id, hash) REFERENCES cable_posts(cabal_id, hash) ON DELETE CASCADE
);
CREATE INDEX cable_channel_deletes_hash ON public.cable_channel_deletes USING btree (cabal_id, hash);
CREATE INDEX cable_channel_deletes_time ON public.cable_channel_deletes USING btree (cabal_id, channel, "time" DESC, hash);
alter table cable_channel_deletes enable row level security, force row level security;
create policy owner on cable_channel_deletes for all to owner using (true) with check (true);
create policy scraper on cable_channel_deletes for all to sagasu_scraper using (true) with check (true);
grant delete, insert, select, update on cable_channel_deletes to sagasu_scraper;

create table cable_channels (
  cabal_id integer not null,
  channel bytea not null,
  name bytea not null,
  board_id integer not null,
  last_num bigint default 0 not null,
  titled_by bytea,
  constraint cable_channels_board_id_key UNIQUE (board_id),
  constraint cable_channels_pkey PRIMARY KEY (cabal_id, channel),
  constraint cable_channels_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE,
  constraint cable_channels_cabal_id_fkey FOREIGN KEY (cabal_id) REFERENCES cabals(id) ON DELETE CASCADE,
  constraint cable_channels_channel_check CHECK (((octet_length(channel) >= 1) AND (octet_length(channel) <= 1024)))
);
CREATE TRIGGER dismiss_moderators AFTER DELETE ON public.cable_channels FOR EACH ROW EXECUTE FUNCTION dismiss_cable_moderators();
CREATE TRIGGER remove_channel AFTER DELETE ON public.cable_channels FOR EACH ROW EXECUTE FUNCTION remove_cable_channel();
alter table cable_channels enable row level security, force row level security;
create policy admins on cable_channels for select to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy owner on cable_channels for all to owner using (true) with check (true);
create policy scraper on cable_channels for all to sagasu_scraper using (true) with check (true);
grant select, update (last_num, titled_by) on cable_channels to sagasu_scraper;
grant select on cable_channels to sagasu_server;

create table cable_claims (
  cabal_id integer not null,
  target bytea not null,
  author bytea not null,
  deleted_by bytea not null,
  constraint cable_claims_pkey PRIMARY KEY (cabal_id, target, author, deleted_by),
  constraint cable_claims_cabal_id_deleted_by_fkey FOREIGN KEY (cabal_id, deleted_by) REFERENCES cable_posts(cabal_id, hash) ON DELETE CASCADE,
  constraint cable_claims_author_check CHECK ((octet_length(author) = 32)),
  constraint cable_claims_target_check CHECK ((octet_length(target) = 32))
);
CREATE INDEX cable_claims_delete ON public.cable_claims USING btree (cabal_id, deleted_by);
alter table cable_claims enable row level security, force row level security;
create policy owner on cable_claims for all to owner using (true) with check (true);
create policy scraper on cable_claims for all to sagasu_scraper using (true) with check (true);
grant delete, insert, select, update on cable_claims to sagasu_scraper;

create table cable_days (
  board_id integer not null,
  day date not null,
  thread bigint not null,
  constraint cable_days_pkey PRIMARY KEY (board_id, day),
  constraint cable_days_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE
);
alter table cable_days enable row level security, force row level security;
create policy owner on cable_days for all to owner using (true) with check (true);
create policy scraper on cable_days for all to sagasu_scraper using (true) with check (true);
grant insert, select on cable_days to sagasu_scraper;

create table cable_links (
  cabal_id integer not null,
  link bytea not null,
  hash bytea not null,
  constraint cable_links_pkey PRIMARY KEY (cabal_id, link, hash),
  constraint cable_links_cabal_id_fkey FOREIGN KEY (cabal_id) REFERENCES cabals(id) ON DELETE CASCADE,
  constraint cable_links_hash_check CHECK ((octet_length(hash) = 32)),
  constraint cable_links_link_check CHECK ((octet_length(link) = 32))
);
alter table cable_links enable row level security, force row level security;
create policy owner on cable_links for all to owner using (true) with check (true);
create policy scraper on cable_links for all to sagasu_scraper using (true) with check (true);
grant delete, insert, select, update on cable_links to sagasu_scraper;

create table cable_members (
  cabal_id integer not null,
  channel bytea not null,
  author bytea not null,
  is_member boolean not null,
  state bytea,
  constraint cable_members_pkey PRIMARY KEY (cabal_id, channel, author),
  constraint cable_members_cabal_id_fkey FOREIGN KEY (cabal_id) REFERENCES cabals(id) ON DELETE CASCADE
);
alter table cable_members enable row level security, force row level security;
create policy owner on cable_members for all to owner using (true) with check (true);
create policy scraper on cable_members for all to sagasu_scraper using (true) with check (true);
grant delete, insert, select, update on cable_members to sagasu_scraper;

create table cable_moderators (
  cabal_id integer not null,
  author bytea not null,
  appointed_by text not null,
  appointed_at timestamp with time zone default now() not null,
  constraint cable_moderators_pkey PRIMARY KEY (cabal_id, author),
  constraint cable_moderators_cabal_id_fkey FOREIGN KEY (cabal_id) REFERENCES cabals(id) ON DELETE CASCADE,
  constraint cable_moderators_appointed_by_check CHECK ((char_length(appointed_by) <= 80)),
  constraint cable_moderators_author_check CHECK ((octet_length(author) = 32))
);
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE ON public.cable_moderators DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('cabal_id,author', '');
alter table cable_moderators enable row level security, force row level security;
create policy admins on cable_moderators for select to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy admins_appoint on cable_moderators for insert to sagasu_server with check ((( SELECT is_admin() AS is_admin) AND (appointed_by = ( SELECT account_of_transaction() AS account_of_transaction))));
create policy admins_dismiss on cable_moderators for delete to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy owner on cable_moderators for all to owner using (true) with check (true);
create policy scraper on cable_moderators for all to sagasu_scraper using (true) with check (true);
grant select on cable_moderators to sagasu_scraper;
grant delete, insert (cabal_id, author, appointed_by), select on cable_moderators to sagasu_server;

create table cable_peers (
  cabal_id integer not null,
  peer text not null,
  is_dialled boolean not null,
  is_plain boolean not null,
  since timestamp with time zone not null,
  requests bigint not null,
  posts bigint not null,
  strikes integer not null,
  constraint cable_peers_pkey PRIMARY KEY (cabal_id, peer),
  constraint cable_peers_cabal_id_fkey FOREIGN KEY (cabal_id) REFERENCES cabals(id) ON DELETE CASCADE,
  constraint cable_peers_peer_check CHECK ((char_length(peer) <= 100))
);
alter table cable_peers enable row level security, force row level security;
create policy admins on cable_peers for select to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy owner on cable_peers for all to owner using (true) with check (true);
create policy scraper on cable_peers for all to sagasu_scraper using (true) with check (true);
grant delete, insert, select, update on cable_peers to sagasu_scraper;
grant select on cable_peers to sagasu_server;

create table cable_posts (
  cabal_id integer not null,
  hash bytea not null,
  seq bigint generated always as identity not null,
  author bytea not null,
  type smallint not null,
  channel bytea default '\x'::bytea not null,
  channel_name bytea default '\x'::bytea not null,
  "time" bigint not null,
  rank bigint not null,
  received_at timestamp with time zone not null,
  bytes bytea not null,
  board_id integer,
  num bigint,
  is_due boolean default false not null,
  constraint cable_posts_pkey PRIMARY KEY (cabal_id, hash),
  constraint cable_posts_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE SET NULL,
  constraint cable_posts_cabal_id_fkey FOREIGN KEY (cabal_id) REFERENCES cabals(id) ON DELETE CASCADE,
  constraint cable_posts_author_check CHECK ((octet_length(author) = 32)),
  constraint cable_posts_hash_check CHECK ((octet_length(hash) = 32)),
  constraint cable_posts_type_check CHECK (((type >= 0) AND (type <= 5)))
);
CREATE INDEX cable_posts_author ON public.cable_posts USING btree (cabal_id, author, type, channel, rank DESC, "time" DESC, hash DESC);
CREATE INDEX cable_posts_due ON public.cable_posts USING btree (cabal_id, channel, seq) WHERE is_due;
CREATE INDEX cable_posts_names ON public.cable_posts USING btree (cabal_id, channel, channel_name) WHERE (channel <> '\x'::bytea);
CREATE UNIQUE INDEX cable_posts_num ON public.cable_posts USING btree (board_id, num) WHERE (num IS NOT NULL);
CREATE INDEX cable_posts_texts ON public.cable_posts USING btree (cabal_id, channel, "time" DESC, hash) WHERE (type = 0);
CREATE INDEX cable_posts_topics ON public.cable_posts USING btree (cabal_id, channel, rank DESC, "time" DESC, hash DESC) WHERE (type = 3);
CREATE TRIGGER count_added AFTER INSERT ON public.cable_posts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_cable_posts();
CREATE TRIGGER count_removed AFTER DELETE ON public.cable_posts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_cable_posts();
alter table cable_posts enable row level security, force row level security;
create policy admins on cable_posts for select to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy owner on cable_posts for all to owner using (true) with check (true);
create policy scraper on cable_posts for all to sagasu_scraper using (true) with check (true);
grant delete, insert, select, update on cable_posts to sagasu_scraper;
grant select (cabal_id, author, type, board_id, num) on cable_posts to sagasu_server;

create table cable_refusals (
  cabal_id integer not null,
  peer text not null,
  reason text not null,
  detail text not null,
  times bigint not null,
  first_seen timestamp with time zone not null,
  last_seen timestamp with time zone not null,
  constraint cable_refusals_pkey PRIMARY KEY (cabal_id, peer, reason),
  constraint cable_refusals_cabal_id_fkey FOREIGN KEY (cabal_id) REFERENCES cabals(id) ON DELETE CASCADE,
  constraint cable_refusals_detail_check CHECK ((char_length(detail) <= 300)),
  constraint cable_refusals_peer_check CHECK ((char_length(peer) <= 100)),
  constraint cable_refusals_reason_check CHECK ((char_length(reason) <= 40))
);
alter table cable_refusals enable row level security, force row level security;
create policy admins on cable_refusals for select to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy owner on cable_refusals for all to owner using (true) with check (true);
create policy scraper on cable_refusals for all to sagasu_scraper using (true) with check (true);
grant delete, insert, select, update on cable_refusals to sagasu_scraper;
grant select on cable_refusals to sagasu_server;

create table cable_tombstones (
  cabal_id integer not null,
  hash bytea not null,
  author bytea not null,
  type smallint not null,
  channel bytea not null,
  "time" bigint not null,
  rank bigint not null,
  deleted_by bytea,
  board_id integer,
  num bigint,
  is_due boolean default false not null,
  constraint cable_tombstones_pkey PRIMARY KEY (cabal_id, hash),
  constraint cable_tombstones_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE SET NULL,
  constraint cable_tombstones_cabal_id_fkey FOREIGN KEY (cabal_id) REFERENCES cabals(id) ON DELETE CASCADE,
  constraint cable_tombstones_author_check CHECK ((octet_length(author) = 32)),
  constraint cable_tombstones_deleted_by_check CHECK ((octet_length(deleted_by) = 32)),
  constraint cable_tombstones_hash_check CHECK ((octet_length(hash) = 32))
);
CREATE INDEX cable_tombstones_due ON public.cable_tombstones USING btree (cabal_id, channel) WHERE is_due;
alter table cable_tombstones enable row level security, force row level security;
create policy owner on cable_tombstones for all to owner using (true) with check (true);
create policy scraper on cable_tombstones for all to sagasu_scraper using (true) with check (true);
grant delete, insert, select, update on cable_tombstones to sagasu_scraper;

create table cable_topics (
  cabal_id integer not null,
  channel bytea not null,
  name bytea not null,
  hash bytea,
  constraint cable_topics_pkey PRIMARY KEY (cabal_id, channel),
  constraint cable_topics_cabal_id_fkey FOREIGN KEY (cabal_id) REFERENCES cabals(id) ON DELETE CASCADE
);
alter table cable_topics enable row level security, force row level security;
create policy owner on cable_topics for all to owner using (true) with check (true);
create policy scraper on cable_topics for all to sagasu_scraper using (true) with check (true);
grant delete, insert, select, update on cable_topics to sagasu_scraper;

create table cable_users (
  cabal_id integer not null,
  author bytea not null,
  hash bytea not null,
  name text,
  constraint cable_users_pkey PRIMARY KEY (cabal_id, author),
  constraint cable_users_cabal_id_fkey FOREIGN KEY (cabal_id) REFERENCES cabals(id) ON DELETE CASCADE
);
alter table cable_users enable row level security, force row level security;
create policy admins on cable_users for select to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy owner on cable_users for all to owner using (true) with check (true);
create policy scraper on cable_users for all to sagasu_scraper using (true) with check (true);
grant delete, insert, select, update on cable_users to sagasu_scraper;
grant select (cabal_id, author, name) on cable_users to sagasu_server;

create table charset_proposals (
  board_id integer not null,
  num bigint not null,
  read_as text not null,
  charset text not null,
  before text not null,
  after text not null,
  constraint charset_proposals_pkey PRIMARY KEY (board_id, num),
  constraint charset_proposals_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE
);
alter table charset_proposals enable row level security, force row level security;
create policy owner on charset_proposals for all to owner using (true) with check (true);
create policy scraper on charset_proposals for all to sagasu_scraper using (true) with check (true);
create policy server on charset_proposals for select to sagasu_server using (true);
grant delete, insert, select, update on charset_proposals to sagasu_scraper;
grant select on charset_proposals to sagasu_server;

create table datastore_leftovers (
  sha256 bytea not null,
  datastore_id integer not null,
  type text not null,
  due_at timestamp with time zone not null,
  constraint datastore_leftovers_pkey PRIMARY KEY (sha256, datastore_id),
  constraint datastore_leftovers_datastore_id_fkey FOREIGN KEY (datastore_id) REFERENCES datastores(id),
  constraint datastore_leftovers_sha256_check CHECK ((octet_length(sha256) = 32))
);
CREATE INDEX datastore_leftovers_due ON public.datastore_leftovers USING btree (due_at);
grant delete, insert, select, update on datastore_leftovers to sagasu_scraper;

create table datastores (
  id integer generated always as identity not null,
  name text not null,
  kind text not null,
  base text not null,
  first_byte integer default 0 not null,
  last_byte integer default 255 not null,
  takes_files boolean default true not null,
  redirect_url text,
  marker uuid default gen_random_uuid() not null,
  constraint datastores_name_key UNIQUE (name),
  constraint datastores_pkey PRIMARY KEY (id),
  constraint datastores_check CHECK (((last_byte >= first_byte) AND (last_byte <= 255))),
  constraint datastores_first_byte_check CHECK (((first_byte >= 0) AND (first_byte <= 255))),
  constraint datastores_kind_check CHECK ((kind = ANY (ARRAY['local'::text, 's3'::text]))),
  constraint datastores_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9_-]{0,31}$'::text))
);
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.datastores DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('id', '');
alter table datastores enable row level security, force row level security;
create policy importer on datastores for all to sagasu_importer using (true) with check (true);
create policy owner on datastores for all to owner using (true) with check (true);
create policy readers on datastores for select to sagasu_server using (true);
create policy scraper on datastores for all to sagasu_scraper using (true) with check (true);
grant insert, select on datastores to sagasu_importer;
grant insert, select on datastores to sagasu_scraper;
grant select on datastores to sagasu_server;

create table deleted_files (
  hash bytea not null,
  deleted_at timestamp with time zone default now() not null,
  constraint deleted_files_pkey PRIMARY KEY (hash),
  constraint deleted_files_hash_check CHECK ((octet_length(hash) = ANY (ARRAY[16, 32])))
);
grant select on deleted_files to sagasu_importer;
grant select on deleted_files to sagasu_scraper;
grant select on deleted_files to sagasu_server;

create table difference_hashes (
  image_id bigint not null,
  trimmed boolean not null,
  hash bigint not null,
  mirrored bigint not null,
  constraint difference_hashes_pkey PRIMARY KEY (image_id, trimmed),
  constraint difference_hashes_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(id) ON DELETE CASCADE
);
CREATE INDEX difference_hashes_hash ON public.difference_hashes USING btree (hash, image_id);
CREATE INDEX difference_hashes_quarter_2 ON public.difference_hashes USING btree (((((hash >> 32) & (65535)::bigint))::integer), hash);
CREATE INDEX difference_hashes_quarter_3 ON public.difference_hashes USING btree (((((hash >> 16) & (65535)::bigint))::integer), hash);
CREATE INDEX difference_hashes_quarter_4 ON public.difference_hashes USING btree ((((hash & (65535)::bigint))::integer), hash);
alter table difference_hashes enable row level security, force row level security;
create policy importer on difference_hashes for all to sagasu_importer using (true) with check (true);
create policy owner on difference_hashes for all to owner using (true) with check (true);
create policy readers on difference_hashes for select to sagasu_server using (true);
create policy scraper on difference_hashes for all to sagasu_scraper using (true) with check (true);
grant delete, insert, select on difference_hashes to sagasu_importer;
grant delete, insert, select on difference_hashes to sagasu_scraper;
grant select on difference_hashes to sagasu_server;

create table dirty (
  board_id integer not null,
  thread bigint not null,
  gen bigint not null,
  min_rev bigint not null,
  since timestamp with time zone not null,
  queued_gen bigint,
  queued_at timestamp with time zone,
  covered_by bigint,
  covered_gen bigint,
  request_id text,
  constraint dirty_pkey PRIMARY KEY (board_id, thread),
  constraint dirty_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id)
);
CREATE INDEX dirty_covered ON public.dirty USING btree (covered_by, thread) WHERE (covered_by IS NOT NULL);
CREATE INDEX dirty_gen_order ON public.dirty USING btree (gen) WHERE (covered_gen IS DISTINCT FROM gen);
CREATE TRIGGER dirty_request BEFORE INSERT OR UPDATE OF gen ON public.dirty FOR EACH ROW WHEN ((current_setting('sagasu.request_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_request();
grant insert, select, update on dirty to sagasu_importer;
grant delete, insert, select, update on dirty to sagasu_indexer;
grant insert, select, update on dirty to sagasu_scraper;
grant insert, select, update on dirty to sagasu_server;

create table double_inserts (
  board_id integer not null,
  harvester text not null,
  times bigint not null,
  num bigint not null,
  first_seen timestamp with time zone not null,
  last_seen timestamp with time zone not null,
  constraint double_inserts_pkey PRIMARY KEY (board_id, harvester),
  constraint double_inserts_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE
);
grant insert, select, update on double_inserts to sagasu_scraper;
grant select on double_inserts to sagasu_server;

create table dump_change_posts (
  change_id bigint not null,
  board_id integer not null,
  num bigint not null,
  subnum integer not null,
  before text,
  place integer default 0 not null,
  constraint dump_change_posts_pkey PRIMARY KEY (change_id, board_id, num, subnum, place),
  constraint dump_change_posts_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE,
  constraint dump_change_posts_change_id_fkey FOREIGN KEY (change_id) REFERENCES dump_changes(id) ON DELETE CASCADE,
  constraint dump_change_posts_before_check CHECK ((char_length(before) <= 64))
);
CREATE INDEX dump_change_posts_post ON public.dump_change_posts USING btree (board_id, num, subnum);
alter table dump_change_posts enable row level security, force row level security;
create policy indexer on dump_change_posts for all to sagasu_indexer using (true) with check (true);
create policy moderators on dump_change_posts for delete to sagasu_server using ((board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[])));
create policy owner on dump_change_posts for all to owner using (true) with check (true);
create policy readers on dump_change_posts for select to sagasu_server using (sees_post(board_id, num, subnum));
grant delete, insert, select, update (before) on dump_change_posts to sagasu_indexer;
grant delete, select on dump_change_posts to sagasu_server;

create table dump_changes (
  id bigint generated always as identity not null,
  dump_id bigint,
  client text not null,
  version text not null,
  md5 bytea not null,
  size bigint not null,
  field text not null,
  before text,
  after text not null,
  state text default 'pending'::text not null,
  reason text,
  made_at timestamp with time zone not null,
  touched_at timestamp with time zone,
  decided_at timestamp with time zone,
  decided_by text,
  unapplied boolean default false not null,
  constraint dump_changes_pkey PRIMARY KEY (id),
  constraint dump_changes_dump_id_fkey FOREIGN KEY (dump_id) REFERENCES dumps(id) ON DELETE SET NULL,
  constraint dump_changes_after_check CHECK ((char_length(after) <= 8192)),
  constraint dump_changes_before_check CHECK ((char_length(before) <= 8192)),
  constraint dump_changes_client_check CHECK ((char_length(client) <= 32)),
  constraint dump_changes_decided CHECK (((state = ANY (ARRAY['pending'::text, 'stopped'::text])) = (decided_at IS NULL))),
  constraint dump_changes_decided_by_check CHECK ((decided_by = ANY (ARRAY['granter'::text, 'moderator'::text, 'service'::text]))),
  constraint dump_changes_field_check CHECK ((field = ANY (ARRAY['sha256'::text, 'sha1'::text, 'pixels'::text, 'perceptual'::text, 'width'::text, 'height'::text, 'duration'::text, 'codecs'::text]))),
  constraint dump_changes_md5_check CHECK ((octet_length(md5) = 16)),
  constraint dump_changes_reason_check CHECK ((char_length(reason) <= 500)),
  constraint dump_changes_size_check CHECK ((size > 0)),
  constraint dump_changes_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'stopped'::text, 'granted'::text, 'refused'::text, 'withdrawn'::text, 'reverted'::text]))),
  constraint dump_changes_version_check CHECK ((char_length(version) <= 32))
);
CREATE INDEX dump_changes_client ON public.dump_changes USING btree (client, version, state, id);
CREATE INDEX dump_changes_dump ON public.dump_changes USING btree (dump_id) WHERE (dump_id IS NOT NULL);
CREATE INDEX dump_changes_file ON public.dump_changes USING btree (md5, size, field, id);
CREATE INDEX dump_changes_state ON public.dump_changes USING btree (state, id);
CREATE INDEX dump_changes_unapplied ON public.dump_changes USING btree (id) WHERE unapplied;
CREATE INDEX dump_changes_waiting ON public.dump_changes USING btree (made_at, id) WHERE (state = 'pending'::text);
alter table dump_changes enable row level security, force row level security;
create policy indexer on dump_changes for all to sagasu_indexer using (true) with check (true);
create policy owner on dump_changes for all to owner using (true) with check (true);
create policy readers on dump_changes for select to sagasu_server using (sees_dump(dump_id));
create policy staff on dump_changes for all to sagasu_server using (( SELECT moderates_all_boards() AS moderates_all_boards)) with check (( SELECT moderates_all_boards() AS moderates_all_boards));
grant insert, select, update on dump_changes to sagasu_indexer;
grant select, update (state, reason, touched_at, decided_at, decided_by, unapplied) on dump_changes to sagasu_server;

create table dump_contributors (
  dump_id bigint not null,
  contributor bytea not null,
  sent_at timestamp with time zone default now() not null,
  release bigint,
  constraint dump_contributors_pkey PRIMARY KEY (dump_id, contributor),
  constraint dump_contributors_dump_id_fkey FOREIGN KEY (dump_id) REFERENCES dumps(id) ON DELETE CASCADE,
  constraint dump_contributors_release_fkey FOREIGN KEY (release) REFERENCES dump_releases(id) ON DELETE SET NULL,
  constraint dump_contributors_contributor_check CHECK ((octet_length(contributor) = 32))
);
CREATE INDEX dump_contributors_contributor ON public.dump_contributors USING btree (contributor, dump_id);
CREATE INDEX dump_contributors_release ON public.dump_contributors USING btree (release) WHERE (release IS NOT NULL);
alter table dump_contributors enable row level security, force row level security;
create policy indexer on dump_contributors for all to sagasu_indexer using (true) with check (true);
create policy owner on dump_contributors for all to owner using (true) with check (true);
create policy readers on dump_contributors for select to sagasu_server using (sees_dump(dump_id));
grant select on dump_contributors to sagasu_indexer;
grant select on dump_contributors to sagasu_server;

create table dump_log (
  id bigint generated always as identity not null,
  dump_id bigint not null,
  at timestamp with time zone not null,
  actor text not null,
  from_state smallint,
  to_state smallint not null,
  reason text,
  constraint dump_log_pkey PRIMARY KEY (id),
  constraint dump_log_dump_id_fkey FOREIGN KEY (dump_id) REFERENCES dumps(id) ON DELETE CASCADE,
  constraint dump_log_actor_check CHECK ((actor = ANY (ARRAY['door'::text, 'service'::text, 'site'::text, 'moderator'::text])))
);
CREATE INDEX dump_log_dump ON public.dump_log USING btree (dump_id, id);
alter table dump_log enable row level security, force row level security;
create policy indexer on dump_log for all to sagasu_indexer using (true) with check (true);
create policy owner on dump_log for all to owner using (true) with check (true);
create policy readers on dump_log for select to sagasu_server using (sees_dump(dump_id));
grant select on dump_log to sagasu_indexer;
grant select on dump_log to sagasu_server;

create table dump_offers (
  id bigint generated always as identity not null,
  sha256 bytea not null,
  md5 bytea not null,
  size bigint not null,
  type text not null,
  state text default 'asked'::text not null,
  detail text,
  asked_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint dump_offers_sha256_key UNIQUE (sha256),
  constraint dump_offers_pkey PRIMARY KEY (id),
  constraint dump_offers_detail_check CHECK ((char_length(detail) <= 500)),
  constraint dump_offers_md5_check CHECK ((octet_length(md5) = 16)),
  constraint dump_offers_sha256_check CHECK ((octet_length(sha256) = 32)),
  constraint dump_offers_size_check CHECK ((size > 0)),
  constraint dump_offers_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'uploaded'::text, 'quarantined'::text, 'accepted'::text, 'stored'::text, 'refused'::text]))),
  constraint dump_offers_type_check CHECK ((type ~ '^[a-z0-9]{1,8}$'::text))
);
CREATE INDEX dump_offers_state ON public.dump_offers USING btree (state, id);
alter table dump_offers enable row level security, force row level security;
create policy indexer on dump_offers for all to sagasu_indexer using (true) with check (true);
create policy owner on dump_offers for all to owner using (true) with check (true);
create policy readers on dump_offers for select to sagasu_server using ((shows_file(md5, size, sha256) AND (NOT is_banned_file(md5, sha256))));
create policy scraper on dump_offers for all to sagasu_scraper using (true) with check (true);
create policy staff on dump_offers for all to sagasu_server using (( SELECT moderates_all_boards() AS moderates_all_boards)) with check (( SELECT moderates_all_boards() AS moderates_all_boards));
grant insert, select on dump_offers to sagasu_indexer;
grant select, update (state, detail, changed_at) on dump_offers to sagasu_scraper;
grant select, update (state, detail, changed_at) on dump_offers to sagasu_server;

create table dump_release_keys (
  key bytea not null,
  name text not null,
  added_by text not null,
  added_at timestamp with time zone default now() not null,
  constraint dump_release_keys_pkey PRIMARY KEY (key),
  constraint dump_release_keys_added_by_check CHECK ((char_length(added_by) <= 80)),
  constraint dump_release_keys_key_check CHECK ((octet_length(key) = 32)),
  constraint dump_release_keys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80)))
);
alter table dump_release_keys enable row level security, force row level security;
create policy admins_add on dump_release_keys for insert to sagasu_server with check (( SELECT is_admin() AS is_admin));
create policy admins_change on dump_release_keys for update to sagasu_server using (( SELECT is_admin() AS is_admin)) with check (( SELECT is_admin() AS is_admin));
create policy admins_remove on dump_release_keys for delete to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy owner on dump_release_keys for all to owner using (true) with check (true);
create policy readers on dump_release_keys for select to sagasu_server using (true);
grant delete, insert, select, update (name) on dump_release_keys to sagasu_server;

create table dump_releases (
  id bigint generated always as identity not null,
  key bytea not null,
  client text not null,
  version text not null,
  digest bytea not null,
  signature bytea not null,
  stated_at timestamp with time zone default now() not null,
  trust text,
  of_anybody boolean default false not null,
  decided_by text,
  decided_at timestamp with time zone,
  constraint dump_releases_key_client_version_digest_key UNIQUE (key, client, version, digest),
  constraint dump_releases_pkey PRIMARY KEY (id),
  constraint dump_releases_key_fkey FOREIGN KEY (key) REFERENCES dump_release_keys(key) ON DELETE CASCADE,
  constraint dump_releases_client_check CHECK ((char_length(client) <= 32)),
  constraint dump_releases_decided_by_check CHECK ((char_length(decided_by) <= 80)),
  constraint dump_releases_digest_check CHECK ((octet_length(digest) = 32)),
  constraint dump_releases_signature_check CHECK ((octet_length(signature) = 64)),
  constraint dump_releases_trust_check CHECK ((trust = ANY (ARRAY['full'::text, 'lesser'::text]))),
  constraint dump_releases_version_check CHECK ((char_length(version) <= 32))
);
CREATE INDEX dump_releases_client ON public.dump_releases USING btree (client, version);
alter table dump_releases enable row level security, force row level security;
create policy indexer on dump_releases for all to sagasu_indexer using (true) with check (true);
create policy owner on dump_releases for all to owner using (true) with check (true);
create policy readers on dump_releases for select to sagasu_server using (true);
create policy staff on dump_releases for update to sagasu_server using (( SELECT moderates_all_boards() AS moderates_all_boards)) with check (( SELECT moderates_all_boards() AS moderates_all_boards));
grant select on dump_releases to sagasu_indexer;
grant select, update (trust, of_anybody, decided_by, decided_at) on dump_releases to sagasu_server;

create table dump_trust (
  contributor bytea not null,
  client text not null,
  version text not null,
  trust text not null,
  given_by text not null,
  given_at timestamp with time zone default now() not null,
  constraint dump_trust_pkey PRIMARY KEY (client, version, contributor),
  constraint dump_trust_client_check CHECK ((char_length(client) <= 32)),
  constraint dump_trust_contributor_check CHECK ((octet_length(contributor) = 32)),
  constraint dump_trust_given_by_check CHECK ((char_length(given_by) <= 80)),
  constraint dump_trust_trust_check CHECK ((trust = ANY (ARRAY['full'::text, 'lesser'::text]))),
  constraint dump_trust_version_check CHECK ((char_length(version) <= 32))
);
CREATE INDEX dump_trust_contributor ON public.dump_trust USING btree (contributor);
alter table dump_trust enable row level security, force row level security;
create policy indexer on dump_trust for all to sagasu_indexer using (true) with check (true);
create policy owner on dump_trust for all to owner using (true) with check (true);
create policy readers on dump_trust for select to sagasu_server using (true);
create policy staff on dump_trust for all to sagasu_server using (( SELECT moderates_all_boards() AS moderates_all_boards)) with check (( SELECT moderates_all_boards() AS moderates_all_boards));
grant select on dump_trust to sagasu_indexer;
grant delete, insert, select, update on dump_trust to sagasu_server;

create table dumps (
  id bigint generated always as identity not null,
  digest bytea not null,
  state smallint not null,
  problem text,
  content bytea not null,
  client text,
  version text,
  md5 bytea,
  sha1 bytea,
  sha256 bytea,
  size bigint,
  type text,
  image_id bigint,
  received_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  named boolean default false not null,
  offered boolean default false not null,
  reason text,
  due_at timestamp with time zone default now() not null,
  trusted_by text,
  constraint dumps_digest_key UNIQUE (digest),
  constraint dumps_pkey PRIMARY KEY (id),
  constraint dumps_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(id),
  constraint dumps_client_check CHECK ((char_length(client) <= 32)),
  constraint dumps_content_check CHECK ((octet_length(content) <= 65536)),
  constraint dumps_digest_check CHECK ((octet_length(digest) = 32)),
  constraint dumps_md5_check CHECK ((octet_length(md5) = 16)),
  constraint dumps_problem_check CHECK ((char_length(problem) <= 500)),
  constraint dumps_reason_check CHECK ((char_length(reason) <= 32)),
  constraint dumps_sha1_check CHECK ((octet_length(sha1) = 20)),
  constraint dumps_sha256_check CHECK ((octet_length(sha256) = 32)),
  constraint dumps_size_check CHECK ((size > 0)),
  constraint dumps_state_check CHECK ((state = ANY (ARRAY['-11'::integer, 0, 11, 13, 21, 23, 31, 33, 41, 43, 45, 47, 83, 91, 93]))),
  constraint dumps_trusted_by_check CHECK ((char_length(trusted_by) <= 80)),
  constraint dumps_type_check CHECK ((type ~ '^[a-z0-9]{1,8}$'::text)),
  constraint dumps_understood CHECK (((num_nulls(client, version, md5, sha1, sha256, size, type) =
CASE
    WHEN (state = ANY (ARRAY['-11'::integer, 41, 43])) THEN 7
    ELSE 0
END) AND ((state <> ALL (ARRAY['-11'::integer, 41, 43])) OR (image_id IS NULL)))),
  constraint dumps_version_check CHECK ((char_length(version) <= 32))
);
CREATE INDEX dumps_client ON public.dumps USING btree (client, version, id) WHERE (client IS NOT NULL);
CREATE INDEX dumps_due ON public.dumps USING btree (due_at, id) WHERE (state = ANY (ARRAY[0, 33, 83]));
CREATE INDEX dumps_image ON public.dumps USING btree (image_id) WHERE (image_id IS NOT NULL);
CREATE INDEX dumps_md5 ON public.dumps USING btree (md5, size);
CREATE INDEX dumps_named ON public.dumps USING btree (id) WHERE named;
CREATE INDEX dumps_not_understood ON public.dumps USING btree (id) WHERE (state = ANY (ARRAY['-11'::integer, 41, 43]));
CREATE INDEX dumps_sha1 ON public.dumps USING btree (sha1) WHERE (sha1 IS NOT NULL);
CREATE INDEX dumps_sha256 ON public.dumps USING btree (sha256);
CREATE INDEX dumps_state ON public.dumps USING btree (state, id);
CREATE INDEX dumps_unmapped ON public.dumps USING btree (id) WHERE ((image_id IS NULL) AND (NOT named) AND (client IS NOT NULL));
CREATE UNIQUE INDEX dumps_used ON public.dumps USING btree (md5, size) WHERE (state = 11);
CREATE TRIGGER log_insert AFTER INSERT ON public.dumps FOR EACH ROW WHEN ((new.client IS NOT NULL)) EXECUTE FUNCTION log_dump_state();
CREATE TRIGGER log_state AFTER UPDATE OF state ON public.dumps FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION log_dump_state();
alter table dumps enable row level security, force row level security;
create policy indexer on dumps for all to sagasu_indexer using (true) with check (true);
create policy owner on dumps for all to owner using (true) with check (true);
create policy readers on dumps for select to sagasu_server using ((named AND shows_file(md5, size, sha256) AND (NOT is_banned_file(md5, sha256))));
create policy staff on dumps for all to sagasu_server using (( SELECT moderates_all_boards() AS moderates_all_boards)) with check (( SELECT moderates_all_boards() AS moderates_all_boards));
grant select, update (state, problem, image_id, changed_at, named, reason, due_at) on dumps to sagasu_indexer;
grant delete, select, update (state, changed_at, reason, due_at, trusted_by) on dumps to sagasu_server;

create view failed_tasks with (security_invoker=true) as
 SELECT id,
    kind,
    board_id,
    finished_at
   FROM tasks failed
  WHERE status = 'failed'::text AND finished_at > (now() - '30 days'::interval) AND NOT (EXISTS ( SELECT
           FROM tasks later
          WHERE later.id > failed.id AND later.kind = failed.kind AND NOT later.board_id IS DISTINCT FROM failed.board_id));
grant select on failed_tasks to sagasu_server;

create table file_changes (
  only_row boolean default true not null,
  version bigint default 0 not null,
  changed_at timestamp with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone not null,
  constraint file_changes_pkey PRIMARY KEY (only_row),
  constraint file_changes_only_row_check CHECK (only_row)
);
grant select, update on file_changes to sagasu_importer;
grant select, update on file_changes to sagasu_indexer;
grant select, update on file_changes to sagasu_scraper;
grant select on file_changes to sagasu_server;

create view files_of_posts with (security_invoker=true) as
 SELECT p.board_id,
    p.num,
    p.subnum,
    0 AS place,
    p.thread,
    p.hidden,
    p.time_posted,
    p.time_deleted_post,
    p.time_purged,
    p.time_deleted_file,
    p.media_time,
    p.media_hash,
    p.media_hash_src,
    p.media_hash_thb,
    p.media_name,
    p.media_type,
    p.media_size,
    p.media_dims_src_w,
    p.media_dims_src_h,
    p.media_dims_thb_w,
    p.media_dims_thb_h,
    p.spoiler,
    p.extra
   FROM posts p
UNION ALL
 SELECT f.board_id,
    f.num,
    f.subnum,
    f.place,
    ( SELECT p.thread
           FROM posts p
          WHERE p.board_id = f.board_id AND p.num = f.num AND p.subnum = f.subnum) AS thread,
    ( SELECT p.hidden
           FROM posts p
          WHERE p.board_id = f.board_id AND p.num = f.num AND p.subnum = f.subnum) AS hidden,
    ( SELECT p.time_posted
           FROM posts p
          WHERE p.board_id = f.board_id AND p.num = f.num AND p.subnum = f.subnum) AS time_posted,
    ( SELECT p.time_deleted_post
           FROM posts p
          WHERE p.board_id = f.board_id AND p.num = f.num AND p.subnum = f.subnum) AS time_deleted_post,
    ( SELECT p.time_purged
           FROM posts p
          WHERE p.board_id = f.board_id AND p.num = f.num AND p.subnum = f.subnum) AS time_purged,
    f.time_deleted_file,
    f.media_time,
    f.media_hash,
    f.media_hash_src,
    f.media_hash_thb,
    f.media_name,
    f.media_type,
    f.media_size,
    f.media_dims_src_w,
    f.media_dims_src_h,
    f.media_dims_thb_w,
    f.media_dims_thb_h,
    f.spoiler,
    f.extra
   FROM post_files f;
grant select on files_of_posts to sagasu_importer;
grant select on files_of_posts to sagasu_indexer;
grant select on files_of_posts to sagasu_scraper;
grant select on files_of_posts to sagasu_server;

create table filter_hashes (
  filter_id bigint not null,
  md5 bytea not null,
  constraint filter_hashes_pkey PRIMARY KEY (filter_id, md5),
  constraint filter_hashes_filter_id_fkey FOREIGN KEY (filter_id) REFERENCES post_filters(id) ON DELETE CASCADE,
  constraint filter_hashes_md5_check CHECK ((octet_length(md5) = 16))
);
alter table filter_hashes enable row level security, force row level security;
create policy admins_add on filter_hashes for insert to sagasu_server with check ((EXISTS ( SELECT
   FROM post_filters f
  WHERE ((f.id = filter_hashes.filter_id) AND (f.enabled_at IS NULL) AND
        CASE
            WHEN (f.board_id IS NULL) THEN ( SELECT is_admin() AS is_admin)
            ELSE (f.board_id = ANY (( SELECT administered_boards() AS administered_boards)::integer[]))
        END))));
create policy moderators on filter_hashes for select to sagasu_server using ((EXISTS ( SELECT
   FROM post_filters f
  WHERE (f.id = filter_hashes.filter_id))));
create policy owner on filter_hashes for all to owner using (true) with check (true);
grant insert, select on filter_hashes to sagasu_server;

create table filtered_posts (
  board_id integer not null,
  num bigint not null,
  subnum integer not null,
  filter_id bigint not null,
  action text not null,
  constraint filtered_posts_pkey PRIMARY KEY (board_id, num, subnum),
  constraint filtered_posts_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id),
  constraint filtered_posts_filter_id_fkey FOREIGN KEY (filter_id) REFERENCES post_filters(id),
  constraint filtered_posts_action_check CHECK ((action = ANY (ARRAY['hide'::text, 'hold'::text, 'refuse'::text])))
);
CREATE INDEX filtered_posts_filter ON public.filtered_posts USING btree (filter_id, board_id, num, subnum);
CREATE TRIGGER queue_held_post AFTER INSERT ON public.filtered_posts FOR EACH ROW WHEN ((new.action = 'hold'::text)) EXECUTE FUNCTION queue_held_post();
alter table filtered_posts enable row level security, force row level security;
create policy moderators on filtered_posts for all to sagasu_server using ((board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[]))) with check ((board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[])));
create policy owner on filtered_posts for all to owner using (true) with check (true);
grant delete, insert, select on filtered_posts to sagasu_server;

create table follow_items (
  id bigint generated always as identity not null,
  key_id bigint not null,
  query text not null,
  name text not null,
  added_on date default CURRENT_DATE not null,
  read_rev bigint not null,
  constraint follow_items_key_id_query_key UNIQUE (key_id, query),
  constraint follow_items_pkey PRIMARY KEY (id),
  constraint follow_items_key_id_fkey FOREIGN KEY (key_id) REFERENCES follow_keys(id) ON DELETE CASCADE,
  constraint follow_items_name_check CHECK ((char_length(name) <= 100)),
  constraint follow_items_query_check CHECK (((char_length(query) >= 1) AND (char_length(query) <= 512))),
  constraint follow_items_read_rev_check CHECK ((read_rev >= 0))
);
alter table follow_items enable row level security, force row level security;
create policy owner on follow_items for all to owner using (true) with check (true);

create table follow_keys (
  id bigint generated always as identity not null,
  secret_hash bytea not null,
  made_on date default CURRENT_DATE not null,
  used_on date default CURRENT_DATE not null,
  constraint follow_keys_secret_hash_key UNIQUE (secret_hash),
  constraint follow_keys_pkey PRIMARY KEY (id),
  constraint follow_keys_secret_hash_check CHECK ((octet_length(secret_hash) = 32))
);
CREATE INDEX follow_keys_used ON public.follow_keys USING btree (used_on);
alter table follow_keys enable row level security, force row level security;
create policy owner on follow_keys for all to owner using (true) with check (true);

create table forums (
  id integer generated always as identity not null,
  board_id integer not null,
  base_url text not null,
  closed_at timestamp with time zone,
  finished int8multirange default '{}'::int8multirange not null,
  constraint forums_board_id_base_url_key UNIQUE (board_id, base_url),
  constraint forums_pkey PRIMARY KEY (id),
  constraint forums_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE,
  constraint forums_base_url_check CHECK ((base_url <> ''::text))
);
CREATE CONSTRAINT TRIGGER audit AFTER UPDATE ON public.forums DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.closed_at IS DISTINCT FROM new.closed_at)) EXECUTE FUNCTION audit_row('id', 'finished');
grant insert, select, update on forums to sagasu_scraper;
grant select on forums to sagasu_server;

create table ghost_passwords (
  board_id integer not null,
  num bigint not null,
  subnum integer not null,
  password_hash text not null,
  constraint ghost_passwords_pkey PRIMARY KEY (board_id, num, subnum),
  constraint ghost_passwords_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id)
);
alter table ghost_passwords enable row level security, force row level security;
create policy moderators on ghost_passwords for all to sagasu_server using ((board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[])));
create policy owner on ghost_passwords for all to owner using (true) with check (true);
grant delete, select (board_id, num, subnum) on ghost_passwords to sagasu_server;

create table harvest_leases (
  board_id integer not null,
  worker text not null,
  lease_until timestamp with time zone not null,
  fence bigint default 1 not null,
  constraint harvest_leases_pkey PRIMARY KEY (board_id),
  constraint harvest_leases_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE
);
grant delete, insert, select, update on harvest_leases to sagasu_scraper;
grant select on harvest_leases to sagasu_server;

create table harvest_state (
  board_id integer not null,
  url text not null,
  last_modified text,
  seen_modified bigint,
  fetched_at timestamp with time zone not null,
  whole_at timestamp with time zone,
  constraint harvest_state_pkey PRIMARY KEY (board_id, url),
  constraint harvest_state_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id)
);
CREATE INDEX harvest_state_fetched ON public.harvest_state USING btree (board_id, fetched_at);
grant select on harvest_state to sagasu_indexer;
grant insert, select, update on harvest_state to sagasu_scraper;
grant select on harvest_state to sagasu_server;

create view harvested_boards with (security_invoker=true) as
 SELECT id
   FROM boards b
  WHERE NOT (EXISTS ( SELECT
           FROM forums f
          WHERE f.board_id = b.id AND f.base_url = ((b.url || '/'::text) || COALESCE(b.source_name, b.name)) AND f.closed_at IS NOT NULL)) OR (EXISTS ( SELECT
           FROM backfills w
          WHERE w.board_id = b.id AND NOT (EXISTS ( SELECT
                   FROM forums f
                  WHERE f.board_id = b.id AND f.base_url = ((w.url || '/'::text) || w.source_name) AND f.closed_at IS NOT NULL))));
grant select on harvested_boards to sagasu_scraper;
grant select on harvested_boards to sagasu_server;

create table identities (
  id integer generated always as identity not null,
  name text not null,
  constraint identities_name_key UNIQUE (name),
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_name_check CHECK ((name <> ''::text))
);
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.identities DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('id', '');
alter table identities enable row level security, force row level security;
create policy admins on identities for all to sagasu_server using (( SELECT is_admin() AS is_admin)) with check (( SELECT is_admin() AS is_admin));
create policy owner on identities for all to owner using (true) with check (true);
create policy readers on identities for select to sagasu_server using (true);
create policy scraper on identities for all to sagasu_scraper using (true) with check (true);
grant select on identities to sagasu_scraper;
grant delete, insert, select, update on identities to sagasu_server;

create table identity_aliases (
  kind text not null,
  value text not null,
  identity_id integer not null,
  constraint identity_aliases_pkey PRIMARY KEY (kind, value),
  constraint identity_aliases_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id) ON DELETE CASCADE,
  constraint identity_aliases_kind_check CHECK ((kind = ANY (ARRAY['sender'::text, 'tripcode'::text, 'name'::text]))),
  constraint identity_aliases_value_check CHECK ((value <> ''::text))
);
CREATE INDEX identity_aliases_identity ON public.identity_aliases USING btree (identity_id);
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.identity_aliases DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('identity_id,kind', '');
alter table identity_aliases enable row level security, force row level security;
create policy admins on identity_aliases for all to sagasu_server using (( SELECT is_admin() AS is_admin)) with check (( SELECT is_admin() AS is_admin));
create policy owner on identity_aliases for all to owner using (true) with check (true);
create policy readers on identity_aliases for select to sagasu_server using (true);
create policy scraper on identity_aliases for all to sagasu_scraper using (true) with check (true);
grant select on identity_aliases to sagasu_scraper;
grant delete, insert, select, update on identity_aliases to sagasu_server;

create table identity_proposal_networks (
  proposal_id bigint not null,
  network inet not null,
  proposed_at timestamp with time zone default now() not null,
  constraint identity_proposal_networks_pkey PRIMARY KEY (proposal_id, network),
  constraint identity_proposal_networks_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES identity_proposals(id) ON DELETE CASCADE
);
CREATE INDEX identity_proposal_networks_age ON public.identity_proposal_networks USING btree (proposed_at);
CREATE INDEX identity_proposal_networks_network ON public.identity_proposal_networks USING btree (network, proposed_at);
alter table identity_proposal_networks enable row level security, force row level security;
create policy owner on identity_proposal_networks for all to owner using (true) with check (true);

create table identity_proposal_reasons (
  id bigint generated always as identity not null,
  proposal_id bigint not null,
  reason text not null,
  proposed_at timestamp with time zone default now() not null,
  constraint identity_proposal_reasons_pkey PRIMARY KEY (id),
  constraint identity_proposal_reasons_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES identity_proposals(id) ON DELETE CASCADE,
  constraint identity_proposal_reasons_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 1000)))
);
CREATE INDEX identity_proposal_reasons_proposal ON public.identity_proposal_reasons USING btree (proposal_id, id);
alter table identity_proposal_reasons enable row level security, force row level security;
create policy admins on identity_proposal_reasons for select to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy owner on identity_proposal_reasons for all to owner using (true) with check (true);
grant select on identity_proposal_reasons to sagasu_server;

create table identity_proposals (
  id bigint generated always as identity not null,
  kind text not null,
  value text not null,
  other_kind text not null,
  other_value text not null,
  opened_at timestamp with time zone default now() not null,
  last_proposed_at timestamp with time zone default now() not null,
  proposals integer default 1 not null,
  outcome text,
  closed_at timestamp with time zone,
  closed_by text,
  changed jsonb,
  constraint identity_proposals_kind_value_other_kind_other_value_key UNIQUE (kind, value, other_kind, other_value),
  constraint identity_proposals_pkey PRIMARY KEY (id),
  constraint identity_proposals_check CHECK (((outcome IS NULL) = (closed_at IS NULL))),
  constraint identity_proposals_check1 CHECK (((kind <> other_kind) OR (value <> other_value))),
  constraint identity_proposals_kind_check CHECK ((kind = ANY (ARRAY['sender'::text, 'tripcode'::text, 'name'::text]))),
  constraint identity_proposals_other_kind_check CHECK ((other_kind = ANY (ARRAY['sender'::text, 'tripcode'::text, 'name'::text]))),
  constraint identity_proposals_other_value_check CHECK (((char_length(other_value) >= 1) AND (char_length(other_value) <= 256))),
  constraint identity_proposals_outcome_check CHECK ((outcome = ANY (ARRAY['confirmed'::text, 'declined'::text]))),
  constraint identity_proposals_value_check CHECK (((char_length(value) >= 1) AND (char_length(value) <= 256)))
);
CREATE INDEX identity_proposals_closed ON public.identity_proposals USING btree (closed_at DESC, id) WHERE (outcome IS NOT NULL);
CREATE INDEX identity_proposals_open ON public.identity_proposals USING btree (last_proposed_at DESC, id) WHERE (outcome IS NULL);
CREATE CONSTRAINT TRIGGER audit AFTER UPDATE ON public.identity_proposals DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.outcome IS DISTINCT FROM new.outcome)) EXECUTE FUNCTION audit_row('id', 'opened_at,last_proposed_at,proposals,changed');
alter table identity_proposals enable row level security, force row level security;
create policy admins on identity_proposals for select to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy admins_deciding on identity_proposals for update to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy owner on identity_proposals for all to owner using (true) with check (true);
grant select, update (outcome, closed_at, closed_by, changed) on identity_proposals to sagasu_server;

create table images (
  id bigint generated always as identity not null,
  sha256 bytea not null,
  md5 bytea not null,
  pixels_sha3 bytea,
  perceptual_hash bigint,
  type text not null,
  size bigint not null,
  datastore_id integer,
  thumb_id bigint,
  banned boolean default false not null,
  pixels_rule smallint default 1 not null,
  sha1 bytea,
  width integer,
  height integer,
  duration bigint,
  codecs text,
  added_at timestamp with time zone default now() not null,
  only_described boolean default false not null,
  thumb_rule smallint default 1 not null,
  difference_hashed boolean default false not null,
  constraint images_sha256_key UNIQUE (sha256),
  constraint images_pkey PRIMARY KEY (id),
  constraint images_datastore_id_fkey FOREIGN KEY (datastore_id) REFERENCES datastores(id),
  constraint images_thumb_id_fkey FOREIGN KEY (thumb_id) REFERENCES images(id),
  constraint images_codecs_check CHECK ((char_length(codecs) <= 8192)),
  constraint images_duration_check CHECK ((duration >= 0)),
  constraint images_height_check CHECK ((height > 0)),
  constraint images_md5_check CHECK ((octet_length(md5) = 16)),
  constraint images_pixels_sha3_check CHECK ((octet_length(pixels_sha3) = 32)),
  constraint images_sha1_check CHECK ((octet_length(sha1) = 20)),
  constraint images_sha256_check CHECK ((octet_length(sha256) = 32)),
  constraint images_size_check CHECK ((size > 0)),
  constraint images_type_check CHECK ((type ~ '^[a-z0-9]{1,8}$'::text)),
  constraint images_width_check CHECK ((width > 0))
);
CREATE INDEX images_hash_quarter_1 ON public.images USING btree (((((perceptual_hash >> 48) & (65535)::bigint))::integer), perceptual_hash) WHERE ((perceptual_hash IS NOT NULL) AND (NOT banned));
CREATE INDEX images_hash_quarter_2 ON public.images USING btree (((((perceptual_hash >> 32) & (65535)::bigint))::integer), perceptual_hash) WHERE ((perceptual_hash IS NOT NULL) AND (NOT banned));
CREATE INDEX images_hash_quarter_3 ON public.images USING btree (((((perceptual_hash >> 16) & (65535)::bigint))::integer), perceptual_hash) WHERE ((perceptual_hash IS NOT NULL) AND (NOT banned));
CREATE INDEX images_hash_quarter_4 ON public.images USING btree ((((perceptual_hash & (65535)::bigint))::integer), perceptual_hash) WHERE ((perceptual_hash IS NOT NULL) AND (NOT banned));
CREATE INDEX images_md5 ON public.images USING btree (md5);
CREATE INDEX images_perceptual_hash ON public.images USING btree (perceptual_hash, id) INCLUDE (sha256) WHERE ((perceptual_hash IS NOT NULL) AND (NOT banned));
CREATE INDEX images_pixels_rule ON public.images USING btree (pixels_rule, id) WHERE (pixels_sha3 IS NOT NULL);
CREATE INDEX images_thumb ON public.images USING btree (thumb_id) WHERE (thumb_id IS NOT NULL);
CREATE INDEX images_thumb_rule ON public.images USING btree (thumb_rule, id) WHERE (thumb_id IS NOT NULL);
CREATE INDEX images_without_difference_hash ON public.images USING btree (id) WHERE ((perceptual_hash IS NOT NULL) AND (NOT difference_hashed) AND (datastore_id IS NOT NULL) AND (NOT banned));
CREATE TRIGGER map_dumps AFTER INSERT ON public.images FOR EACH ROW EXECUTE FUNCTION map_dumps();
CREATE TRIGGER unmap_dumps BEFORE DELETE ON public.images FOR EACH ROW EXECUTE FUNCTION unmap_dumps();
alter table images enable row level security, force row level security;
create policy importer on images for all to sagasu_importer using (true) with check (true);
create policy indexer on images for all to sagasu_indexer using (true) with check (true);
create policy owner on images for all to owner using (true) with check (true);
create policy readers on images for select to sagasu_server using (true);
create policy scraper on images for all to sagasu_scraper using (true) with check (true);
grant insert, select, update on images to sagasu_importer;
grant delete, insert, select, update (pixels_sha3, perceptual_hash, pixels_rule, sha1, width, height, duration, codecs) on images to sagasu_indexer;
grant delete, insert, select, update on images to sagasu_scraper;
grant select on images to sagasu_server;

create table import_positions (
  board_id integer not null,
  source text not null,
  after bigint not null,
  last_place bigint not null,
  last_num bigint not null,
  last_subnum integer not null,
  changed_since bigint not null,
  clock jsonb not null,
  constraint import_positions_pkey PRIMARY KEY (board_id, source),
  constraint import_positions_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE,
  constraint import_positions_after_check CHECK ((after >= 0))
);
grant delete, insert, select, update on import_positions to sagasu_importer;

create table index_sets (
  board_id integer not null,
  version bigint default 1 not null,
  constraint index_sets_pkey PRIMARY KEY (board_id),
  constraint index_sets_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id)
);
grant insert, select, update on index_sets to sagasu_indexer;
grant select on index_sets to sagasu_scraper;
grant select on index_sets to sagasu_server;

create table indices (
  name text not null,
  board_id integer not null,
  slice bigint not null,
  build integer not null,
  mapping_version integer not null,
  state text not null,
  state_since timestamp with time zone default now() not null,
  task_id bigint,
  verified_uuid text,
  verified_seq_no bigint,
  refilling_since timestamp with time zone,
  has_documents boolean default true not null,
  is_shared boolean default false not null,
  posted_from timestamp with time zone,
  posted_until timestamp with time zone,
  posted_known boolean default false not null,
  constraint indices_board_id_slice_build_is_shared_key UNIQUE (board_id, slice, build, is_shared),
  constraint indices_pkey PRIMARY KEY (name, board_id),
  constraint indices_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id),
  constraint indices_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE SET NULL,
  constraint indices_state_check CHECK ((state = ANY (ARRAY['building'::text, 'live'::text, 'standby'::text, 'retired'::text])))
);
CREATE UNIQUE INDEX indices_one_building ON public.indices USING btree (board_id, slice) WHERE (state = 'building'::text);
CREATE UNIQUE INDEX indices_one_live ON public.indices USING btree (board_id, slice) WHERE (state = 'live'::text);
CREATE UNIQUE INDEX indices_one_standby ON public.indices USING btree (board_id, slice) WHERE (state = 'standby'::text);
grant insert, select, update on indices to sagasu_indexer;
grant select on indices to sagasu_scraper;
grant select on indices to sagasu_server;

create table invitations (
  account_id integer not null,
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint invitations_token_hash_key UNIQUE (token_hash),
  constraint invitations_pkey PRIMARY KEY (account_id),
  constraint invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint invitations_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE ON public.invitations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('account_id', '');
alter table invitations enable row level security, force row level security;
create policy admins on invitations for all to sagasu_server using (( SELECT is_admin() AS is_admin)) with check (( SELECT is_admin() AS is_admin));
create policy owner on invitations for all to owner using (true) with check (true);
grant delete, insert, select (account_id) on invitations to sagasu_server;

create table key_roles (
  key_id integer not null,
  role text not null,
  board_id integer,
  constraint key_roles_key_id_board_id_key UNIQUE NULLS NOT DISTINCT (key_id, board_id),
  constraint key_roles_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE,
  constraint key_roles_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint key_roles_role_check CHECK ((role = ANY (ARRAY['janitor'::text, 'moderator'::text, 'admin'::text])))
);
CREATE INDEX key_roles_board ON public.key_roles USING btree (board_id);
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.key_roles DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('key_id,role', '');
alter table key_roles enable row level security, force row level security;
create policy admins on key_roles for all to sagasu_server using (( SELECT is_admin() AS is_admin)) with check (( SELECT is_admin() AS is_admin));
create policy owner on key_roles for all to owner using (true) with check (true);
grant delete, insert, select, update on key_roles to sagasu_server;

create table media_removals (
  sha256 bytea not null,
  due_at timestamp with time zone default now() not null,
  constraint media_removals_pkey PRIMARY KEY (sha256)
);
CREATE INDEX media_removals_due ON public.media_removals USING btree (due_at);
alter table media_removals enable row level security, force row level security;
create policy importer on media_removals for all to sagasu_importer using (true) with check (true);
create policy moderators on media_removals for all to sagasu_server using ((( SELECT moderated_boards() AS moderated_boards) <> '{}'::integer[])) with check ((( SELECT moderated_boards() AS moderated_boards) <> '{}'::integer[]));
create policy owner on media_removals for all to owner using (true) with check (true);
create policy scraper on media_removals for all to sagasu_scraper using (true) with check (true);
grant insert on media_removals to sagasu_importer;
grant delete, insert, select, update on media_removals to sagasu_scraper;
grant insert, select, update on media_removals to sagasu_server;

create table messages (
  board_id integer not null,
  key text not null,
  num bigint not null,
  thread bigint not null,
  "time" timestamp with time zone not null,
  subject text,
  awaits text[],
  constraint messages_board_id_num_key UNIQUE (board_id, num),
  constraint messages_pkey PRIMARY KEY (board_id, key),
  constraint messages_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE
);
CREATE INDEX messages_awaits ON public.messages USING gin (awaits) WHERE (awaits IS NOT NULL);
CREATE INDEX messages_subject ON public.messages USING btree (board_id, subject, "time") WHERE (subject IS NOT NULL);
CREATE INDEX messages_thread ON public.messages USING btree (board_id, thread);
alter table messages enable row level security, force row level security;
create policy moderators on messages for all to sagasu_server using ((board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[])));
create policy owner on messages for all to owner using (true) with check (true);
create policy scraper on messages for all to sagasu_scraper using (true) with check (true);
grant insert, select, update on messages to sagasu_scraper;
grant select (board_id, num), update (subject, awaits) on messages to sagasu_server;

create table migrations (
  id integer default nextval('migrations_id_seq'::regclass) not null,
  name character varying(255) not null,
  run_on timestamp without time zone not null,
  constraint migrations_pkey PRIMARY KEY (id)
);
grant select on migrations to sagasu_server;

create table missing_files (
  board_id integer not null,
  thread bigint not null,
  num bigint not null,
  first_missed_at timestamp with time zone not null,
  state text default 'missing'::text not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone not null,
  constraint missing_files_pkey PRIMARY KEY (board_id, thread, num),
  constraint missing_files_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE,
  constraint missing_files_state_check CHECK ((state = ANY (ARRAY['missing'::text, 'held'::text, 'released'::text, 'deleted'::text])))
);
CREATE INDEX missing_files_due ON public.missing_files USING btree (board_id, due_at) WHERE (state = ANY (ARRAY['missing'::text, 'released'::text]));
alter table missing_files enable row level security, force row level security;
create policy admins on missing_files for update to sagasu_server using ((board_id = ANY (( SELECT administered_boards() AS administered_boards)::integer[])));
create policy owner on missing_files for all to owner using (true) with check (true);
create policy readers on missing_files for select to sagasu_server using (true);
create policy scraper on missing_files for all to sagasu_scraper using (true) with check (true);
grant delete, insert, select, update on missing_files to sagasu_scraper;
grant select, update (state, due_at) on missing_files to sagasu_server;

create table missing_posts (
  board_id integer not null,
  thread bigint not null,
  num bigint not null,
  first_missed_at timestamp with time zone not null,
  state text default 'missing'::text not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone not null,
  constraint missing_posts_pkey PRIMARY KEY (board_id, thread, num),
  constraint missing_posts_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE,
  constraint missing_posts_state_check CHECK ((state = ANY (ARRAY['missing'::text, 'held'::text, 'released'::text, 'deleted'::text])))
);
CREATE INDEX missing_posts_due ON public.missing_posts USING btree (board_id, due_at) WHERE (state = ANY (ARRAY['missing'::text, 'released'::text]));
alter table missing_posts enable row level security, force row level security;
create policy admins on missing_posts for update to sagasu_server using ((board_id = ANY (( SELECT administered_boards() AS administered_boards)::integer[])));
create policy owner on missing_posts for all to owner using (true) with check (true);
create policy readers on missing_posts for select to sagasu_server using (true);
create policy scraper on missing_posts for all to sagasu_scraper using (true) with check (true);
grant delete, insert, select, update on missing_posts to sagasu_scraper;
grant select, update (state, due_at) on missing_posts to sagasu_server;

create table missing_threads (
  board_id integer not null,
  thread bigint not null,
  first_missed_at timestamp with time zone not null,
  page integer not null,
  behind jsonb not null,
  was_gone boolean default false not null,
  state text default 'missing'::text not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone not null,
  constraint missing_threads_pkey PRIMARY KEY (board_id, thread),
  constraint missing_threads_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE,
  constraint missing_threads_state_check CHECK ((state = ANY (ARRAY['missing'::text, 'held'::text, 'released'::text])))
);
CREATE INDEX missing_threads_due ON public.missing_threads USING btree (board_id, due_at);
alter table missing_threads enable row level security, force row level security;
create policy admins on missing_threads for update to sagasu_server using ((board_id = ANY (( SELECT administered_boards() AS administered_boards)::integer[])));
create policy owner on missing_threads for all to owner using (true) with check (true);
create policy readers on missing_threads for select to sagasu_server using (true);
create policy scraper on missing_threads for all to sagasu_scraper using (true) with check (true);
grant delete, insert, select, update on missing_threads to sagasu_scraper;
grant select, update (state, due_at) on missing_threads to sagasu_server;

create table moderated_threads (
  board_id integer not null,
  thread bigint not null,
  purged boolean not null,
  constraint moderated_threads_pkey PRIMARY KEY (board_id, thread),
  constraint moderated_threads_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id)
);
alter table moderated_threads enable row level security, force row level security;
create policy admins_add on moderated_threads for insert to sagasu_server with check ((board_id = ANY (( SELECT administered_boards() AS administered_boards)::integer[])));
create policy admins_change on moderated_threads for update to sagasu_server using ((board_id = ANY (( SELECT administered_boards() AS administered_boards)::integer[])));
create policy admins_remove on moderated_threads for delete to sagasu_server using ((board_id = ANY (( SELECT administered_boards() AS administered_boards)::integer[])));
create policy importer on moderated_threads for all to sagasu_importer using (true) with check (true);
create policy moderators on moderated_threads for select to sagasu_server using ((board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[])));
create policy owner on moderated_threads for all to owner using (true) with check (true);
create policy scraper on moderated_threads for all to sagasu_scraper using (true) with check (true);
grant select on moderated_threads to sagasu_importer;
grant select on moderated_threads to sagasu_scraper;
grant delete, insert, select, update on moderated_threads to sagasu_server;

create view open_appeals with (security_invoker=true) as
 SELECT a.id,
    a.ban_id,
    b.board_id,
    a.written_at
   FROM ban_appeals a
     JOIN bans b ON b.id = a.ban_id
  WHERE a.decided_at IS NULL AND b.lifted_at IS NULL AND b.expires_at > now();
grant select on open_appeals to sagasu_server;

create table passkey_challenges (
  holder_hash bytea not null,
  account_id integer not null,
  purpose text not null,
  challenge bytea not null,
  expires_at timestamp with time zone default (now() + '00:05:00'::interval) not null,
  taken boolean default false not null,
  constraint passkey_challenges_pkey PRIMARY KEY (holder_hash),
  constraint passkey_challenges_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint passkey_challenges_challenge_check CHECK ((octet_length(challenge) = 32)),
  constraint passkey_challenges_holder_hash_check CHECK ((octet_length(holder_hash) = 32)),
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['prove'::text, 'add'::text])))
);
alter table passkey_challenges enable row level security, force row level security;
create policy owner on passkey_challenges for all to owner using (true) with check (true);

create table passkeys (
  credential_id bytea not null,
  account_id integer not null,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] default '{}'::text[] not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (credential_id),
  constraint passkeys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint passkeys_counter_check CHECK ((counter >= 0)),
  constraint passkeys_credential_id_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
  constraint passkeys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 64))),
  constraint passkeys_public_key_check CHECK (((octet_length(public_key) >= 1) AND (octet_length(public_key) <= 4096)))
);
CREATE INDEX passkeys_account ON public.passkeys USING btree (account_id);
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE ON public.passkeys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('account_id,name', 'credential_id,public_key,counter,transports,last_used_at');
alter table passkeys enable row level security, force row level security;
create policy admins on passkeys for select to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy owner on passkeys for all to owner using (true) with check (true);
grant select (account_id) on passkeys to sagasu_server;

create table pending_hides (
  board_id integer not null,
  thread bigint not null,
  num bigint not null,
  subnum integer not null,
  since timestamp with time zone default now() not null,
  constraint pending_hides_pkey PRIMARY KEY (board_id, thread, num, subnum),
  constraint pending_hides_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id)
);
CREATE INDEX pending_hides_since ON public.pending_hides USING btree (since);
CREATE TRIGGER public_exports_insert AFTER INSERT ON public.pending_hides REFERENCING NEW TABLE AS noted FOR EACH STATEMENT EXECUTE FUNCTION note_outdated_exports();
CREATE TRIGGER public_exports_update AFTER UPDATE ON public.pending_hides REFERENCING NEW TABLE AS noted FOR EACH STATEMENT EXECUTE FUNCTION note_outdated_exports();
alter table pending_hides enable row level security, force row level security;
create policy indexer on pending_hides for all to sagasu_indexer using (true) with check (true);
create policy moderators on pending_hides for all to sagasu_server using ((board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[])));
create policy owner on pending_hides for all to owner using (true) with check (true);
create policy readers on pending_hides for select to sagasu_server using (true);
create policy scraper on pending_hides for all to sagasu_scraper using (true) with check (true);
grant select, update (since) on pending_hides to sagasu_indexer;
grant delete, insert, select, update (since) on pending_hides to sagasu_scraper;
grant delete, insert, select, update on pending_hides to sagasu_server;

create table post_files (
  board_id integer not null,
  num bigint not null,
  subnum integer not null,
  place integer not null,
  time_deleted_file timestamp with time zone,
  media_time bigint,
  media_hash bytea,
  media_hash_src bytea,
  media_hash_thb bytea,
  media_name text,
  media_type text,
  media_size integer,
  media_dims_src_w integer,
  media_dims_src_h integer,
  media_dims_thb_w integer,
  media_dims_thb_h integer,
  spoiler boolean default false not null,
  extra jsonb,
  constraint post_files_pkey PRIMARY KEY (board_id, num, subnum, place),
  constraint post_files_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE,
  constraint post_files_place_check CHECK ((place > 0))
);
CREATE INDEX post_files_file_name ON public.post_files USING btree (board_id, ((extra ->> 'tim'::text))) WHERE (extra ? 'tim'::text);
CREATE INDEX post_files_media_hash ON public.post_files USING btree (media_hash, num) WHERE (media_hash IS NOT NULL);
CREATE INDEX post_files_media_hash_src ON public.post_files USING btree (media_hash_src, num) WHERE (media_hash_src IS NOT NULL);
CREATE INDEX post_files_media_hash_thb ON public.post_files USING btree (media_hash_thb, num) WHERE (media_hash_thb IS NOT NULL);
CREATE INDEX post_files_media_time ON public.post_files USING btree (board_id, media_time) WHERE (media_time IS NOT NULL);
alter table post_files enable row level security, force row level security;
create policy importer on post_files for all to sagasu_importer using (true) with check (true);
create policy indexer on post_files for all to sagasu_indexer using (true) with check (true);
create policy moderators on post_files for delete to sagasu_server using ((board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[])));
create policy owner on post_files for all to owner using (true) with check (true);
create policy readers on post_files for select to sagasu_server using (sees_post(board_id, num, subnum));
create policy scraper on post_files for all to sagasu_scraper using (true) with check (true);
grant insert, select, update on post_files to sagasu_importer;
grant select, update (media_hash_src, media_dims_src_w, media_dims_src_h) on post_files to sagasu_indexer;
grant insert, select, update on post_files to sagasu_scraper;
grant delete, select on post_files to sagasu_server;

create table post_filters (
  id bigint generated always as identity not null,
  board_id integer,
  kind text not null,
  pattern text not null,
  fields text[] not null,
  action text not null,
  note text,
  created_by text not null,
  created_at timestamp with time zone default now() not null,
  tried_at timestamp with time zone,
  tried_posts bigint default 0 not null,
  tried_matches bigint default 0 not null,
  enabled_at timestamp with time zone,
  constraint post_filters_pkey PRIMARY KEY (id),
  constraint post_filters_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id),
  constraint post_filters_check2 CHECK (((action = ANY (ARRAY['hide'::text, 'hold'::text, 'refuse'::text])) AND ((kind <> 'deleted'::text) OR (action <> 'refuse'::text)))),
  constraint post_filters_fields CHECK (((fields <@ '{subject,comment,name,tripcode,email,filename}'::text[]) AND ((fields <> '{}'::text[]) = (kind = ANY (ARRAY['phrase'::text, 'regexp'::text]))))),
  constraint post_filters_kind CHECK ((kind = ANY (ARRAY['phrase'::text, 'regexp'::text, 'files'::text, 'deleted'::text]))),
  constraint post_filters_note_check CHECK ((char_length(note) <= 1000)),
  constraint post_filters_pattern CHECK (((char_length(pattern) <= 3000) AND ((pattern <> ''::text) = (kind <> 'deleted'::text))))
);
CREATE INDEX post_filters_board ON public.post_filters USING btree (board_id);
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.post_filters DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('id', 'tried_at,tried_posts,tried_matches');
alter table post_filters enable row level security, force row level security;
create policy admins_add on post_filters for insert to sagasu_server with check ((
CASE
    WHEN (board_id IS NULL) THEN ( SELECT is_admin() AS is_admin)
    ELSE (board_id = ANY (( SELECT administered_boards() AS administered_boards)::integer[]))
END AND (created_by = ( SELECT account_of_transaction() AS account_of_transaction))));
create policy admins_change on post_filters for update to sagasu_server using (
CASE
    WHEN (board_id IS NULL) THEN ( SELECT is_admin() AS is_admin)
    ELSE (board_id = ANY (( SELECT administered_boards() AS administered_boards)::integer[]))
END);
create policy admins_remove on post_filters for delete to sagasu_server using (
CASE
    WHEN (board_id IS NULL) THEN ( SELECT is_admin() AS is_admin)
    ELSE (board_id = ANY (( SELECT administered_boards() AS administered_boards)::integer[]))
END);
create policy moderators on post_filters for select to sagasu_server using (
CASE
    WHEN (board_id IS NULL) THEN (( SELECT moderated_boards() AS moderated_boards) <> '{}'::integer[])
    ELSE (board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[]))
END);
create policy owner on post_filters for all to owner using (true) with check (true);
grant delete, insert, select, update (tried_at, tried_posts, tried_matches, enabled_at) on post_filters to sagasu_server;

create table post_replays (
  board_id integer not null,
  num bigint not null,
  subnum integer not null,
  sha256 bytea not null,
  constraint post_replays_pkey PRIMARY KEY (board_id, num, subnum),
  constraint post_replays_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE
);
CREATE INDEX post_replays_sha256 ON public.post_replays USING btree (sha256);
alter table post_replays enable row level security, force row level security;
create policy importer on post_replays for all to sagasu_importer using (true) with check (true);
create policy indexer on post_replays for select to sagasu_indexer using (true);
create policy moderators on post_replays for delete to sagasu_server using ((board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[])));
create policy owner on post_replays for all to owner using (true) with check (true);
create policy readers on post_replays for select to sagasu_server using (sees_post(board_id, num, subnum));
create policy scraper on post_replays for all to sagasu_scraper using (true) with check (true);
grant insert, select, update on post_replays to sagasu_importer;
grant select on post_replays to sagasu_indexer;
grant delete, insert, select, update on post_replays to sagasu_scraper;
grant delete, select on post_replays to sagasu_server;

create table poster_addresses (
  board_id integer not null,
  num bigint not null,
  subnum integer not null,
  address inet not null,
  expires_at timestamp with time zone not null,
  constraint poster_addresses_pkey PRIMARY KEY (board_id, num, subnum),
  constraint poster_addresses_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id)
);
CREATE INDEX poster_addresses_address ON public.poster_addresses USING gist (address inet_ops);
CREATE INDEX poster_addresses_expired ON public.poster_addresses USING btree (expires_at);
alter table poster_addresses enable row level security, force row level security;
create policy moderators on poster_addresses for all to sagasu_server using ((board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[])));
create policy owner on poster_addresses for all to owner using (true) with check (true);
grant delete, select (board_id, num, subnum) on poster_addresses to sagasu_server;

create table posts (
  board_id integer not null,
  num bigint not null,
  subnum integer default 0 not null,
  thread bigint not null,
  opener boolean not null,
  time_posted timestamp with time zone not null,
  time_modified timestamp with time zone not null,
  time_deleted_post timestamp with time zone,
  time_deleted_file timestamp with time zone,
  time_archived timestamp with time zone,
  time_bumped timestamp with time zone,
  name text,
  tripcode text,
  capcode text,
  posterid text,
  country text,
  email text,
  subject text,
  comment text,
  media_time bigint,
  media_hash bytea,
  media_hash_src bytea,
  media_hash_thb bytea,
  media_name text,
  media_type text,
  media_size integer,
  media_dims_src_w integer,
  media_dims_src_h integer,
  media_dims_thb_w integer,
  media_dims_thb_h integer,
  spoiler boolean default false not null,
  sticky boolean,
  closed boolean,
  posters integer,
  replies integer,
  hidden boolean default false not null,
  extra jsonb,
  id bigint generated always as identity not null,
  rev bigint default nextval('post_rev'::regclass) not null,
  time_purged timestamp with time zone,
  images integer,
  extra_files integer,
  constraint posts_pkey PRIMARY KEY (board_id, num, subnum),
  constraint posts_extra_files CHECK (((extra_files IS NULL) OR ((extra_files > 0) AND (time_purged IS NULL)))) NOT VALID,
  constraint posts_images_check CHECK (((images >= 0) AND (images <= 65535))),
  constraint posts_num_check CHECK ((num > 0)),
  constraint posts_posters_check CHECK (((posters >= 0) AND (posters <= 65535))),
  constraint posts_purged_is_empty CHECK (((time_purged IS NULL) OR (hidden AND (NOT spoiler) AND (num_nonnulls(time_deleted_post, time_deleted_file, time_archived, time_bumped, name, tripcode, capcode, posterid, country, email, subject, comment, media_time, media_hash, media_hash_src, media_hash_thb, media_name, media_type, media_size, media_dims_src_w, media_dims_src_h, media_dims_thb_w, media_dims_thb_h, sticky, closed, posters, replies, images, extra) = 0)))),
  constraint posts_replies_check CHECK (((replies >= 0) AND (replies <= 65535))),
  constraint posts_subnum_check CHECK ((subnum >= 0)),
  constraint posts_thread_check CHECK ((thread > 0))
) partition by LIST (board_id);
CREATE INDEX posts_file_name ON ONLY public.posts USING btree (board_id, ((extra ->> 'tim'::text))) WHERE (extra ? 'tim'::text);
CREATE INDEX posts_files ON ONLY public.posts USING btree (board_id, num DESC, subnum DESC) WHERE ((media_type IS NOT NULL) AND (NOT hidden));
CREATE INDEX posts_hidden_modified ON ONLY public.posts USING btree (rev) WHERE hidden;
CREATE INDEX posts_id ON ONLY public.posts USING btree (id);
CREATE INDEX posts_media_hash ON ONLY public.posts USING btree (media_hash, num) WHERE (media_hash IS NOT NULL);
CREATE INDEX posts_media_hash_src ON ONLY public.posts USING btree (media_hash_src, num) WHERE (media_hash_src IS NOT NULL);
CREATE INDEX posts_media_hash_thb ON ONLY public.posts USING btree (media_hash_thb, num) WHERE (media_hash_thb IS NOT NULL);
CREATE INDEX posts_media_time ON ONLY public.posts USING btree (board_id, media_time) WHERE (media_time IS NOT NULL);
CREATE INDEX posts_modified ON ONLY public.posts USING btree (rev) WHERE (NOT hidden);
CREATE INDEX posts_num ON ONLY public.posts USING btree (num);
CREATE INDEX posts_thread ON ONLY public.posts USING btree (board_id, thread, num, subnum);
CREATE INDEX posts_threads_created ON ONLY public.posts USING btree (board_id, num DESC) WHERE (opener AND (NOT hidden));
CREATE INDEX posts_threads_modified ON ONLY public.posts USING btree (board_id, (
CASE
    WHEN (time_bumped IS NULL) THEN time_posted
    ELSE time_bumped
END) DESC, num DESC) WHERE (opener AND (NOT hidden));
CREATE CONSTRAINT TRIGGER audited_moderation AFTER UPDATE ON public.posts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((CURRENT_USER = 'sagasu_server'::name) AND ((old.hidden IS DISTINCT FROM new.hidden) OR (old.time_purged IS DISTINCT FROM new.time_purged)))) EXECUTE FUNCTION assert_moderation_audited();
CREATE TRIGGER drop_cable_post AFTER UPDATE OF time_purged ON public.posts FOR EACH ROW WHEN (((old.time_purged IS NULL) AND (new.time_purged IS NOT NULL))) EXECUTE FUNCTION drop_cable_post();
CREATE TRIGGER drop_changed_by_dumps AFTER UPDATE OF time_purged ON public.posts FOR EACH ROW WHEN (((old.time_purged IS NULL) AND (new.time_purged IS NOT NULL))) EXECUTE FUNCTION drop_changed_by_dumps();
CREATE TRIGGER drop_ghost_password AFTER UPDATE OF time_purged ON public.posts FOR EACH ROW WHEN (((old.time_purged IS NULL) AND (new.time_purged IS NOT NULL))) EXECUTE FUNCTION drop_ghost_password();
CREATE TRIGGER drop_raw_message AFTER UPDATE OF time_purged ON public.posts FOR EACH ROW WHEN (((old.time_purged IS NULL) AND (new.time_purged IS NOT NULL) AND (new.subnum = 0))) EXECUTE FUNCTION drop_raw_message();
CREATE TRIGGER drop_reports AFTER UPDATE OF time_purged ON public.posts FOR EACH ROW WHEN (((old.time_purged IS NULL) AND (new.time_purged IS NOT NULL))) EXECUTE FUNCTION drop_reports();
CREATE TRIGGER empty_requests_of_post AFTER UPDATE OF time_purged ON public.posts FOR EACH ROW WHEN (((old.time_purged IS NULL) AND (new.time_purged IS NOT NULL))) EXECUTE FUNCTION empty_requests_of_post();
CREATE TRIGGER keep_content BEFORE UPDATE ON public.posts FOR EACH ROW WHEN ((CURRENT_USER = 'sagasu_server'::name)) EXECUTE FUNCTION keep_content();
CREATE TRIGGER note_changed_series_opener AFTER UPDATE ON public.posts FOR EACH ROW WHEN (((new.opener OR old.opener) AND (new.subnum = 0) AND ((old.hidden IS DISTINCT FROM new.hidden) OR (old.opener IS DISTINCT FROM new.opener) OR (old.subject IS DISTINCT FROM new.subject) OR (old.comment IS DISTINCT FROM new.comment) OR (old.media_hash IS DISTINCT FROM new.media_hash) OR (old.time_posted IS DISTINCT FROM new.time_posted)))) EXECUTE FUNCTION note_series_opener();
CREATE TRIGGER note_series_opener AFTER INSERT ON public.posts FOR EACH ROW WHEN ((new.opener AND (new.subnum = 0) AND (NOT new.hidden))) EXECUTE FUNCTION note_series_opener();
alter table posts enable row level security, force row level security;
create policy hidden_threads on posts for update to sagasu_server using (true) with check ((hidden OR (NOT (EXISTS ( SELECT
   FROM moderated_threads m
  WHERE ((m.board_id = posts.board_id) AND (m.thread = posts.thread)))))));
create policy hidden_threads_grow on posts for insert to sagasu_importer, sagasu_scraper with check ((hidden OR (NOT (EXISTS ( SELECT
   FROM moderated_threads m
  WHERE ((m.board_id = posts.board_id) AND (m.thread = posts.thread)))))));
create policy importer on posts for all to sagasu_importer using (true) with check (true);
create policy indexer on posts for all to sagasu_indexer using (true) with check (true);
create policy moderators on posts for update to sagasu_server using ((board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[])));
create policy owner on posts for all to owner using (true) with check (true);
create policy readers on posts for select to sagasu_server using (((NOT hidden) OR (board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[]))));
create policy scraper on posts for all to sagasu_scraper using (true) with check (true);
grant insert, select, update on posts to sagasu_importer;
grant select, update (time_modified, media_hash_src, media_dims_src_w, media_dims_src_h, rev) on posts to sagasu_indexer;
grant insert, select, update on posts to sagasu_scraper;
grant select, update (time_modified, time_deleted_post, time_deleted_file, time_archived, time_bumped, name, tripcode, capcode, posterid, country, email, subject, comment, media_time, media_hash, media_hash_src, media_hash_thb, media_name, media_type, media_size, media_dims_src_w, media_dims_src_h, media_dims_thb_w, media_dims_thb_h, spoiler, sticky, closed, posters, replies, hidden, extra, rev, time_purged, images, extra_files) on posts to sagasu_server;

create table public_exports (
  id bigint generated always as identity not null,
  board_id integer not null,
  file text not null,
  made_at timestamp with time zone not null,
  posts bigint,
  size bigint,
  sha256 bytea,
  outdated_since timestamp with time zone,
  purged_since timestamp with time zone,
  constraint public_exports_file_key UNIQUE (file),
  constraint public_exports_pkey PRIMARY KEY (id),
  constraint public_exports_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id),
  constraint public_exports_complete CHECK ((((size IS NULL) = (posts IS NULL)) AND ((size IS NULL) = (sha256 IS NULL))))
);
CREATE INDEX public_exports_board ON public.public_exports USING btree (board_id);
alter table public_exports enable row level security, force row level security;
create policy owner on public_exports for all to owner using (true) with check (true);
create policy server on public_exports for all to sagasu_server using (true) with check (true);
grant delete, insert, select, update (posts, size, sha256) on public_exports to sagasu_server;

create table quarantine (
  board_id integer not null,
  thread bigint not null,
  num bigint not null,
  subnum integer not null,
  index_name text not null,
  rev bigint not null,
  reason text not null,
  since timestamp with time zone default now() not null,
  constraint quarantine_pkey PRIMARY KEY (board_id, num, subnum, index_name),
  constraint quarantine_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id)
);
CREATE INDEX quarantine_thread ON public.quarantine USING btree (board_id, thread);
alter table quarantine enable row level security, force row level security;
create policy indexer on quarantine for all to sagasu_indexer using (true) with check (true);
create policy moderators on quarantine for all to sagasu_server using ((board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[])));
create policy owner on quarantine for all to owner using (true) with check (true);
grant delete, insert, select, update on quarantine to sagasu_indexer;
grant delete, select on quarantine to sagasu_server;

create table raw_messages (
  board_id integer not null,
  num bigint not null,
  content bytea not null,
  read_as text,
  constraint raw_messages_pkey PRIMARY KEY (board_id, num),
  constraint raw_messages_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE
);
CREATE INDEX raw_messages_read_as ON public.raw_messages USING btree (board_id, read_as, num) WHERE (read_as IS NOT NULL);
alter table raw_messages enable row level security, force row level security;
create policy owner on raw_messages for all to owner using (true) with check (true);
create policy scraper on raw_messages for all to sagasu_scraper using (true) with check (true);
create policy server on raw_messages for select to sagasu_server using (true);
grant insert, select, update on raw_messages to sagasu_scraper;
grant select (board_id, num, read_as) on raw_messages to sagasu_server;

create table rebuild_ranges (
  task_id bigint not null,
  slice bigint not null,
  first_num bigint not null,
  last_num bigint not null,
  posts bigint not null,
  done_num bigint not null,
  done_subnum integer not null,
  documents bigint default 0 not null,
  refused bigint default 0 not null,
  is_done boolean default false not null,
  queued_at timestamp with time zone,
  constraint rebuild_ranges_pkey PRIMARY KEY (task_id, slice, first_num),
  constraint rebuild_ranges_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE
);
CREATE INDEX rebuild_ranges_open ON public.rebuild_ranges USING btree (task_id, slice, first_num) WHERE (NOT is_done);
grant delete, insert, select, update on rebuild_ranges to sagasu_indexer;
grant select on rebuild_ranges to sagasu_server;

create table recovery_codes (
  account_id integer not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (account_id, code_hash),
  constraint recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint recovery_codes_code_hash_check CHECK ((octet_length(code_hash) = 32))
);
alter table recovery_codes enable row level security, force row level security;
create policy owner on recovery_codes for all to owner using (true) with check (true);

create table refusals (
  board_id integer not null,
  url text not null,
  reason text not null,
  sample text not null,
  times bigint default 1 not null,
  first_seen timestamp with time zone not null,
  last_seen timestamp with time zone not null,
  thread bigint,
  entries integer,
  constraint refusals_pkey PRIMARY KEY (board_id, url, reason),
  constraint refusals_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id)
);
CREATE INDEX refusals_last_seen ON public.refusals USING btree (last_seen);
CREATE INDEX refusals_thread ON public.refusals USING btree (board_id, thread);
alter table refusals enable row level security, force row level security;
create policy moderators on refusals for all to sagasu_server using ((board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[])));
create policy owner on refusals for all to owner using (true) with check (true);
create policy scraper on refusals for all to sagasu_scraper using (true) with check (true);
grant insert, select, update on refusals to sagasu_scraper;
grant delete, select, update (sample) on refusals to sagasu_server;

create table removal_deadlines (
  reason text not null,
  days integer not null,
  constraint removal_deadlines_pkey PRIMARY KEY (reason),
  constraint removal_deadlines_days_check CHECK (((days >= 1) AND (days <= 365))),
  constraint removal_deadlines_reason_check CHECK ((reason = ANY (ARRAY['personal_data'::text, 'copyright'::text, 'illegal'::text, 'other'::text])))
);
CREATE CONSTRAINT TRIGGER audit AFTER UPDATE ON public.removal_deadlines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('reason', '');
alter table removal_deadlines enable row level security, force row level security;
create policy admins on removal_deadlines for update to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy owner on removal_deadlines for all to owner using (true) with check (true);
create policy readers on removal_deadlines for select to sagasu_server using (true);
grant select, update (days) on removal_deadlines to sagasu_server;

create table removal_request_networks (
  request_id bigint not null,
  network inet not null,
  has_proof boolean not null,
  requested_at timestamp with time zone default now() not null,
  constraint removal_request_networks_pkey PRIMARY KEY (request_id),
  constraint removal_request_networks_request_id_fkey FOREIGN KEY (request_id) REFERENCES removal_requests(id) ON DELETE CASCADE
);
CREATE INDEX removal_request_networks_age ON public.removal_request_networks USING btree (requested_at);
CREATE INDEX removal_request_networks_network ON public.removal_request_networks USING btree (network, requested_at);
alter table removal_request_networks enable row level security, force row level security;
create policy owner on removal_request_networks for all to owner using (true) with check (true);

create table removal_request_posts (
  request_id bigint not null,
  board_id integer not null,
  num bigint not null,
  subnum integer not null,
  is_proven boolean not null,
  constraint removal_request_posts_pkey PRIMARY KEY (request_id, board_id, num, subnum),
  constraint removal_request_posts_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE,
  constraint removal_request_posts_request_id_fkey FOREIGN KEY (request_id) REFERENCES removal_requests(id) ON DELETE CASCADE
);
CREATE INDEX removal_request_posts_post ON public.removal_request_posts USING btree (board_id, num, subnum);
alter table removal_request_posts enable row level security, force row level security;
create policy moderators on removal_request_posts for select to sagasu_server using ((EXISTS ( SELECT
   FROM removal_requests r
  WHERE (r.id = removal_request_posts.request_id))));
create policy owner on removal_request_posts for all to owner using (true) with check (true);
grant select on removal_request_posts to sagasu_server;

create table removal_request_words (
  id bigint generated always as identity not null,
  request_id bigint not null,
  account text,
  words text not null,
  written_at timestamp with time zone default now() not null,
  constraint removal_request_words_pkey PRIMARY KEY (id),
  constraint removal_request_words_request_id_fkey FOREIGN KEY (request_id) REFERENCES removal_requests(id) ON DELETE CASCADE,
  constraint removal_request_words_words_check CHECK (((char_length(words) >= 1) AND (char_length(words) <= 4000)))
);
CREATE INDEX removal_request_words_request ON public.removal_request_words USING btree (request_id, id);
alter table removal_request_words enable row level security, force row level security;
create policy moderators on removal_request_words for select to sagasu_server using ((EXISTS ( SELECT
   FROM removal_requests r
  WHERE (r.id = removal_request_words.request_id))));
create policy moderators_emptying on removal_request_words for delete to sagasu_server using ((EXISTS ( SELECT
   FROM removal_requests r
  WHERE (r.id = removal_request_words.request_id))));
create policy moderators_noting on removal_request_words for insert to sagasu_server with check (((account IS NOT NULL) AND (EXISTS ( SELECT
   FROM removal_requests r
  WHERE (r.id = removal_request_words.request_id)))));
create policy owner on removal_request_words for all to owner using (true) with check (true);
grant delete, insert (request_id, account, words), select on removal_request_words to sagasu_server;

create table removal_requests (
  id bigint generated always as identity not null,
  token_hash bytea,
  about text not null,
  reason text not null,
  board_ids integer[] default '{}'::integer[] not null,
  sought text,
  words text,
  reply_address text,
  proof bytea,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  due_at timestamp with time zone not null,
  state text default 'open'::text not null,
  worked_by text,
  worked_at timestamp with time zone,
  outcome text,
  answer text,
  closed_at timestamp with time zone,
  closed_by text,
  constraint removal_requests_proof_key UNIQUE (proof),
  constraint removal_requests_token_hash_key UNIQUE (token_hash),
  constraint removal_requests_pkey PRIMARY KEY (id),
  constraint removal_requests_reason_fkey FOREIGN KEY (reason) REFERENCES removal_deadlines(reason),
  constraint removal_requests_about_check CHECK ((about = ANY (ARRAY['posts'::text, 'files'::text, 'name'::text, 'search'::text]))),
  constraint removal_requests_answer_check CHECK (((char_length(answer) >= 1) AND (char_length(answer) <= 2000))),
  constraint removal_requests_check CHECK (((state = 'decided'::text) = (outcome IS NOT NULL))),
  constraint removal_requests_check1 CHECK (((state = ANY (ARRAY['decided'::text, 'withdrawn'::text])) = (closed_at IS NOT NULL))),
  constraint removal_requests_check2 CHECK (((state = 'working'::text) = (worked_by IS NOT NULL))),
  constraint removal_requests_outcome_check CHECK ((outcome = ANY (ARRAY['hide'::text, 'purge'::text, 'delete_file'::text, 'ban_file'::text, 'refuse'::text]))),
  constraint removal_requests_reply_address_check CHECK (((char_length(reply_address) >= 3) AND (char_length(reply_address) <= 254))),
  constraint removal_requests_sought_check CHECK (((char_length(sought) >= 1) AND (char_length(sought) <= 500))),
  constraint removal_requests_state_check CHECK ((state = ANY (ARRAY['open'::text, 'working'::text, 'decided'::text, 'withdrawn'::text]))),
  constraint removal_requests_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint removal_requests_words_check CHECK (((char_length(words) >= 1) AND (char_length(words) <= 4000)))
);
CREATE INDEX removal_requests_address ON public.removal_requests USING btree (closed_at) WHERE (reply_address IS NOT NULL);
CREATE INDEX removal_requests_closed ON public.removal_requests USING btree (closed_at DESC, id) WHERE (closed_at IS NOT NULL);
CREATE INDEX removal_requests_open ON public.removal_requests USING btree (due_at, id) WHERE (closed_at IS NULL);
CREATE INDEX removal_requests_proof ON public.removal_requests USING btree (created_at) WHERE (proof IS NOT NULL);
CREATE INDEX removal_requests_token ON public.removal_requests USING btree (closed_at) WHERE (token_hash IS NOT NULL);
CREATE CONSTRAINT TRIGGER audit AFTER UPDATE ON public.removal_requests DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.outcome IS DISTINCT FROM new.outcome)) EXECUTE FUNCTION audit_removal_request();
alter table removal_requests enable row level security, force row level security;
create policy moderators on removal_requests for select to sagasu_server using ((( SELECT moderates_all_boards() AS moderates_all_boards) OR ((board_ids <> '{}'::integer[]) AND (board_ids <@ ( SELECT moderated_boards() AS moderated_boards)))));
create policy moderators_deciding on removal_requests for update to sagasu_server using ((( SELECT moderates_all_boards() AS moderates_all_boards) OR ((board_ids <> '{}'::integer[]) AND (board_ids <@ ( SELECT moderated_boards() AS moderated_boards)))));
create policy owner on removal_requests for all to owner using (true) with check (true);
grant select (id, about, reason, board_ids, sought, words, reply_address, version, created_at, due_at, state, worked_by, worked_at, outcome, answer, closed_at, closed_by), update (sought, words, version, state, worked_by, worked_at, outcome, answer, closed_at, closed_by) on removal_requests to sagasu_server;

create table removal_templates (
  name text not null,
  answer text not null,
  constraint removal_templates_pkey PRIMARY KEY (name),
  constraint removal_templates_answer_check CHECK (((char_length(answer) >= 1) AND (char_length(answer) <= 2000))),
  constraint removal_templates_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)))
);
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.removal_templates DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('name', '');
alter table removal_templates enable row level security, force row level security;
create policy admins_adding on removal_templates for insert to sagasu_server with check (( SELECT is_admin() AS is_admin));
create policy admins_changing on removal_templates for update to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy admins_deleting on removal_templates for delete to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy moderators on removal_templates for select to sagasu_server using ((( SELECT moderated_boards() AS moderated_boards) <> '{}'::integer[]));
create policy owner on removal_templates for all to owner using (true) with check (true);
grant delete, insert, select, update on removal_templates to sagasu_server;

create table removed_indices (
  name text not null,
  board text not null,
  since timestamp with time zone default now() not null,
  constraint removed_indices_pkey PRIMARY KEY (name, board)
);
CREATE INDEX removed_indices_board ON public.removed_indices USING btree (board);
alter table removed_indices enable row level security, force row level security;
create policy indexer on removed_indices for all to sagasu_indexer using (true) with check (true);
create policy owner on removed_indices for all to owner using (true) with check (true);
grant delete, select on removed_indices to sagasu_indexer;

create table report_networks (
  report_id bigint not null,
  board_id integer not null,
  num bigint not null,
  subnum integer not null,
  network inet not null,
  reported_at timestamp with time zone default now() not null,
  constraint report_networks_board_id_num_subnum_network_key UNIQUE (board_id, num, subnum, network),
  constraint report_networks_pkey PRIMARY KEY (report_id),
  constraint report_networks_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE CASCADE
);
CREATE INDEX report_networks_age ON public.report_networks USING btree (reported_at);
CREATE INDEX report_networks_network ON public.report_networks USING btree (network, reported_at);
CREATE INDEX report_networks_within ON public.report_networks USING gist (network inet_ops);
alter table report_networks enable row level security, force row level security;
create policy owner on report_networks for all to owner using (true) with check (true);

create table report_notes (
  id bigint generated always as identity not null,
  board_id integer not null,
  num bigint not null,
  subnum integer not null,
  account text not null,
  note text not null,
  written_at timestamp with time zone default now() not null,
  constraint report_notes_pkey PRIMARY KEY (id),
  constraint report_notes_board_id_num_subnum_fkey FOREIGN KEY (board_id, num, subnum) REFERENCES reported_posts(board_id, num, subnum) ON DELETE CASCADE,
  constraint report_notes_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 1000)))
);
CREATE INDEX report_notes_post ON public.report_notes USING btree (board_id, num, subnum, id);
CREATE CONSTRAINT TRIGGER audit AFTER INSERT ON public.report_notes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('board_id,num,subnum,id', 'note');
alter table report_notes enable row level security, force row level security;
create policy owner on report_notes for all to owner using (true) with check (true);
create policy staff on report_notes for select to sagasu_server using ((board_id = ANY (( SELECT staffed_boards() AS staffed_boards)::integer[])));
create policy staff_writing on report_notes for insert to sagasu_server with check (((board_id = ANY (( SELECT staffed_boards() AS staffed_boards)::integer[])) AND (account = ( SELECT account_of_transaction() AS account_of_transaction))));
grant insert, select on report_notes to sagasu_server;

create table report_tickets (
  token_hash bytea not null,
  board_id integer not null,
  num bigint not null,
  subnum integer not null,
  reported_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  decision text,
  answer text,
  constraint report_tickets_pkey PRIMARY KEY (token_hash),
  constraint report_tickets_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE,
  constraint report_tickets_answer_check CHECK (((char_length(answer) >= 1) AND (char_length(answer) <= 1000))),
  constraint report_tickets_check CHECK (((decided_at IS NULL) = (decision IS NULL))),
  constraint report_tickets_decision_check CHECK ((decision = ANY (ARRAY['dismissed'::text, 'hidden'::text, 'shown'::text, 'purged'::text, 'file_deleted'::text, 'file_banned'::text]))),
  constraint report_tickets_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX report_tickets_age ON public.report_tickets USING btree (COALESCE(decided_at, reported_at));
CREATE INDEX report_tickets_post ON public.report_tickets USING btree (board_id, num, subnum);
alter table report_tickets enable row level security, force row level security;
create policy owner on report_tickets for all to owner using (true) with check (true);
create policy staff on report_tickets for select to sagasu_server using ((board_id = ANY (( SELECT staffed_boards() AS staffed_boards)::integer[])));
grant select (board_id, num, subnum, decided_at, answer) on report_tickets to sagasu_server;

create table reported_posts (
  board_id integer not null,
  num bigint not null,
  subnum integer not null,
  opened_at timestamp with time zone default now() not null,
  last_reported_at timestamp with time zone default now() not null,
  reports integer not null,
  closed_at timestamp with time zone,
  closed_by text,
  held boolean default false not null,
  reviewed boolean default false not null,
  decision text,
  constraint reported_posts_pkey PRIMARY KEY (board_id, num, subnum),
  constraint reported_posts_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id),
  constraint reported_posts_decision_check CHECK ((decision = ANY (ARRAY['dismissed'::text, 'hidden'::text, 'shown'::text, 'file_deleted'::text, 'file_banned'::text])))
);
CREATE INDEX reported_posts_closed ON public.reported_posts USING btree (closed_at DESC, board_id, num, subnum) WHERE (closed_at IS NOT NULL);
CREATE INDEX reported_posts_open ON public.reported_posts USING btree (opened_at, board_id, num, subnum) WHERE (closed_at IS NULL);
CREATE CONSTRAINT TRIGGER audit AFTER UPDATE ON public.reported_posts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.closed_by IS DISTINCT FROM new.closed_by) OR ((new.closed_at IS NOT NULL) AND (old.closed_at IS DISTINCT FROM new.closed_at)))) EXECUTE FUNCTION audit_row('board_id,num,subnum,decision', 'opened_at,last_reported_at,reports,reviewed,decision');
CREATE TRIGGER decide_tickets AFTER UPDATE OF closed_at ON public.reported_posts FOR EACH ROW WHEN ((old.closed_at IS DISTINCT FROM new.closed_at)) EXECUTE FUNCTION decide_report_tickets();
alter table reported_posts enable row level security, force row level security;
create policy moderators on reported_posts for delete to sagasu_server using ((board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[])));
create policy moderators_add on reported_posts for insert to sagasu_server with check ((board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[])));
create policy owner on reported_posts for all to owner using (true) with check (true);
create policy staff on reported_posts for select to sagasu_server using ((board_id = ANY (( SELECT staffed_boards() AS staffed_boards)::integer[])));
create policy staff_closing on reported_posts for update to sagasu_server using ((board_id = ANY (( SELECT staffed_boards() AS staffed_boards)::integer[])));
grant delete, insert, select, update (closed_at, closed_by, held, reviewed, decision) on reported_posts to sagasu_server;

create table reports (
  id bigint generated always as identity not null,
  board_id integer not null,
  num bigint not null,
  subnum integer not null,
  category text not null,
  note text,
  origin text not null,
  account text,
  reported_at timestamp with time zone default now() not null,
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_board_id_num_subnum_fkey FOREIGN KEY (board_id, num, subnum) REFERENCES reported_posts(board_id, num, subnum) ON DELETE CASCADE,
  constraint reports_category_check CHECK ((category ~ '^[a-z_]{1,32}$'::text)),
  constraint reports_note_check CHECK ((char_length(note) <= 1000)),
  constraint reports_origin_check CHECK ((origin = ANY (ARRAY['pages'::text, 'offsite'::text])))
);
CREATE UNIQUE INDEX reports_account ON public.reports USING btree (board_id, num, subnum, account) WHERE (account IS NOT NULL);
CREATE INDEX reports_post ON public.reports USING btree (board_id, num, subnum, id);
alter table reports enable row level security, force row level security;
create policy owner on reports for all to owner using (true) with check (true);
create policy staff on reports for select to sagasu_server using ((board_id = ANY (( SELECT staffed_boards() AS staffed_boards)::integer[])));
grant select on reports to sagasu_server;

create table scrapers (
  worker text not null,
  alive_until timestamp with time zone not null,
  constraint scrapers_pkey PRIMARY KEY (worker)
);
grant delete, insert, select, update on scrapers to sagasu_scraper;
grant select on scrapers to sagasu_server;

create table senders (
  id bigint generated always as identity not null,
  address text not null,
  constraint senders_address_key UNIQUE (address),
  constraint senders_pkey PRIMARY KEY (id)
);
alter table senders enable row level security, force row level security;
create policy owner on senders for all to owner using (true) with check (true);
create policy scraper on senders for all to sagasu_scraper using (true) with check (true);
grant insert, select on senders to sagasu_scraper;

create table series (
  board_id integer not null,
  name text not null,
  editions integer not null,
  first_time timestamp with time zone not null,
  last_time timestamp with time zone not null,
  last_thread bigint not null,
  constraint series_pkey PRIMARY KEY (board_id, name),
  constraint series_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE
);
CREATE INDEX series_last_time ON public.series USING btree (board_id, last_time DESC, name);
alter table series enable row level security, force row level security;
create policy indexer on series for all to sagasu_indexer using (true) with check (true);
create policy owner on series for all to owner using (true) with check (true);
create policy readers on series for select to sagasu_server using (true);
grant delete, insert, select, update on series to sagasu_indexer;
grant select on series to sagasu_server;

create table series_openers (
  board_id integer not null,
  num bigint not null,
  time_posted timestamp with time zone not null,
  tag text,
  words text,
  is_general boolean not null,
  previous bigint,
  media_hash bytea,
  line integer,
  sketch integer[],
  base text,
  root bigint,
  found text,
  name text,
  reason text,
  is_thread boolean default false not null,
  constraint series_openers_pkey PRIMARY KEY (board_id, num),
  constraint series_openers_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE,
  constraint series_openers_reason_check CHECK ((reason = ANY (ARRAY['tag'::text, 'words'::text, 'link'::text, 'next'::text, 'text'::text, 'staff'::text])))
);
CREATE INDEX series_openers_file ON public.series_openers USING btree (board_id, media_hash) WHERE (media_hash IS NOT NULL);
CREATE INDEX series_openers_found ON public.series_openers USING btree (board_id, found) WHERE (found IS NOT NULL);
CREATE INDEX series_openers_line ON public.series_openers USING btree (board_id, line) WHERE (line IS NOT NULL);
CREATE INDEX series_openers_name ON public.series_openers USING btree (name, board_id, time_posted, num) WHERE (name IS NOT NULL);
CREATE INDEX series_openers_previous ON public.series_openers USING btree (board_id, previous) WHERE (previous IS NOT NULL);
CREATE INDEX series_openers_root ON public.series_openers USING btree (board_id, root) WHERE (root IS NOT NULL);
CREATE INDEX series_openers_words ON public.series_openers USING btree (board_id, words) WHERE (words IS NOT NULL);
alter table series_openers enable row level security, force row level security;
create policy indexer on series_openers for all to sagasu_indexer using (true) with check (true);
create policy owner on series_openers for all to owner using (true) with check (true);
create policy readers on series_openers for select to sagasu_server using (true);
grant delete, insert, select, update on series_openers to sagasu_indexer;
grant select on series_openers to sagasu_server;

create table series_rules (
  id bigint generated always as identity not null,
  board_id integer not null,
  series text,
  first_thread bigint,
  last_thread bigint,
  target text,
  made_at timestamp with time zone default now() not null,
  made_by text not null,
  undone_at timestamp with time zone,
  undone_by text,
  constraint series_rules_pkey PRIMARY KEY (id),
  constraint series_rules_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE,
  constraint series_rules_check CHECK ((last_thread >= first_thread)),
  constraint series_rules_check1 CHECK (((series IS NULL) OR (series IS DISTINCT FROM target))),
  constraint series_rules_check2 CHECK (((series IS NOT NULL) OR ((first_thread IS NOT NULL) AND (last_thread IS NOT NULL)))),
  constraint series_rules_check3 CHECK (((undone_at IS NULL) = (undone_by IS NULL))),
  constraint series_rules_first_thread_check CHECK ((first_thread > 0)),
  constraint series_rules_series_check CHECK (((char_length(series) >= 1) AND (char_length(series) <= 60))),
  constraint series_rules_target_check CHECK (((char_length(target) >= 1) AND (char_length(target) <= 60)))
);
CREATE INDEX series_rules_board ON public.series_rules USING btree (board_id, id);
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.series_rules DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('id,board_id', 'made_at,undone_at');
CREATE TRIGGER note_series_rule AFTER INSERT OR UPDATE ON public.series_rules FOR EACH ROW EXECUTE FUNCTION note_series_rule();
alter table series_rules enable row level security, force row level security;
create policy indexer on series_rules for select to sagasu_indexer using (true);
create policy moderators on series_rules for select to sagasu_server using ((board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[])));
create policy moderators_add on series_rules for insert to sagasu_server with check ((board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[])));
create policy moderators_undo on series_rules for update to sagasu_server using ((board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[])));
create policy owner on series_rules for all to owner using (true) with check (true);
grant select on series_rules to sagasu_indexer;
grant insert (board_id, series, first_thread, last_thread, target, made_by), select, update (undone_at, undone_by) on series_rules to sagasu_server;

create table series_work (
  id bigint generated always as identity not null,
  board_id integer not null,
  thread bigint not null,
  name text,
  previous bigint,
  constraint series_work_pkey PRIMARY KEY (id),
  constraint series_work_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE
);
alter table series_work enable row level security, force row level security;
create policy indexer on series_work for all to sagasu_indexer using (true) with check (true);
create policy owner on series_work for all to owner using (true) with check (true);
grant delete, select on series_work to sagasu_indexer;

create table sessions (
  id_hash bytea not null,
  account_id integer not null,
  created_at timestamp with time zone default now() not null,
  last_seen timestamp with time zone default now() not null,
  constraint sessions_pkey PRIMARY KEY (id_hash),
  constraint sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX sessions_account ON public.sessions USING btree (account_id);
alter table sessions enable row level security, force row level security;
create policy admins on sessions for all to sagasu_server using (( SELECT is_admin() AS is_admin)) with check (( SELECT is_admin() AS is_admin));
create policy owner on sessions for all to owner using (true) with check (true);
grant delete, select (account_id, last_seen) on sessions to sagasu_server;

create table site_pages (
  name text not null,
  language text not null,
  markdown text not null,
  changed_at timestamp with time zone default now() not null,
  changed_by text not null,
  constraint site_pages_pkey PRIMARY KEY (name, language),
  constraint site_pages_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  constraint site_pages_markdown_check CHECK (((char_length(markdown) >= 1) AND (char_length(markdown) <= 50000))),
  constraint site_pages_name_check CHECK ((name ~ '^[a-z]{1,32}$'::text))
);
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.site_pages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('name,language', 'changed_at,changed_by');
alter table site_pages enable row level security, force row level security;
create policy admins_adding on site_pages for insert to sagasu_server with check (( SELECT is_admin() AS is_admin));
create policy admins_changing on site_pages for update to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy admins_deleting on site_pages for delete to sagasu_server using (( SELECT is_admin() AS is_admin));
create policy owner on site_pages for all to owner using (true) with check (true);
create policy readers on site_pages for select to sagasu_server using (true);
grant delete, insert, select, update on site_pages to sagasu_server;

create table source_answers (
  board_id integer not null,
  base_url text not null,
  failing_since timestamp with time zone,
  answers jsonb default '[]'::jsonb not null,
  constraint source_answers_pkey PRIMARY KEY (board_id, base_url),
  constraint source_answers_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE,
  constraint source_answers_base_url_check CHECK ((base_url <> ''::text))
);
alter table source_answers enable row level security, force row level security;
create policy owner on source_answers for all to owner using (true) with check (true);
create policy readers on source_answers for select to sagasu_server using (true);
create policy scraper on source_answers for all to sagasu_scraper using (true) with check (true);
grant insert, select, update on source_answers to sagasu_scraper;
grant select on source_answers to sagasu_server;

create table sync_state (
  only_row boolean default true not null,
  epoch bigint not null,
  constraint sync_state_pkey PRIMARY KEY (only_row),
  constraint sync_state_epoch_check CHECK (((epoch >= 1) AND (epoch <= 4194303))),
  constraint sync_state_only_row_check CHECK (only_row)
);
grant select on sync_state to sagasu_indexer;
grant select on sync_state to sagasu_scraper;
grant select on sync_state to sagasu_server;

create table task_requests (
  requested_by text not null,
  idempotency_key text not null,
  request_hash bytea not null,
  task_ids bigint[] not null,
  requested_at timestamp with time zone default now() not null,
  constraint task_requests_pkey PRIMARY KEY (requested_by, idempotency_key)
);
alter table task_requests enable row level security, force row level security;
create policy owner on task_requests for all to owner using (true) with check (true);
create policy requester on task_requests for all to sagasu_server using ((requested_by = ( SELECT account_of_transaction() AS account_of_transaction))) with check ((requested_by = ( SELECT account_of_transaction() AS account_of_transaction)));
grant delete, insert, select, update (task_ids) on task_requests to sagasu_server;

create table tasks (
  id bigint generated always as identity not null,
  kind text not null,
  board_id integer,
  status text default 'enqueued'::text not null,
  requested_action text default 'run'::text not null,
  options jsonb default '{}'::jsonb not null,
  step text,
  progress jsonb default '{}'::jsonb not null,
  details jsonb default '{}'::jsonb not null,
  error jsonb,
  requested_by text not null,
  enqueued_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  worker text,
  lease_until timestamp with time zone,
  fence bigint default 0 not null,
  request_id text default NULLIF(current_setting('sagasu.request_id'::text, true), ''::text),
  constraint tasks_pkey PRIMARY KEY (id),
  constraint tasks_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id),
  constraint tasks_board_check CHECK (
CASE
    WHEN (board_id IS NULL) THEN (kind = ANY (ARRAY['import'::text, 'export'::text, 'backup'::text]))
    ELSE (kind <> ALL (ARRAY['export'::text, 'backup'::text]))
END),
  constraint tasks_requested_action_check CHECK ((requested_action = ANY (ARRAY['run'::text, 'pause'::text, 'cancel'::text]))),
  constraint tasks_status_check CHECK ((status = ANY (ARRAY['enqueued'::text, 'processing'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX tasks_failed ON public.tasks USING btree (id) WHERE (status = 'failed'::text);
CREATE INDEX tasks_of_board ON public.tasks USING btree (board_id, id DESC);
CREATE UNIQUE INDEX tasks_one_change ON public.tasks USING btree (board_id) WHERE ((status = ANY (ARRAY['enqueued'::text, 'processing'::text])) AND (kind = ANY (ARRAY['reindex'::text, 'rollback'::text])));
CREATE UNIQUE INDEX tasks_one_of_kind ON public.tasks USING btree (board_id, kind) NULLS NOT DISTINCT WHERE (status = ANY (ARRAY['enqueued'::text, 'processing'::text]));
CREATE INDEX tasks_unfinished ON public.tasks USING btree (id) WHERE (status = ANY (ARRAY['enqueued'::text, 'processing'::text]));
CREATE CONSTRAINT TRIGGER audit AFTER INSERT ON public.tasks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.requested_by <> 'schedule'::text)) EXECUTE FUNCTION audit_row('id,kind', '');
CREATE CONSTRAINT TRIGGER audit_request AFTER UPDATE ON public.tasks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.requested_action <> new.requested_action)) EXECUTE FUNCTION audit_row('id,kind,requested_action', '');
CREATE TRIGGER only_backups BEFORE INSERT OR UPDATE ON public.tasks FOR EACH ROW WHEN (((CURRENT_USER = 'sagasu_backup'::name) AND (new.kind <> 'backup'::text))) EXECUTE FUNCTION only_backups();
alter table tasks enable row level security, force row level security;
create policy admins on tasks for select to sagasu_server using ((board_id = ANY (( SELECT administered_boards() AS administered_boards)::integer[])));
create policy admins_change on tasks for update to sagasu_server using ((board_id = ANY (( SELECT administered_boards() AS administered_boards)::integer[]))) with check ((board_id = ANY (( SELECT administered_boards() AS administered_boards)::integer[])));
create policy admins_of_all on tasks for select to sagasu_server using (((board_id IS NULL) AND ( SELECT is_admin() AS is_admin)));
create policy admins_of_all_change on tasks for update to sagasu_server using (((board_id IS NULL) AND ( SELECT is_admin() AS is_admin))) with check (((board_id IS NULL) AND ( SELECT is_admin() AS is_admin)));
create policy admins_start on tasks for insert to sagasu_server with check (((requested_by <> 'schedule'::text) AND (board_id = ANY (( SELECT administered_boards() AS administered_boards)::integer[]))));
create policy indexer on tasks for all to sagasu_indexer using (true) with check (true);
create policy moderators_purge on tasks for insert to sagasu_server with check (((kind = 'purge_segments'::text) AND (requested_by <> 'schedule'::text) AND (board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[]))));
create policy owner on tasks for all to owner using (true) with check (true);
create policy scraper on tasks for all to sagasu_scraper using (true) with check (true);
grant insert (kind, board_id, status, options, requested_by, started_at, worker, lease_until, fence), update (status, requested_action, options, step, progress, details, error, finished_at, worker, lease_until, fence) on tasks to sagasu_backup;
grant insert, select, update on tasks to sagasu_indexer;
grant select on tasks to sagasu_scraper;
grant insert (kind, board_id, options, requested_by), select, update (status, requested_action, options, requested_by, finished_at) on tasks to sagasu_server;

create table tombstones (
  board_id integer not null,
  num bigint not null,
  subnum integer not null,
  purged_at timestamp with time zone default now() not null,
  purged_by text not null,
  reason text,
  segments_purged_at timestamp with time zone,
  constraint tombstones_pkey PRIMARY KEY (board_id, num, subnum),
  constraint tombstones_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id)
);
CREATE INDEX tombstones_in_segments ON public.tombstones USING btree (board_id) WHERE (segments_purged_at IS NULL);
CREATE TRIGGER public_exports_withdrawal AFTER INSERT ON public.tombstones REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION withdraw_exports();
alter table tombstones enable row level security, force row level security;
create policy importer on tombstones for all to sagasu_importer using (true) with check (true);
create policy indexer on tombstones for all to sagasu_indexer using (true) with check (true);
create policy moderators on tombstones for all to sagasu_server using ((board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[])));
create policy owner on tombstones for all to owner using (true) with check (true);
create policy scraper on tombstones for all to sagasu_scraper using (true) with check (true);
grant select on tombstones to sagasu_importer;
grant select, update (segments_purged_at) on tombstones to sagasu_indexer;
grant select on tombstones to sagasu_scraper;
grant insert, select on tombstones to sagasu_server;

create table transaction_accounts (
  transaction xid8 not null,
  account text not null,
  session text,
  moderates integer[] not null,
  administers integer[] not null,
  is_admin boolean not null,
  is_ending boolean default false not null,
  proven integer,
  staffs integer[] default '{}'::integer[] not null,
  address inet,
  constraint transaction_accounts_pkey PRIMARY KEY (transaction)
);
CREATE CONSTRAINT TRIGGER forget_account AFTER INSERT OR UPDATE OF is_ending ON public.transaction_accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION forget_account();
alter table transaction_accounts enable row level security, force row level security;
create policy owner on transaction_accounts for all to owner using (true) with check (true);

create table url_history (
  hash bigint not null,
  url text not null,
  forum_id integer not null,
  place bigint not null,
  constraint url_history_pkey PRIMARY KEY (forum_id, hash, url),
  constraint url_history_forum_id_fkey FOREIGN KEY (forum_id) REFERENCES forums(id) ON DELETE CASCADE
);
CREATE INDEX url_history_place ON public.url_history USING btree (forum_id, place);
grant delete, insert, select on url_history to sagasu_scraper;

create table used_proofs (
  proof bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_proofs_pkey PRIMARY KEY (proof)
);
CREATE INDEX used_proofs_age ON public.used_proofs USING btree (expires_at);
alter table used_proofs enable row level security, force row level security;
create policy owner on used_proofs for all to owner using (true) with check (true);

create table verifications (
  board_id integer not null,
  verified_at timestamp with time zone not null,
  drift bigint not null,
  documents bigint not null,
  constraint verifications_pkey PRIMARY KEY (board_id),
  constraint verifications_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id)
);
grant insert, select, update on verifications to sagasu_indexer;
grant select on verifications to sagasu_scraper;
grant select on verifications to sagasu_server;

create table wanted_media (
  board_id integer not null,
  num bigint not null,
  subnum integer not null,
  kind text not null,
  state text default 'wanted'::text not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone not null,
  queued_at timestamp with time zone,
  detail text,
  since timestamp with time zone not null,
  place integer default 0 not null,
  request_id text default NULLIF(current_setting('sagasu.request_id'::text, true), ''::text),
  constraint wanted_media_pkey PRIMARY KEY (board_id, num, subnum, kind, place),
  constraint wanted_media_kind_check CHECK ((kind = ANY (ARRAY['file'::text, 'thumb'::text, 'replay'::text]))),
  constraint wanted_media_state_check CHECK ((state = ANY (ARRAY['wanted'::text, 'gone'::text, 'refused'::text, 'banned'::text])))
);
CREATE INDEX wanted_media_board_due ON public.wanted_media USING btree (board_id, due_at) WHERE (state = 'wanted'::text);
CREATE INDEX wanted_media_queued ON public.wanted_media USING btree (board_id, queued_at) WHERE (queued_at IS NOT NULL);
alter table wanted_media enable row level security, force row level security;
create policy importer on wanted_media for all to sagasu_importer using (true) with check (true);
create policy moderators on wanted_media for delete to sagasu_server using ((board_id = ANY (( SELECT moderated_boards() AS moderated_boards)::integer[])));
create policy owner on wanted_media for all to owner using (true) with check (true);
create policy readers on wanted_media for select to sagasu_server using (true);
create policy scraper on wanted_media for all to sagasu_scraper using (true) with check (true);
grant delete, insert, select, update on wanted_media to sagasu_importer;
grant delete, insert, select, update on wanted_media to sagasu_scraper;
grant delete, select (board_id, num, subnum, kind, state, place) on wanted_media to sagasu_server;

CREATE OR REPLACE FUNCTION public.accept_totp_step(step bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update accounts set totp_step = step where id = proven_account() and totp_step < step;
end
$function$;
grant execute on function accept_totp_step(bigint) to sagasu_server;

CREATE OR REPLACE FUNCTION public.account_of_session(token text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return (
    select s.account_id from sessions s join accounts a on a.id = s.account_id
     where s.id_hash = sha256(convert_to(token, 'UTF8')) and a.disabled_at is null
       and s.last_seen > now() - interval '12 hours' and s.created_at > now() - interval '7 days');
end
$function$;

CREATE OR REPLACE FUNCTION public.account_of_transaction()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if pg_current_xact_id_if_assigned() is null then
    return null;
  end if;
  return (select account from transaction_accounts where transaction = pg_current_xact_id_if_assigned());
end
$function$;
grant execute on function account_of_transaction() to sagasu_server;

CREATE OR REPLACE FUNCTION public.active_filters(board integer)
 RETURNS TABLE(id bigint, kind text, pattern text, fields text[], action text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    select f.id, f.kind, f.pattern, f.fields, f.action from post_filters f
     where (f.board_id = board or f.board_id is null) and f.enabled_at is not null order by f.id;
end
$function$;
grant execute on function active_filters(integer) to sagasu_importer;
grant execute on function active_filters(integer) to sagasu_scraper;
grant execute on function active_filters(integer) to sagasu_server;

CREATE OR REPLACE FUNCTION public.add_audit_entry(did text, board integer, on_what jsonb, why text, was jsonb, named text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  entry audit_log;
begin
  entry.at := clock_timestamp();
  entry.action := did;
  entry.board_id := board;
  entry.target := on_what;
  if pg_current_xact_id_if_assigned() is not null then
    select account, session into entry.actor, entry.session
      from transaction_accounts where transaction = pg_current_xact_id_if_assigned();
  end if;
  entry.actor := coalesce(entry.actor, case when session_user = current_user then coalesce(named, 'cli') else session_user end);
  return link_audit_entry(entry, why, was);
end
$function$;

CREATE OR REPLACE FUNCTION public.add_ban(banned inet, on_board integer, why text, is_reason_shown boolean, until timestamp with time zone, for_board integer, for_num bigint, for_subnum integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  whole constant inet := network(banned)::inet;
  added bigint;
begin
  if session_user <> current_user
    and not (case when on_board is null then moderates_all_boards() else on_board = any (moderated_boards()) end)
  then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  if not (case family(banned) when 4 then masklen(banned) between 16 and 32 else masklen(banned) in (48, 56, 64) end) then
    raise exception 'a network is a /16 to /32 of IPv4, or a /48, /56 or /64 of IPv6' using errcode = 'invalid_parameter_value';
  end if;
  if until <= now() or until > now() + interval '3660 days' then
    raise exception 'a ban ends within ten years' using errcode = 'invalid_parameter_value';
  end if;
  insert into bans (board_id, post_board, num, subnum, reason, reason_shown, banned_by, expires_at)
  values (on_board, for_board, for_num, for_subnum, why, is_reason_shown, coalesce(account_of_transaction(), 'cli'), until)
  returning id into added;
  insert into ban_networks (ban_id, network, expires_at) values (added, whole, until);
  return added;
end
$function$;
grant execute on function add_ban(inet,integer,text,boolean,timestamp with time zone,integer,bigint,integer) to sagasu_server;

CREATE OR REPLACE FUNCTION public.add_ban_of_poster(board integer, post bigint, ghost integer, bits4 integer, bits6 integer, on_board integer, why text, is_reason_shown boolean, until timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  wrote inet;
begin
  if session_user <> current_user and not moderates(board) then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  select a.address into wrote from poster_addresses a
   where a.board_id = board and a.num = post and a.subnum = ghost and a.expires_at > now();
  if wrote is null then
    return null;
  end if;
  return add_ban(
    set_masklen(wrote, case family(wrote) when 4 then bits4 else bits6 end), on_board, why, is_reason_shown, until, board, post, ghost);
end
$function$;
grant execute on function add_ban_of_poster(integer,bigint,integer,integer,integer,integer,text,boolean,timestamp with time zone) to sagasu_server;

CREATE OR REPLACE FUNCTION public.add_bans_of_reporters(board integer, post bigint, ghost integer, on_board integer, why text, is_reason_shown boolean, until timestamp with time zone)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if session_user <> current_user and not moderates(board) then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  return array(
    select add_ban(n.network, on_board, why, is_reason_shown, until, null, null, null) from report_networks n
     where n.board_id = board and n.num = post and n.subnum = ghost and n.reported_at > now() - interval '7 days');
end
$function$;
grant execute on function add_bans_of_reporters(integer,bigint,integer,integer,text,boolean,timestamp with time zone) to sagasu_server;

CREATE OR REPLACE FUNCTION public.add_dump(of_digest bytea, of_content bytea, of_client text, of_version text, of_md5 bytea, of_sha1 bytea, of_sha256 bytea, of_size bigint, of_type text, of_contributor bytea, is_offered boolean)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  dump bigint;
  outcome text := 'added';
begin
  insert into dumps (digest, state, content, client, version, md5, sha1, sha256, size, type, offered)
    values (of_digest, 0, of_content, of_client, of_version, of_md5, of_sha1, of_sha256, of_size, of_type, is_offered)
    on conflict (digest) do nothing returning id into dump;
  if dump is null then
    outcome := 'known';
    select d.id into dump from dumps d where d.digest = of_digest;
  else
    update dumps d set image_id = (select i.id from images i where i.sha256 = of_sha256 and i.md5 = of_md5 and i.size = of_size),
        named = shows_file(of_md5, of_size, of_sha256)
      where d.id = dump;
  end if;
  if of_contributor is not null then
    insert into dump_contributors (dump_id, contributor) values (dump, of_contributor) on conflict do nothing;
    if found and outcome = 'known' then
      outcome := 'confirmed';
      update dumps d set due_at = now() where d.id = dump and d.state = 0 and d.due_at = 'infinity';
    end if;
  end if;
  return outcome;
end
$function$;
grant execute on function add_dump(bytea,bytea,text,text,bytea,bytea,bytea,bigint,text,bytea,boolean) to sagasu_server;

CREATE OR REPLACE FUNCTION public.add_follow_item(secret bytea, of_query text, named text, read_to bigint)
 RETURNS TABLE(outcome text, item jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  most_of_key constant int := 100;
  most_items constant int := 500000;
  used constant bigint := use_follow_key(secret);
  found_id bigint;
begin
  perform from follow_keys k where k.id = used for update;
  if not found then
    return query select 'unknown', null::jsonb;
    return;
  end if;
  select i.id into found_id from follow_items i where i.key_id = used and i.query = of_query;
  if found_id is not null then
    return query select 'known', follow_item_json(found_id);
    return;
  end if;
  if most_of_key <= (select count(*) from follow_items i where i.key_id = used) then
    return query select 'full', null::jsonb;
    return;
  end if;
  if most_items <= (select count(*) from (select from follow_items limit most_items) as present) then
    return query select 'archive_full', null::jsonb;
    return;
  end if;
  insert into follow_items (key_id, query, name, read_rev) values (used, of_query, named, read_to) returning id into found_id;
  return query select 'added', follow_item_json(found_id);
end
$function$;
grant execute on function add_follow_item(bytea,text,text,bigint) to sagasu_server;

CREATE OR REPLACE FUNCTION public.add_ghost_post(board integer, in_thread bigint, typed_name text, typed_trip text, typed_email text, typed_subject text, html text, came_from inet, delete_hash text, is_held boolean, proof bytea, proof_ends timestamp with time zone)
 RETURNS TABLE(outcome text, new_num bigint, new_subnum integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  written timestamptz := clock_timestamp();
  last_num bigint;
  next_subnum int;
  hold boolean := is_held or coalesce(board_setting(board, '{ghosts,hold}') = 'true', false)
    or (proof is null and ghost_proof(board) <> 'none');
begin
  if not takes_ghosts(board)
    or exists (select from moderated_threads m where m.board_id = board and m.thread = in_thread)
    or not exists (
      select from posts p
       where p.board_id = board and p.num = in_thread and p.subnum = 0 and p.opener and not p.hidden and p.time_purged is null)
  then
    return query select 'missing', null::bigint, null::int;
    return;
  end if;
  if exists (
    select from posts p
     where p.board_id = board and p.thread = in_thread and p.subnum > 0 and p.time_posted > written - interval '1 hour'
       and p.comment = html)
  then
    return query select 'known', null::bigint, null::int;
    return;
  end if;
  if proof is not null then
    delete from used_proofs u where u.expires_at < written;
    insert into used_proofs (proof, expires_at) values (add_ghost_post.proof, proof_ends) on conflict do nothing;
    if not found then
      return query select 'used', null::bigint, null::int;
      return;
    end if;
  end if;
  select max(p.num) into last_num from posts p where p.board_id = board and p.thread = in_thread;
  select max(p.subnum) + 1 into next_subnum from posts p where p.board_id = board and p.num = last_num;
  perform add_post(jsonb_build_object('board_id', board, 'num', last_num, 'subnum', next_subnum, 'thread', in_thread, 'opener', false,
    'time_posted', date_trunc('second', written), 'time_modified', written, 'name', typed_name, 'tripcode', typed_trip,
    'email', typed_email, 'subject', typed_subject, 'comment', html, 'spoiler', false, 'hidden', hold));
  insert into poster_addresses (board_id, num, subnum, address, expires_at)
  values (board, last_num, next_subnum, came_from, written + interval '30 days');
  insert into ghost_passwords values (board, last_num, next_subnum, delete_hash);
  if hold then
    insert into reported_posts (board_id, num, subnum, reports, held) values (board, last_num, next_subnum, 0, true);
  else
    perform count_threads(board, array[in_thread], written);
  end if;
  return query select case when hold then 'held' else 'added' end, last_num, next_subnum;
end
$function$;
grant execute on function add_ghost_post(integer,bigint,text,text,text,text,text,inet,text,boolean,bytea,timestamp with time zone) to sagasu_server;

CREATE OR REPLACE FUNCTION public.add_passkey(token text, credential bytea, called text, key bytea, used bigint, by_transports text[], codes bytea[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  own accounts;
  is_first boolean;
begin
  delete from passkey_challenges c
   where c.holder_hash = sha256(convert_to(token, 'UTF8')) and c.purpose = 'add' and c.taken and c.expires_at > now();
  if not found then
    raise exception 'there is no challenge for a new passkey' using errcode = 'insufficient_privilege';
  end if;
  select * into own from accounts where id = account_of_session(token) for no key update;
  if own.id is null then
    raise exception 'the session has ended' using errcode = 'insufficient_privilege';
  end if;
  is_first := own.totp_step is null and not exists (select from passkeys p where p.account_id = own.id);
  if (select count(*) from passkeys p where p.account_id = own.id) >= 10 then
    raise exception 'an account has at most ten passkeys' using errcode = 'check_violation', constraint = 'passkeys_limit';
  end if;
  delete from transaction_accounts where transaction = pg_current_xact_id();
  insert into transaction_accounts (transaction, account, session, moderates, administers, is_admin)
  values (pg_current_xact_id(), own.name, name_of_session(token), '{}', '{}', false);
  insert into passkeys (credential_id, account_id, name, public_key, counter, transports)
  values (credential, own.id, called, key, used, by_transports);
  if is_first then
    perform end_other_sessions(own.id, token);
    delete from recovery_codes where account_id = own.id;
    insert into recovery_codes (account_id, code_hash) select own.id, unnest(codes);
  end if;
  return is_first;
end
$function$;
grant execute on function add_passkey(text,bytea,text,bytea,bigint,text[],bytea[]) to sagasu_server;

CREATE OR REPLACE FUNCTION public.add_post(fields jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  added posts;
begin
  insert into posts (board_id, num, subnum, thread, opener, time_posted, time_modified, time_deleted_post, time_deleted_file, time_archived, time_bumped, name, tripcode, capcode, posterid, country, email, subject, comment, media_time, media_hash, media_hash_src, media_hash_thb, media_name, media_type, media_size, media_dims_src_w, media_dims_src_h, media_dims_thb_w, media_dims_thb_h, spoiler, sticky, closed, posters, replies, images, extra_files, hidden, time_purged, extra, rev)
  select board_id, num, subnum, thread, opener, time_posted, time_modified, time_deleted_post, time_deleted_file, time_archived, time_bumped, name, tripcode, capcode, posterid, country, email, subject, comment, media_time, media_hash, media_hash_src, media_hash_thb, media_name, media_type, media_size, media_dims_src_w, media_dims_src_h, media_dims_thb_w, media_dims_thb_h, spoiler, sticky, closed, posters, replies, images, extra_files, hidden, time_purged, extra, nextval('post_rev') from jsonb_populate_record(null::posts, fields)
  returning * into added;
  perform mark_threads(added.board_id, array[added.thread], array[added.rev], added.time_modified);
end
$function$;

CREATE OR REPLACE FUNCTION public.add_report(board integer, post bigint, ghost integer, of_category text, with_note text, from_origin text, came_from inet)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function add_report(integer,bigint,integer,text,text,text,inet) to sagasu_server;

CREATE OR REPLACE FUNCTION public.add_report_ticket(board integer, post bigint, ghost integer, hash bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into report_tickets (token_hash, board_id, num, subnum) values (hash, board, post, ghost);
end
$function$;
grant execute on function add_report_ticket(integer,bigint,integer,bytea) to sagasu_server;

CREATE OR REPLACE FUNCTION public.administered_boards()
 RETURNS integer[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if pg_current_xact_id_if_assigned() is null then
    return '{}';
  end if;
  return coalesce(
    (select administers from transaction_accounts where transaction = pg_current_xact_id_if_assigned()), '{}');
end
$function$;
grant execute on function administered_boards() to sagasu_server;

CREATE OR REPLACE FUNCTION public.answer_reporters(board integer, post bigint, ghost integer, written text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function answer_reporters(integer,bigint,integer,text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.appeal_ban(link uuid, written text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  appealed bans;
begin
  select * into appealed from bans b where b.token = link for update;
  if appealed.id is null then
    return 'missing';
  end if;
  if appealed.lifted_at is not null or appealed.expires_at <= now() then
    return 'over';
  end if;
  if exists (select from ban_appeals a where a.ban_id = appealed.id and a.decided_at is null) then
    return 'waiting';
  end if;
  if 3 <= (select count(*) from ban_appeals a where a.ban_id = appealed.id) then
    return 'enough';
  end if;
  insert into ban_appeals (ban_id, text) values (appealed.id, written);
  return 'added';
end
$function$;
grant execute on function appeal_ban(uuid,text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.append_audit(did text, board integer, on_what jsonb, why text, named text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if session_user <> current_user then
    if not moderates(board) or did is null or on_what is null then
      raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
    end if;
    if on_what ? 'thread' and not coalesce(board = any (administered_boards()), false) then
      raise exception 'only admins of the board may do this to a whole thread' using errcode = 'insufficient_privilege';
    end if;
  end if;
  return add_audit_entry('posts.' || did, board, on_what, why, null, named);
end
$function$;
grant execute on function append_audit(text,integer,jsonb,text,text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.ask_removal(token bytea, of_about text, of_reason text, boards integer[], nums bigint[], subnums integer[], proven boolean[], of_sought text, with_words text, to_address text, came_from inet, with_proof bytea)
 RETURNS TABLE(outcome text, due timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function ask_removal(bytea,text,text,integer[],bigint[],integer[],boolean[],text,text,text,inet,bytea) to sagasu_server;

CREATE OR REPLACE FUNCTION public.assert_moderation_audited()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (
    select from (select l.at, l.action, l.target from audit_log l where l.board_id = new.board_id order by l.id desc limit 100) l
     where l.at >= transaction_timestamp() and l.action in ('posts.hide', 'posts.show', 'posts.purge')
       and l.target -> 'posts' ? (case when new.subnum = 0 then new.num::text else new.num || '_' || new.subnum end))
  then
    raise exception 'moderation is written into the audit log' using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.audit_chain(previous bytea, entry audit_log)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select sha256(
    coalesce(previous, '') || audit_field(entry.id::text)
    || audit_field(to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    || audit_field(entry.actor) || audit_field(entry.session) || audit_field(entry.action) || audit_field(entry.board_id::text)
    || audit_field(entry.target::text)
    || audit_field(encode(entry.reason_hash, 'hex')) || audit_field(encode(entry.before_hash, 'hex'))
    || case when entry.address_hash is null then '' else audit_field(encode(entry.address_hash, 'hex')) end)
$function$;

CREATE OR REPLACE FUNCTION public.audit_entries_with_address(entries bigint[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if session_user <> current_user and not is_admin() then
    return '{}';
  end if;
  return array(select audit_id from audit_addresses where audit_id = any (entries) and expires_at > now());
end
$function$;
grant execute on function audit_entries_with_address(bigint[]) to sagasu_server;

CREATE OR REPLACE FUNCTION public.audit_field(value text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog'
AS $function$
  select case when value is null then int4send(-1)
    else int4send(octet_length(convert_to(value, 'UTF8'))) || convert_to(value, 'UTF8') end
$function$;

CREATE OR REPLACE FUNCTION public.audit_removal_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform add_audit_entry(
    'removal_requests.' || case when new.outcome = 'refuse' then 'decline' else coalesce(replace(new.outcome, '_', ''), 'reopen') end,
    case when cardinality(new.board_ids) = 1 then new.board_ids[1] end, jsonb_build_object('id', new.id), null, null, null);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.audit_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  secrets constant text[] := '{password_hash,totp_secret,key_hash,token_hash}';
  was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  is_now jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  changed text[];
begin
  select array_agg(name order by name) into changed
    from jsonb_object_keys(was || is_now) as name
   where was -> name is distinct from is_now -> name and name <> all (string_to_array(tg_argv[1], ','));
  if tg_op = 'UPDATE' and changed is null then
    return null;
  end if;
  perform add_audit_entry(
    tg_table_name || '.' || lower(tg_op),
    (case when tg_table_name = 'boards' then (is_now || was) ->> 'id' else (is_now || was) ->> 'board_id' end)::int,
    (select coalesce(jsonb_object_agg(name, (was || is_now) -> name), '{}') from unnest(string_to_array(tg_argv[0], ',')) as name)
      || case when tg_op = 'UPDATE' then jsonb_build_object('columns', changed) else '{}' end,
    null,
    (select jsonb_object_agg(name, was -> name) from unnest(changed) as name where was ? name and name <> all (secrets)),
    null);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.await_removed_indices()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from removed_indices r where r.board = new.name) then
    raise exception 'the index of the board that was removed is still being deleted: try again in some seconds' using errcode = 'object_in_use';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.begin_ghost_post(board integer, came_from inet, has_proof boolean)
 RETURNS TABLE(outcome text, seconds integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  kept_for constant interval := '30 days';
  wide constant inet := network(set_masklen(came_from, case family(came_from) when 4 then 24 else 48 end))::inet;
  narrow constant inet := case family(came_from) when 4 then came_from else wide end;
  lacks_proof constant boolean := ghost_proof(board) <> 'none' and not has_proof;
  cooldown constant int := coalesce(board_setting(board, '{ghosts,cooldown}')::int, 30) * case when lacks_proof then 10 else 1 end;
  last_post timestamptz;
begin
  if not takes_ghosts(board) then
    return query select 'off', 0;
    return;
  end if;
  if lacks_proof and ghost_proof(board) = 'needed' then
    return query select 'proof', 0;
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('sagasu_poster'), hashtext(wide::text));
  select max(a.expires_at) - kept_for into last_post from poster_addresses a
   where a.address <<= narrow and a.expires_at > clock_timestamp() + kept_for - make_interval(secs => cooldown);
  if last_post is not null then
    return query select 'wait', greatest(1, ceil(cooldown - extract(epoch from clock_timestamp() - last_post)))::int;
    return;
  end if;
  if 60 <= (
    select count(*) from poster_addresses a where a.address <<= wide and a.expires_at > clock_timestamp() + kept_for - interval '1 hour')
  then
    return query select 'busy', 0;
    return;
  end if;
  return query select 'ok', 0;
end
$function$;
grant execute on function begin_ghost_post(integer,inet,boolean) to sagasu_server;

CREATE OR REPLACE FUNCTION public.begin_passkey(holder text, purpose text, challenge bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform keep_passkey_challenge(holder, proven_account(), purpose, challenge);
end
$function$;
grant execute on function begin_passkey(text,text,bytea) to sagasu_server;

CREATE OR REPLACE FUNCTION public.begin_passkey_in_session(token text, challenge bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  own int := account_of_session(token);
begin
  if own is not null then
    perform keep_passkey_challenge(token, own, 'prove', challenge);
  end if;
  return own is not null;
end
$function$;
grant execute on function begin_passkey_in_session(text,bytea) to sagasu_server;

CREATE OR REPLACE FUNCTION public.begin_totp(secret bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update accounts set totp_secret = secret where id = proven_account() and totp_step is null;
end
$function$;
grant execute on function begin_totp(bytea) to sagasu_server;

CREATE OR REPLACE FUNCTION public.board_contents(named text, most integer)
 RETURNS TABLE(posts bigint, hidden bigint, threads bigint, files bigint, reported bigint, bans bigint, filters bigint, accounts bigint, indices bigint, queued bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if session_user <> current_user and not is_admin() then
    raise exception 'only admins of all boards may do this' using errcode = 'insufficient_privilege';
  end if;
  return query
    with board as (select b.id from boards b where b.name = named),
      first as materialized (
        select p.hidden, p.opener, p.media_hash_src from posts p where p.board_id = (select id from board) limit most),
      shown as (
        select f.media_hash_src as sha256 from first f where f.media_hash_src is not null
        union select f.media_hash_src from post_files f where f.board_id = (select id from board) and f.media_hash_src is not null)
    select (select count(*) from first), (select count(*) from first f where f.hidden), (select count(*) from first f where f.opener),
      (select count(*) from shown s where not exists (select from files_of_posts p where p.media_hash_src = s.sha256 and p.board_id <> b.id)),
      (select count(*) from reported_posts r where r.board_id = b.id),
      (select count(*) from bans n where n.board_id = b.id),
      (select count(*) from post_filters f where f.board_id = b.id),
      (select count(distinct r.account_id) from account_roles r where r.board_id = b.id),
      (select count(*) from indices i where i.board_id = b.id),
      (select count(*) from dirty d where d.board_id = b.id)
    from board b;
end
$function$;
grant execute on function board_contents(text,integer) to sagasu_server;

CREATE OR REPLACE FUNCTION public.board_setting(board integer, path text[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return (
    select coalesce(b.settings #>> path, d.settings #>> path)
      from boards b left join board_defaults d on true where b.id = board);
end
$function$;

CREATE OR REPLACE FUNCTION public.cable_board_contents(named text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  of_board record;
  is_last boolean;
begin
  if session_user <> current_user and not is_admin() then
    raise exception 'only admins of all boards may do this' using errcode = 'insufficient_privilege';
  end if;
  select c.cabal_id, c.channel into of_board
    from cable_channels c join boards b on b.id = c.board_id where b.name = named;
  if not found then
    return null;
  end if;
  is_last := not exists (
    select from cable_channels c where c.cabal_id = of_board.cabal_id and c.channel <> of_board.channel);
  return jsonb_build_object(
    'cable_posts', case when is_last then
        (select count(*) from cable_posts p where p.cabal_id = of_board.cabal_id)
      else
        (select count(*) from cable_posts p
          where p.cabal_id = of_board.cabal_id and p.channel = of_board.channel and p.channel <> '')
      end,
    'cable_due', (select count(*) from cable_posts p
       where p.cabal_id = of_board.cabal_id and p.channel = of_board.channel and p.is_due),
    'cable_authors', (select count(*) from cable_members m
       where m.cabal_id = of_board.cabal_id and m.channel = of_board.channel
         and not exists (
           select from cable_members o
            where o.cabal_id = m.cabal_id and o.author = m.author and o.channel <> m.channel)),
    'cable_addresses', (select count(*) from cabal_addresses a where is_last and a.cabal_id = of_board.cabal_id),
    'cable_peers', (select count(*) from cable_peers p where is_last and p.cabal_id = of_board.cabal_id),
    'cable_keys', is_last::int,
    'cable_kept', (select count(*) from cable_tombstones t
       where t.cabal_id = of_board.cabal_id and (is_last or t.channel = of_board.channel)));
end
$function$;
grant execute on function cable_board_contents(text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.change_password(hash text, token text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update accounts set password_hash = hash where id = proven_account();
  perform end_other_sessions(proven_account(), token);
end
$function$;
grant execute on function change_password(text,text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.change_removal_ticket(token bytea, more text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function change_removal_ticket(bytea,text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.check_ghost_password(board integer, post bigint, ghost integer, proof text, came_from inet)
 RETURNS TABLE(is_right boolean, is_writer boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (
    select from ghost_passwords g
     where g.board_id = board and g.num = post and g.subnum = ghost and g.password_hash = proof)
  then
    return query select false, false;
    return;
  end if;
  return query select true, exists (
    select from poster_addresses a
     where a.board_id = board and a.num = post and a.subnum = ghost and a.expires_at > now()
       and came_from <<= network(set_masklen(a.address, case family(a.address) when 4 then 32 else 64 end))::inet);
end
$function$;
grant execute on function check_ghost_password(integer,bigint,integer,text,inet) to sagasu_server;

CREATE OR REPLACE FUNCTION public.check_network_width(network inet)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not (case family(network) when 4 then masklen(network) between 16 and 32 else masklen(network) in (48, 56, 64) end) then
    raise exception 'a network is a /16 to /32 of IPv4, or a /48, /56 or /64 of IPv6' using errcode = 'invalid_parameter_value';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.confirm_totp(token text, step bigint, codes bytea[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  own int;
begin
  update accounts set totp_step = step
   where id = account_of_session(token) and totp_step is null and totp_secret is not null returning id into own;
  if own is null then
    raise exception 'there is no secret to confirm' using errcode = 'insufficient_privilege';
  end if;
  delete from transaction_accounts where transaction = pg_current_xact_id();
  insert into transaction_accounts (transaction, account, session, moderates, administers, is_admin)
  select pg_current_xact_id(), name, name_of_session(token), '{}', '{}', false from accounts where id = own;
  perform end_other_sessions(own, token);
  delete from recovery_codes where account_id = own;
  insert into recovery_codes (account_id, code_hash) select own, unnest(codes);
end
$function$;
grant execute on function confirm_totp(text,bigint,bytea[]) to sagasu_server;

CREATE OR REPLACE FUNCTION public.count_cable_posts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into cabal_sizes as s (cabal_id, posts, bytes)
    select c.cabal_id, count(*), sum(octet_length(c.bytes)) from changed c group by c.cabal_id order by c.cabal_id
    on conflict (cabal_id) do update set posts = s.posts + excluded.posts, bytes = s.bytes + excluded.bytes;
  else
    update cabal_sizes s set posts = s.posts - g.posts, bytes = s.bytes - g.bytes
      from (select c.cabal_id, count(*) as posts, sum(octet_length(c.bytes)) as bytes from changed c group by c.cabal_id) g
     where s.cabal_id = g.cabal_id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_follows()
 RETURNS TABLE(keys integer, items integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query select (select count(*)::int from follow_keys), (select count(*)::int from follow_items);
end
$function$;
grant execute on function count_follows() to sagasu_server;

CREATE OR REPLACE FUNCTION public.count_open_removal_requests()
 RETURNS TABLE(open integer, oldest timestamp with time zone, overdue integer, overdue_since timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    select count(*)::int, min(r.created_at), (count(*) filter (where r.due_at < now()))::int, min(r.due_at) filter (where r.due_at < now())
      from removal_requests r where r.closed_at is null;
end
$function$;
grant execute on function count_open_removal_requests() to sagasu_server;

CREATE OR REPLACE FUNCTION public.count_quarantined()
 RETURNS TABLE(board integer, documents integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query select q.board_id, count(*)::int from quarantine q group by q.board_id;
end
$function$;
grant execute on function count_quarantined() to sagasu_server;

CREATE OR REPLACE FUNCTION public.count_removal_requests()
 RETURNS TABLE(month text, reason text, outcome text, requests integer, days double precision)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    select to_char(r.created_at at time zone 'UTC', 'YYYY-MM'), r.reason,
      case when r.state = 'decided' then r.outcome when r.state = 'withdrawn' then 'withdrawn' else 'open' end as result, count(*)::int,
      round((percentile_cont(0.5) within group (order by extract(epoch from r.closed_at - r.created_at)) / 86400)::numeric, 1)::float8
      from removal_requests r group by 1, 2, 3 order by 1 desc, 2, 3;
end
$function$;
grant execute on function count_removal_requests() to sagasu_server;

CREATE OR REPLACE FUNCTION public.count_rows(boards integer[])
 RETURNS TABLE(board integer, posts bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query select p.board_id, count(*) from posts p where p.board_id = any (boards) group by p.board_id;
end
$function$;
grant execute on function count_rows(integer[]) to sagasu_server;

CREATE OR REPLACE FUNCTION public.count_series(board integer, of_name text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into series as s (board_id, name, editions, first_time, last_time, last_thread)
  select board, of_name, count(*), min(o.time_posted), max(o.time_posted), (array_agg(o.num order by o.time_posted desc, o.num desc))[1]
    from series_openers o where o.name = of_name and o.board_id = board having count(*) > 1
  on conflict (board_id, name) do update
    set editions = excluded.editions, first_time = excluded.first_time, last_time = excluded.last_time, last_thread = excluded.last_thread;
  if not found then
    delete from series s where s.board_id = board and s.name = of_name;
  end if;
end
$function$;
grant execute on function count_series(integer,text) to sagasu_indexer;

CREATE OR REPLACE FUNCTION public.count_threads(board integer, threads bigint[], counted_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  of_thread bigint;
  new_rev bigint;
begin
  foreach of_thread in array threads loop
    update posts p set replies = counted.replies, images = counted.images, time_modified = counted_at, rev = nextval('post_rev')
      from (
        select least(count(*) filter (where not opener), 65535)::int as replies,
          least(count(media_type), 65535)::int as images
        from (
          select r.opener, r.media_type from posts r
           where r.board_id = board and r.thread = of_thread and not r.hidden
           limit 65536
        ) visible
      ) counted
     where p.board_id = board and p.num = of_thread and p.subnum = 0 and p.opener and p.time_purged is null
       and (p.replies, p.images) is distinct from (counted.replies, counted.images)
    returning p.rev into new_rev;
    if found then
      perform mark_threads(board, array[of_thread], array[new_rev], counted_at);
    end if;
  end loop;
end
$function$;
grant execute on function count_threads(integer,bigint[],timestamp with time zone) to sagasu_importer;
grant execute on function count_threads(integer,bigint[],timestamp with time zone) to sagasu_scraper;
grant execute on function count_threads(integer,bigint[],timestamp with time zone) to sagasu_server;

CREATE OR REPLACE FUNCTION public.database_folder()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if inet_server_addr() is not null and inet_server_addr() is distinct from inet_client_addr() then
    return null;
  end if;
  return current_setting('data_directory');
exception when insufficient_privilege then
  return null;
end
$function$;
grant execute on function database_folder() to sagasu_server;

CREATE OR REPLACE FUNCTION public.decide_report_tickets()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.delete_files_again(deletions jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  undone record;
  deleted int := 0;
begin
  for undone in select * from undone_file_deletions(deletions) loop
    perform delete_stored_files(
      array(select decode(hash, 'hex') from jsonb_array_elements_text(undone.deletion -> 'hashes') as hash),
      (select p.media_hash_thb from files_of_posts p where p.board_id = undone.board_id
        and p.num = (undone.deletion ->> 'num')::bigint and p.subnum = (undone.deletion ->> 'subnum')::int
        and p.place = coalesce((undone.deletion ->> 'place')::int, 0)));
    insert into wanted_media (board_id, num, subnum, place, kind, state, due_at, since)
    select undone.board_id, (undone.deletion ->> 'num')::bigint, (undone.deletion ->> 'subnum')::int,
      coalesce((undone.deletion ->> 'place')::int, 0), kind, 'gone', now(), now()
      from unnest(array['file', 'thumb']) as kind where undone.board_id is not null
    on conflict (board_id, num, subnum, kind, place) do update set state = 'gone', queued_at = null where wanted_media.state = 'wanted';
    perform add_audit_entry('posts.deletefile', undone.board_id, jsonb_build_object('posts', jsonb_build_array(undone.deletion ->> 'post'))
      || case when undone.deletion ? 'place' then jsonb_build_object('place', undone.deletion -> 'place') else '{}' end,
      'deleted after the backup', null, 'restore');
    deleted := deleted + 1;
  end loop;
  if deleted > 0 then
    update file_changes set version = version + 1, changed_at = clock_timestamp();
  end if;
  return deleted;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_follow_item(secret bytea, item_id bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  used constant bigint := use_follow_key(secret);
begin
  delete from follow_items i where i.id = item_id and i.key_id = used;
  return case when used is null then 'unknown' when not found then 'item_unknown' else 'done' end;
end
$function$;
grant execute on function delete_follow_item(bytea,bigint) to sagasu_server;

CREATE OR REPLACE FUNCTION public.delete_follow_key(secret bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from follow_keys k where k.secret_hash = secret;
  return found;
end
$function$;
grant execute on function delete_follow_key(bytea) to sagasu_server;

CREATE OR REPLACE FUNCTION public.delete_ghost_post(board integer, post bigint, ghost integer, proof text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from ghost_passwords g
   where g.board_id = board and g.num = post and g.subnum = ghost and g.password_hash = proof;
  if not found
    or not exists (select from posts p where p.board_id = board and p.num = post and p.subnum = ghost and p.time_purged is null)
  then
    return false;
  end if;
  perform purge_posts(board, array[post], array[ghost], '{}', clock_timestamp(), null, null);
  return true;
end
$function$;
grant execute on function delete_ghost_post(integer,bigint,integer,text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.delete_stored_files(hashes bytea[], thumb bytea)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  file record;
  files bytea[] := array_remove(hashes, thumb);
  kept bytea[] := '{}';
begin
  for file in
    select i.id, i.sha256, i.md5, i.type, i.datastore_id from images i
     where i.sha256 = any (hashes) or i.id in (select f.thumb_id from images f where f.sha256 = any (files))
     order by i.sha256
  loop
    perform pg_advisory_xact_lock(hashtextextended('sagasu file ' || encode(file.sha256, 'hex'), 0));
    if file.sha256 <> all (files) and (
      exists (select from files_of_posts p where p.media_hash_src = file.sha256)
      or exists (select from images f where f.thumb_id = file.id and f.sha256 <> all (files) and f.datastore_id is not null and not f.banned)
      or exists (select from files_of_posts p where p.media_hash_thb = file.sha256
        and (p.media_hash_src = any (files)) is not true and (p.media_hash = any (files)) is not true
        and (exists (select from images f where f.sha256 = p.media_hash_src and f.datastore_id is not null)
          or not exists (select from deleted_files d where d.hash in (p.media_hash, p.media_hash_src)))))
    then
      kept := kept || file.sha256 || file.md5;
      update images set thumb_id = null where thumb_id = file.id and sha256 = any (files);
      continue;
    end if;
    insert into deleted_files (hash) values (file.sha256), (file.md5) on conflict do nothing;
    if file.datastore_id is not null then
      insert into datastore_leftovers (sha256, datastore_id, type, due_at) values (file.sha256, file.datastore_id, file.type, now())
      on conflict (sha256, datastore_id) do update set due_at = excluded.due_at;
      update images set datastore_id = null where id = file.id;
    end if;
  end loop;
  insert into deleted_files (hash) select distinct h from unnest(hashes) as h where h is not null and h <> all (kept) on conflict do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION public.dismiss_cable_moderators()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from cable_moderators m
   where m.cabal_id = old.cabal_id and not exists (select from cable_channels c where c.cabal_id = old.cabal_id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.drop_cable_author(of_cabal integer, of_author bytea)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  dropped int;
  channels bytea[];
begin
  if session_user <> current_user and not is_admin() then
    raise exception 'only admins of all boards may do this' using errcode = 'insufficient_privilege';
  end if;
  perform pg_advisory_xact_lock(hashtext('sagasu_cable'), of_cabal);
  if not exists (select from cable_blocked b where b.cabal_id = of_cabal and b.author = of_author) then
    raise exception 'the author is not blocked' using errcode = 'no_data_found';
  end if;
  if exists (
    select from cable_posts p where p.cabal_id = of_cabal and p.author = of_author and p.board_id is not null and p.num is not null)
  then
    return null;
  end if;
  with gone as (
    delete from cable_posts p where p.cabal_id = of_cabal and p.author = of_author
    returning p.hash, p.author, p.type, p.channel, p.time, p.rank
  ), kept as (
    insert into cable_tombstones (cabal_id, hash, author, type, channel, time, rank)
    select of_cabal, g.hash, g.author, g.type, g.channel, g.time, g.rank from gone g on conflict do nothing
  )
  select count(*), coalesce(array_agg(distinct g.channel) filter (where g.channel <> ''), '{}') into dropped, channels from gone g;
  perform refresh_cable_members(of_cabal, channels, array(select of_author from unnest(channels)));
  perform refresh_cable_topics(of_cabal, channels);
  delete from cable_users u where u.cabal_id = of_cabal and u.author = of_author;
  return dropped;
end
$function$;
grant execute on function drop_cable_author(integer,bytea) to sagasu_server;

CREATE OR REPLACE FUNCTION public.drop_cable_post()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  gone record;
begin
  for gone in
    select c.* from cable_posts c where c.board_id = new.board_id and c.num = new.num and new.subnum = 0
  loop
    insert into cable_tombstones (cabal_id, hash, author, type, channel, time, rank, board_id, num)
    values (gone.cabal_id, gone.hash, gone.author, gone.type, gone.channel, gone.time, gone.rank, gone.board_id, gone.num)
    on conflict do nothing;
    delete from cable_posts c where c.cabal_id = gone.cabal_id and c.hash = gone.hash;
    perform refresh_cable_members(gone.cabal_id, array[gone.channel], array[gone.author]);
    perform refresh_cable_topics(gone.cabal_id, array[gone.channel]);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.drop_changed_by_dumps()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from dump_change_posts d where d.board_id = new.board_id and d.num = new.num and d.subnum = new.subnum;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.drop_ghost_password()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from ghost_passwords g where g.board_id = new.board_id and g.num = new.num and g.subnum = new.subnum;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.drop_raw_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from raw_messages r where r.board_id = new.board_id and r.num = new.num;
  delete from charset_proposals c where c.board_id = new.board_id and c.num = new.num;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.drop_reports()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from reported_posts r where r.board_id = new.board_id and r.num = new.num and r.subnum = new.subnum;
  update report_tickets t set answer = null, decided_at = coalesce(t.decided_at, now()), decision = coalesce(t.decision, 'purged')
   where t.board_id = new.board_id and t.num = new.num and t.subnum = new.subnum;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.dump_statistics()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select jsonb_build_object(
    'states', (select coalesce(jsonb_agg(jsonb_build_object('state', c.state, 'dumps', c.dumps) order by c.state), '[]')
      from (select d.state, count(*) as dumps from dumps d group by d.state) c),
    'clients', (select coalesce(jsonb_agg(to_jsonb(c) order by c.dumps desc, c.client, c.version), '[]')
      from (select d.client, d.version, count(*) as dumps, count(*) filter (where d.state = 11) as used
              from dumps d where d.client is not null group by 1, 2 order by 3 desc, 1, 2 limit 50) c),
    'contributors', (select count(distinct c.contributor) from dump_contributors c),
    'unmapped', (select count(*) from dumps d where d.image_id is null and not d.named and d.client is not null),
    'verified', (select count(*) from dumps d where d.state = 11),
    'changes', (select coalesce(jsonb_agg(jsonb_build_object('state', c.state, 'changes', c.changes) order by c.state), '[]')
      from (select r.state, count(*) as changes from dump_changes r group by 1) c),
    'restored', (select count(*) from dump_changes r join images i on i.sha256 = decode(r.after, 'hex')
      where r.state = 'granted' and r.field = 'sha256' and i.datastore_id is not null))
$function$;
grant execute on function dump_statistics() to sagasu_server;

CREATE OR REPLACE FUNCTION public.empty_audit_details(board integer, posts text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not moderates(board) and session_user <> current_user then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  perform forget_audit_details(board, posts);
end
$function$;
grant execute on function empty_audit_details(integer,text[]) to sagasu_server;

CREATE OR REPLACE FUNCTION public.empty_removal_requests(named bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update removal_requests set words = null, sought = null where id = any (named) and (words is not null or sought is not null);
  delete from removal_request_words where request_id = any (named);
end
$function$;

CREATE OR REPLACE FUNCTION public.empty_requests_of_post()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform empty_removal_requests(array(
    select r.request_id from removal_request_posts r
     where r.board_id = new.board_id and r.num = new.num and r.subnum = new.subnum
       and not exists (
         select from removal_request_posts o join posts p on p.board_id = o.board_id and p.num = o.num and p.subnum = o.subnum
          where o.request_id = r.request_id and p.time_purged is null)));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.end_other_sessions(own integer, token text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from sessions where account_id = own and id_hash <> sha256(convert_to(token, 'UTF8'));
end
$function$;

CREATE OR REPLACE FUNCTION public.end_session(token text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from sessions where id_hash = sha256(convert_to(token, 'UTF8'));
end
$function$;
grant execute on function end_session(text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.ensure_slice(wanted_board integer, wanted_slice bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  size bigint;
  board_table text := format('posts_b%s', wanted_board);
  slice_table text := format('posts_b%s_s%s', wanted_board, wanted_slice);
begin
  if to_regclass(slice_table) is not null then
    return;
  end if;
  select slice_size into strict size from boards where id = wanted_board;
  perform pg_advisory_xact_lock(hashtext('ensure_slice'), wanted_board);
  execute format('create table if not exists %I partition of posts for values in (%s) partition by range (num)',
    board_table, wanted_board);
  execute format('create table if not exists %I partition of %I for values from (%s) to (%s)',
    slice_table, board_table, wanted_slice * size, (wanted_slice + 1) * size);
  execute format('grant insert on %I to sagasu_importer', slice_table);
end
$function$;
grant execute on function ensure_slice(integer,bigint) to sagasu_importer;
grant execute on function ensure_slice(integer,bigint) to sagasu_scraper;

CREATE OR REPLACE FUNCTION public.expire_addresses()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from poster_addresses where expires_at <= now();
  delete from ban_networks where expires_at <= now();
  delete from bans where expires_at <= now() - interval '180 days';
end
$function$;
grant execute on function expire_addresses() to sagasu_indexer;

CREATE OR REPLACE FUNCTION public.expire_audit_addresses()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  expired int;
begin
  delete from audit_addresses where expires_at <= now();
  get diagnostics expired = row_count;
  return expired;
end
$function$;
grant execute on function expire_audit_addresses() to sagasu_indexer;

CREATE OR REPLACE FUNCTION public.expire_follow_keys()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  expired int;
begin
  delete from follow_keys k
   where k.used_on < current_date - interval '1 year'
      or (k.used_on < current_date - interval '7 days' and not exists (select from follow_items i where i.key_id = k.id));
  get diagnostics expired = row_count;
  return expired;
end
$function$;
grant execute on function expire_follow_keys() to sagasu_indexer;

CREATE OR REPLACE FUNCTION public.expire_identity_proposals()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  expired int;
begin
  delete from identity_proposal_networks where proposed_at <= now() - interval '7 days';
  delete from identity_proposals where closed_at <= now() - interval '180 days' and outcome = 'declined';
  get diagnostics expired = row_count;
  return expired;
end
$function$;
grant execute on function expire_identity_proposals() to sagasu_indexer;

CREATE OR REPLACE FUNCTION public.expire_removal_requests()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function expire_removal_requests() to sagasu_indexer;

CREATE OR REPLACE FUNCTION public.expire_reports()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  expired int;
begin
  delete from report_networks where reported_at <= now() - interval '7 days';
  delete from report_tickets where coalesce(decided_at, reported_at) <= now() - interval '180 days';
  delete from reported_posts where closed_at <= now() - interval '180 days' and not held;
  get diagnostics expired = row_count;
  return expired;
end
$function$;
grant execute on function expire_reports() to sagasu_indexer;

CREATE OR REPLACE FUNCTION public.find_ban(board integer, came_from inet)
 RETURNS TABLE(link uuid, on_all_boards boolean, why text, until timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if board = any (staffed_boards()) then
    return;
  end if;
  return query
    select b.token, b.board_id is null, case when b.reason_shown then b.reason end, b.expires_at
      from ban_networks n join bans b on b.id = n.ban_id
     where n.network >>= came_from and n.expires_at > now() and b.lifted_at is null and (b.board_id is null or b.board_id = board)
     order by b.expires_at desc, b.id limit 1;
end
$function$;
grant execute on function find_ban(integer,inet) to sagasu_server;

CREATE OR REPLACE FUNCTION public.find_ghost_salt(board integer, post bigint, ghost integer)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return (
    select substring(g.password_hash from '^(.*)\$[^$]*$') from ghost_passwords g
     where g.board_id = board and g.num = post and g.subnum = ghost);
end
$function$;
grant execute on function find_ghost_salt(integer,bigint,integer) to sagasu_server;

CREATE OR REPLACE FUNCTION public.find_key(secret text)
 RETURNS TABLE(name text, scopes text[], per_minute integer, expires_at timestamp with time zone, roles json)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update api_keys k set last_used_at = now()
   where k.key_hash = sha256(convert_to(secret, 'UTF8')) and (k.expires_at is null or k.expires_at > now())
     and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute');
  return query
    select k.name, k.scopes, k.per_minute, k.expires_at,
      (select coalesce(json_agg(json_build_object('role', r.role, 'board', b.name) order by r.role, b.name nulls first), '[]')
         from key_roles r left join boards b on b.id = r.board_id where r.key_id = k.id)
      from api_keys k
     where k.key_hash = sha256(convert_to(secret, 'UTF8')) and (k.expires_at is null or k.expires_at > now());
end
$function$;
grant execute on function find_key(text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.find_new_totp(token text)
 RETURNS bytea
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  secret bytea;
begin
  select totp_secret into secret from accounts
   where id = account_of_session(token) and totp_step is null for no key update;
  return secret;
end
$function$;
grant execute on function find_new_totp(text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.find_password_salt(called text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return (select regexp_replace(password_hash, '\$[^$]*$', '') from accounts where name = called);
end
$function$;
grant execute on function find_password_salt(text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.find_session(token text)
 RETURNS TABLE(name text, created_at timestamp with time zone, has_totp boolean, has_passkey boolean, totp_required boolean, recovery_codes integer, roles json)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  own int := account_of_session(token);
begin
  if own is null then
    return;
  end if;
  update sessions s set last_seen = now()
   where s.id_hash = sha256(convert_to(token, 'UTF8')) and s.last_seen < now() - interval '1 minute';
  return query
    select a.name, a.created_at, a.totp_step is not null, exists (select from passkeys p where p.account_id = own), a.totp_required,
      (select count(*)::int from recovery_codes c where c.account_id = own and c.used_at is null),
      (select coalesce(json_agg(json_build_object('role', r.role, 'board', b.name) order by r.role, b.name nulls first), '[]')
         from account_roles r left join boards b on b.id = r.board_id where r.account_id = own)
      from accounts a where a.id = own;
end
$function$;
grant execute on function find_session(text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.follow_ban_of_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into media_removals (sha256)
    select p.media_hash_thb from files_of_posts p where (p.media_hash_src = new.hash or p.media_hash = new.hash) and p.media_hash_thb is not null
    union
    select r.sha256 from posts p join post_replays r on r.board_id = p.board_id and r.num = p.num and r.subnum = p.subnum
     where p.media_hash_src = new.hash or p.media_hash = new.hash
    on conflict do nothing;
    return null;
  end if;
  insert into wanted_media (board_id, num, subnum, place, kind, due_at, since)
  select * from (
    select distinct on (t.kind, t.sha256) t.board_id, t.num, t.subnum, t.place, t.kind, now(), now() from (
      select p.board_id, p.num, p.subnum, p.place, 'thumb' as kind, p.media_hash_thb as sha256 from files_of_posts p
       where (p.media_hash_src = old.hash or p.media_hash = old.hash) and p.media_hash_thb is not null
      union all
      select r.board_id, r.num, r.subnum, 0, 'replay', r.sha256
        from posts p join post_replays r on r.board_id = p.board_id and r.num = p.num and r.subnum = p.subnum
       where p.media_hash_src = old.hash or p.media_hash = old.hash) t
     where not exists (select from images i where i.sha256 = t.sha256 and i.datastore_id is not null)
     order by t.kind, t.sha256, t.num desc) missing
  on conflict (board_id, num, subnum, kind, place) do update set state = 'wanted', attempts = 0, due_at = excluded.due_at, queued_at = null;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.follow_horizon()
 RETURNS TABLE(rev bigint, writers text[], unindexed jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  rev := (select case when s.is_called then s.last_value else 0 end from post_rev s);
  writers := array(
    select distinct l.virtualtransaction from pg_locks l
     where l.locktype = 'relation' and l.relation = 'posts'::regclass and l.mode = 'RowExclusiveLock' and l.granted
       and l.database = (select d.oid from pg_database d where d.datname = current_database()));
  unindexed := (
    select coalesce(jsonb_object_agg(b.name, m.lowest), '{}')
      from (select d.board_id, min(d.min_rev) as lowest from dirty d group by d.board_id) m join boards b on b.id = m.board_id);
  return next;
end
$function$;
grant execute on function follow_horizon() to sagasu_server;

CREATE OR REPLACE FUNCTION public.follow_item_json(item_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return (
    select jsonb_build_object('id', i.id, 'q', i.query, 'name', i.name, 'added_on', i.added_on, 'read_rev', i.read_rev)
      from follow_items i where i.id = item_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.forget_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    update transaction_accounts set is_ending = true where transaction = new.transaction;
  else
    delete from transaction_accounts where transaction = new.transaction;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.forget_audit_details(board integer, posts text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from audit_details d using audit_log l
   where l.id = d.audit_id and l.board_id = board and l.target ? 'posts' and l.target -> 'posts' ?| posts;
  delete from audit_addresses a using audit_log l
   where l.id = a.audit_id and l.board_id = board and l.target ? 'posts' and l.target -> 'posts' ?| posts;
end
$function$;

CREATE OR REPLACE FUNCTION public.forget_cable_channel(of_cabal integer, of_channel bytea)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  gone_authors bytea[];
begin
  with gone as (
    delete from cable_posts p where p.cabal_id = of_cabal and p.channel = of_channel and p.channel <> '' returning p.hash
  )
  delete from cable_links l using gone g where l.cabal_id = of_cabal and l.hash = g.hash;
  with gone as (
    delete from cable_channel_deletes d where d.cabal_id = of_cabal and d.channel = of_channel returning d.hash
  )
  delete from cable_posts p using gone g
   where p.cabal_id = of_cabal and p.hash = g.hash
     and not exists (
       select from cable_channel_deletes o where o.cabal_id = of_cabal and o.hash = p.hash and o.channel <> of_channel)
     and not exists (select from cable_claims c where c.cabal_id = of_cabal and c.deleted_by = p.hash);
  with gone as (
    delete from cable_members m where m.cabal_id = of_cabal and m.channel = of_channel returning m.author
  )
  select array_agg(g.author) into gone_authors from gone g
   where not exists (
     select from cable_members o where o.cabal_id = of_cabal and o.author = g.author and o.channel <> of_channel);
  delete from cable_users u where u.cabal_id = of_cabal and u.author = any (gone_authors);
  delete from cable_posts p where p.cabal_id = of_cabal and p.author = any (gone_authors) and p.type = 2;
  delete from cable_topics t where t.cabal_id = of_cabal and t.channel = of_channel;
  update cable_tombstones t set board_id = null, num = null, is_due = false
   where t.cabal_id = of_cabal and t.channel = of_channel and (t.board_id is not null or t.is_due);
end
$function$;
grant execute on function forget_cable_channel(integer,bytea) to sagasu_scraper;

CREATE OR REPLACE FUNCTION public.forget_lifted_network()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from ban_networks n where n.ban_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.ghost_proof(board integer)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return case
    when board_setting(board, '{ghosts,proof}') = 'false' then 'none'
    when board_setting(board, '{ghosts,proofOnly}') = 'true' then 'needed'
    else 'asked' end;
end
$function$;
grant execute on function ghost_proof(integer) to sagasu_server;

CREATE OR REPLACE FUNCTION public.has_accounts()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return exists (select from accounts);
end
$function$;
grant execute on function has_accounts() to sagasu_server;

CREATE OR REPLACE FUNCTION public.has_invitation(token text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return exists (select from invitations where token_hash = sha256(convert_to(token, 'UTF8')) and expires_at > now());
end
$function$;
grant execute on function has_invitation(text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.hashes_of_filter(filter bigint)
 RETURNS SETOF bytea
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    select h.md5 from filter_hashes h join post_filters f on f.id = h.filter_id where h.filter_id = filter and f.enabled_at is not null;
end
$function$;
grant execute on function hashes_of_filter(bigint) to sagasu_importer;
grant execute on function hashes_of_filter(bigint) to sagasu_scraper;
grant execute on function hashes_of_filter(bigint) to sagasu_server;

CREATE OR REPLACE FUNCTION public.hide_by_reports(board integer, post bigint, ghost integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  entry audit_log;
begin
  perform from reported_posts r where r.board_id = board and r.num = post and r.subnum = ghost for update;
  if not is_over_report_threshold(board, post, ghost)
    or not exists (select from posts p where p.board_id = board and p.num = post and p.subnum = ghost and not p.hidden)
  then
    return false;
  end if;
  perform hide_posts(board, array[post], array[ghost], true, clock_timestamp());
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
$function$;
grant execute on function hide_by_reports(integer,bigint,integer) to sagasu_server;

CREATE OR REPLACE FUNCTION public.hide_posts(board integer, nums bigint[], subnums integer[], is_hidden boolean, changed_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  threads bigint[];
  revs bigint[];
begin
  with written as (
    update posts p set hidden = is_hidden, time_modified = changed_at, rev = nextval('post_rev')
      from unnest(nums, subnums) as named (num, subnum)
     where p.board_id = board and p.num = named.num and p.subnum = named.subnum and p.hidden <> is_hidden and p.time_purged is null
    returning p.thread, p.rev
  )
  select array_agg(w.thread), array_agg(w.rev) into threads, revs from written w;
  if threads is null then
    return;
  end if;
  perform mark_threads(board, threads, revs, changed_at);
  perform count_threads(board, array(select distinct t from unnest(threads) t order by t), changed_at);
  if is_hidden then
    insert into pending_hides (board_id, thread, num, subnum)
    select board, p.thread, p.num, p.subnum from posts p, unnest(nums, subnums) as named (num, subnum) where p.board_id = board and p.num = named.num and p.subnum = named.subnum and p.hidden
    on conflict (board_id, thread, num, subnum) do update set since = now();
  else
    delete from pending_hides p using unnest(nums, subnums) as named (num, subnum) where p.board_id = board and p.num = named.num and p.subnum = named.subnum;
  end if;
end
$function$;
grant execute on function hide_posts(integer,bigint[],integer[],boolean,timestamp with time zone) to sagasu_scraper;
grant execute on function hide_posts(integer,bigint[],integer[],boolean,timestamp with time zone) to sagasu_server;

CREATE OR REPLACE FUNCTION public.identify_account(secret text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  of_account int;
  of_key int;
  known_as text;
begin
  delete from transaction_accounts where transaction = pg_current_xact_id();
  select a.id, a.name into of_account, known_as
    from accounts a where a.id = account_of_session(secret) and not (
      a.totp_required and a.totp_step is null and not exists (select from passkeys p where p.account_id = a.id));
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
$function$;
grant execute on function identify_account(text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.is_admin()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if pg_current_xact_id_if_assigned() is null then
    return false;
  end if;
  return coalesce(
    (select a.is_admin from transaction_accounts a where transaction = pg_current_xact_id_if_assigned()), false);
end
$function$;
grant execute on function is_admin() to sagasu_server;

CREATE OR REPLACE FUNCTION public.is_banned_file(file_md5 bytea, file_sha256 bytea)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from banned_media b where b.hash in (file_md5, file_sha256))
$function$;
grant execute on function is_banned_file(bytea,bytea) to sagasu_indexer;
grant execute on function is_banned_file(bytea,bytea) to sagasu_server;

CREATE OR REPLACE FUNCTION public.is_over_report_threshold(board integer, post bigint, ghost integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.is_quarantined(board integer, post bigint, ghost integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return exists (select from quarantine where board_id = board and num = post and subnum = ghost);
end
$function$;
grant execute on function is_quarantined(integer,bigint,integer) to sagasu_server;

CREATE OR REPLACE FUNCTION public.keep_an_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'admins are changed in READ COMMITTED transactions only' using errcode = 'invalid_transaction_state';
  end if;
  perform pg_advisory_xact_lock(hashtext('sagasu_keep_an_admin'));
  if not exists (
    select from account_roles r join accounts a on a.id = r.account_id
     where r.role = 'admin' and r.board_id is null and a.disabled_at is null and a.password_hash is not null
  ) then
    raise exception 'at least one enabled account must be admin of all boards'
      using errcode = 'check_violation', constraint = 'keep_an_admin';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_content()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  free constant text[] := '{hidden,rev,time_modified,time_purged,replies,images}';
begin
  if old.time_purged is not null and new.time_purged is null
    or new.time_purged is null and to_jsonb(new) - free <> to_jsonb(old) - free
  then
    raise exception 'posts are hidden, shown or purged, and not rewritten' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_failed_dump(of_digest bytea, of_state smallint, of_problem text, of_content bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  newest_too_many bigint;
begin
  if of_state not in (-11, 41, 43) then
    raise exception 'state % is of a dump that was understood', of_state;
  end if;
  insert into dumps (digest, state, problem, content) values (of_digest, of_state, left(of_problem, 500), of_content)
    on conflict (digest) do nothing;
  select o.id into newest_too_many from dumps o where o.state in (-11, 41, 43) order by o.id desc offset 1000 limit 1;
  delete from dumps d where d.id in (
    select o.id from dumps o where o.state in (-11, 41, 43) and o.id <= newest_too_many for update skip locked);
end
$function$;
grant execute on function keep_failed_dump(bytea,smallint,text,bytea) to sagasu_server;

CREATE OR REPLACE FUNCTION public.keep_passkey_challenge(holder text, own integer, purpose text, challenge bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from passkey_challenges where expires_at <= now();
  insert into passkey_challenges (holder_hash, account_id, purpose, challenge)
  values (sha256(convert_to(holder, 'UTF8')), own, keep_passkey_challenge.purpose, keep_passkey_challenge.challenge)
  on conflict (holder_hash) do update set account_id = excluded.account_id, purpose = excluded.purpose,
    challenge = excluded.challenge, expires_at = excluded.expires_at, taken = false;
end
$function$;

CREATE OR REPLACE FUNCTION public.latest_cable_infos(of_cabal integer, authors bytea[])
 RETURNS TABLE(author bytea, hash bytea, bytes bytea)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    select u.author, l.hash, l.bytes from (select distinct t.author from unnest(authors) as t (author)) u
    left join lateral (
      select c.hash, c.bytes from cable_posts c
      where c.cabal_id = of_cabal and c.author = u.author and c.type = 2
      order by c.channel, c.rank desc, c.time desc, c.hash desc limit 1) l on true;
end
$function$;
grant execute on function latest_cable_infos(integer,bytea[]) to sagasu_scraper;

CREATE OR REPLACE FUNCTION public.link_audit_entry(entry audit_log, why text, was jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  last record;
  seasoning bytea := uuid_send(gen_random_uuid());
  seasoning_of_address bytea := uuid_send(gen_random_uuid());
  came_from inet;
begin
  if pg_current_xact_id_if_assigned() is not null then
    select address into came_from from transaction_accounts
     where transaction = pg_current_xact_id_if_assigned() and account = entry.actor;
  end if;
  perform pg_advisory_xact_lock(hashtext('sagasu_audit'));
  select id, chain into last from audit_log order by id desc limit 1;
  entry.id := coalesce(last.id, 0) + 1;
  entry.reason_hash := sha256(seasoning || convert_to(why, 'UTF8'));
  entry.before_hash := sha256(seasoning || convert_to(was::text, 'UTF8'));
  entry.address_hash := sha256(seasoning_of_address || convert_to(host(came_from), 'UTF8'));
  entry.chain := audit_chain(last.chain, entry);
  insert into audit_log select entry.*;
  if why is not null or was is not null then
    insert into audit_details (audit_id, salt, reason, before) values (entry.id, seasoning, why, was);
  end if;
  if came_from is not null then
    insert into audit_addresses (audit_id, salt, address, expires_at)
    values (entry.id, seasoning_of_address, host(came_from)::inet, now() + interval '90 days');
  end if;
  return entry.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.log_dump_state()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  who text := nullif(current_setting('sagasu.dump_actor', true), '');
begin
  insert into dump_log (dump_id, at, actor, from_state, to_state, reason)
  values (new.id, new.changed_at,
    coalesce(who, case when tg_op = 'INSERT' then 'door' when session_user = 'sagasu_server' then 'moderator' else 'site' end),
    case when tg_op = 'UPDATE' then old.state end, new.state, new.reason);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.look_at_addresses(board integer, post bigint, ghost integer, of_ban bigint, reason text)
 RETURNS TABLE(kind text, network inet, until timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  ban bans;
begin
  if of_ban is not null then
    select * into ban from bans b where b.id = of_ban;
  end if;
  if session_user <> current_user and not coalesce(
    case
      when of_ban is null then board = any (moderated_boards())
      when ban.board_id is null then ban.id is not null and moderates_all_boards()
      else ban.board_id = any (moderated_boards())
    end, false)
  then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  perform add_audit_entry(
    'addresses.look', case when of_ban is null then board else ban.board_id end,
    case
      when of_ban is not null then jsonb_build_object('ban', of_ban)
      else jsonb_build_object('posts', jsonb_build_array(case when ghost = 0 then post::text else post || '_' || ghost end))
    end, reason, null, null);
  if of_ban is not null then
    return query select 'ban', n.network, n.expires_at from ban_networks n where n.ban_id = of_ban and n.expires_at > now();
    return;
  end if;
  return query
    select 'poster', a.address, a.expires_at from poster_addresses a
     where a.board_id = board and a.num = post and a.subnum = ghost and a.expires_at > now()
    union all
    select 'reporter', n.network, n.reported_at + interval '7 days' from report_networks n
     where n.board_id = board and n.num = post and n.subnum = ghost and n.reported_at > now() - interval '7 days'
    order by 1, 2;
end
$function$;
grant execute on function look_at_addresses(integer,bigint,integer,bigint,text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.look_at_audit_addresses(entries bigint[])
 RETURNS TABLE(id bigint, address inet)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  found_entries bigint[];
begin
  if session_user <> current_user and not is_admin() then
    raise exception 'only admins of all boards may do this' using errcode = 'insufficient_privilege';
  end if;
  found_entries := array(
    select a.audit_id from audit_addresses a where a.audit_id = any (entries) and a.expires_at > now() order by a.audit_id desc);
  if found_entries <> '{}' then
    perform add_audit_entry('addresses.look', null, jsonb_build_object('audit_ids', found_entries), null, null, null);
  end if;
  return query select a.audit_id, a.address from audit_addresses a where a.audit_id = any (found_entries) order by a.audit_id desc;
end
$function$;
grant execute on function look_at_audit_addresses(bigint[]) to sagasu_server;

CREATE OR REPLACE FUNCTION public.make_follow_key(secret bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  most_keys constant int := 50000;
begin
  if most_keys <= (select count(*) from (select from follow_keys limit most_keys) as present) then
    return false;
  end if;
  insert into follow_keys (secret_hash) values (secret);
  return true;
end
$function$;
grant execute on function make_follow_key(bytea) to sagasu_server;

CREATE OR REPLACE FUNCTION public.map_dumps()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update dumps d set image_id = new.id, due_at = now()
    where d.sha256 = new.sha256 and d.md5 = new.md5 and d.size = new.size and d.image_id is null;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_follows_read(secret bytea, item_ids bigint[], throughs bigint[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  used constant bigint := use_follow_key(secret);
begin
  update follow_items i set read_rev = greatest(i.read_rev, least(m.through, (select last_value from post_rev)))
    from unnest(item_ids, throughs) as m (id, through) where i.id = m.id and i.key_id = used;
  return used is not null;
end
$function$;
grant execute on function mark_follows_read(bytea,bigint[],bigint[]) to sagasu_server;

CREATE OR REPLACE FUNCTION public.mark_threads(board integer, threads bigint[], revs bigint[], marked_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into dirty (board_id, thread, gen, min_rev, since)
  select board, written.thread, nextval('dirty_gen'), min(written.rev), marked_at from unnest(threads, revs) as written (thread, rev)
  group by written.thread order by written.thread
  on conflict (board_id, thread) do update set gen = nextval('dirty_gen'), min_rev = least(dirty.min_rev, excluded.min_rev);
  perform pg_notify('sagasu_dirty', '');
end
$function$;
grant execute on function mark_threads(integer,bigint[],bigint[],timestamp with time zone) to sagasu_importer;
grant execute on function mark_threads(integer,bigint[],bigint[],timestamp with time zone) to sagasu_scraper;
grant execute on function mark_threads(integer,bigint[],bigint[],timestamp with time zone) to sagasu_server;

CREATE OR REPLACE FUNCTION public.may_take_file(of_sha256 bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return exists (select from files_of_posts p where p.media_hash_src = of_sha256 and not p.hidden)
    and not exists (select from files_of_posts p where p.media_hash_src = of_sha256
      and (p.hidden or p.time_deleted_post is not null or p.time_deleted_file is not null))
    and exists (select from images i where i.sha256 = of_sha256 and i.only_described and not i.banned
      and not exists (select from banned_media b where b.hash in (i.sha256, i.md5)));
end
$function$;
grant execute on function may_take_file(bytea) to sagasu_indexer;
grant execute on function may_take_file(bytea) to sagasu_scraper;
grant execute on function may_take_file(bytea) to sagasu_server;

CREATE OR REPLACE FUNCTION public.moderate_file(board integer, post bigint, ghost integer, of_place integer, is_ban boolean, why text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  source record;
begin
  if session_user <> current_user and not moderates(board) then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  select p.media_hash_src as sha256, p.media_hash as md5, p.media_hash_thb as thumb into source
    from files_of_posts p where p.board_id = board and p.num = post and p.subnum = ghost and p.place = of_place;
  if source.sha256 is null and source.md5 is null then
    return 'without';
  end if;
  if session_user <> current_user and (
    exists (select from files_of_posts p where p.media_hash_src = source.sha256 and p.board_id <> all (moderated_boards()))
    or exists (select from files_of_posts p where p.media_hash = source.md5 and p.board_id <> all (moderated_boards()))
    or exists (select from files_of_posts p where p.media_hash_thb = source.sha256 and p.board_id <> all (moderated_boards()))
    or exists (select from images t join images f on f.thumb_id = t.id join files_of_posts p on p.media_hash_src = f.sha256
      where t.sha256 = source.sha256 and p.board_id <> all (moderated_boards()))) then
    return 'elsewhere';
  end if;
  if is_ban then
    insert into banned_media (hash, reason, banned_by)
    select hash, why, coalesce(account_of_transaction(), 'cli') from unnest(array[source.sha256, source.md5]) as hash where hash is not null
    on conflict (hash) do nothing;
    with banned as (
      update images set banned = true
       where (sha256 = source.sha256 or md5 = source.md5) and not banned returning sha256)
    insert into media_removals (sha256) select sha256 from banned on conflict do nothing;
  else
    perform delete_stored_files(array[source.sha256, source.thumb, source.md5], source.thumb);
    update wanted_media w set state = 'gone', queued_at = null
     where w.board_id = board and w.num = post and w.subnum = ghost and w.place = of_place and w.state = 'wanted';
  end if;
  update file_changes set version = version + 1, changed_at = clock_timestamp();
  perform add_audit_entry(
    case when is_ban then 'posts.banfile' else 'posts.deletefile' end, board,
    jsonb_build_object('posts', jsonb_build_array(case when ghost = 0 then post::text else post || '_' || ghost end))
      || case when of_place > 0 then jsonb_build_object('place', of_place) else '{}' end, why, null, null);
  return 'done';
end
$function$;
grant execute on function moderate_file(integer,bigint,integer,integer,boolean,text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.moderated_boards()
 RETURNS integer[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if pg_current_xact_id_if_assigned() is null then
    return '{}';
  end if;
  return coalesce(
    (select moderates from transaction_accounts where transaction = pg_current_xact_id_if_assigned()), '{}');
end
$function$;
grant execute on function moderated_boards() to sagasu_server;

CREATE OR REPLACE FUNCTION public.moderates(board integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return coalesce(board = any (moderated_boards()), false);
end
$function$;

CREATE OR REPLACE FUNCTION public.moderates_all_boards()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return moderated_boards() <> '{}' and not exists (select from boards b where b.id <> all (moderated_boards()));
end
$function$;
grant execute on function moderates_all_boards() to sagasu_server;

CREATE OR REPLACE FUNCTION public.name_of_session(token text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog'
AS $function$
  select left(encode(sha256(sha256(convert_to(token, 'UTF8'))), 'hex'), 16)
$function$;

CREATE OR REPLACE FUNCTION public.near_differences(wanted bigint[], bits integer, most integer)
 RETURNS TABLE(image_id bigint, sha256 bytea, distance integer)
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if bits not between 0 and 11 then
    raise exception 'bits are 0 to 11, not %', bits using errcode = 'invalid_parameter_value';
  end if;
  return query
    with near as materialized (
      select found.hash, min(bit_count((found.hash # one)::bit(64)))::int as distance
        from (select distinct unnest(wanted)) given (one)
        cross join lateral (
          select d.hash from unnest(near_quarters(((one >> 48) & 65535)::int, bits / 4)) quarter
            join difference_hashes d on d.hash between quarter::bigint << 48 and (quarter::bigint << 48) | 281474976710655
           where bit_count((d.hash # one)::bit(64)) <= bits
          union
          select d.hash from difference_hashes d
           where ((d.hash >> 32) & 65535)::int = any (near_quarters(((one >> 32) & 65535)::int, (bits - 1) / 4))
             and bit_count((d.hash # one)::bit(64)) <= bits
          union
          select d.hash from difference_hashes d
           where ((d.hash >> 16) & 65535)::int = any (near_quarters(((one >> 16) & 65535)::int, (bits - 2) / 4))
             and bit_count((d.hash # one)::bit(64)) <= bits
          union
          select d.hash from difference_hashes d
           where (d.hash & 65535)::int = any (near_quarters((one & 65535)::int, (bits - 3) / 4))
             and bit_count((d.hash # one)::bit(64)) <= bits) found
       group by found.hash)
    select file.id, file.sha256, min(near.distance)
      from near
      cross join lateral (
        select i.id, i.sha256 from difference_hashes d join images i on i.id = d.image_id
         where d.hash = near.hash and not i.banned order by d.image_id desc limit most) file
     group by file.id, file.sha256
     order by min(near.distance), file.id desc limit most;
end
$function$;
grant execute on function near_differences(bigint[],integer,integer) to sagasu_server;

CREATE OR REPLACE FUNCTION public.near_files(banned bytea, bits integer, most integer)
 RETURNS TABLE(sha256 bytea, distance integer, board_id integer, num bigint, subnum integer, posts integer, elsewhere boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  wanted bigint := (select b.perceptual_hash from banned_media b where b.hash = banned);
  moderated int[] := case when session_user = current_user then array(select b.id from boards b) else moderated_boards() end;
begin
  if moderated = '{}' then
    raise exception 'only moderators may do this' using errcode = 'insufficient_privilege';
  end if;
  return query
    select near.sha256, near.distance, shown.board_id, shown.num, shown.subnum, counted.posts::int, counted.elsewhere
      from (
        select n.sha256, n.distance from near_pictures(wanted, bits, 10000) n) near
      cross join lateral (
        select p.board_id, p.num, p.subnum from files_of_posts p
         where p.media_hash_src = near.sha256 and p.board_id = any (moderated) and not p.hidden and p.time_purged is null
         order by p.num desc limit 1) shown
      cross join lateral (
        select count(*) as posts, bool_or(p.board_id <> all (moderated)) as elsewhere from files_of_posts p where p.media_hash_src = near.sha256) counted
     order by near.distance, near.sha256 limit most;
end
$function$;
grant execute on function near_files(bytea,integer,integer) to sagasu_server;

CREATE OR REPLACE FUNCTION public.near_pictures(wanted bigint, bits integer, most integer)
 RETURNS TABLE(sha256 bytea, distance integer)
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  equal int;
begin
  if bits not between 0 and 11 then
    raise exception 'bits are 0 to 11, not %', bits using errcode = 'invalid_parameter_value';
  end if;
  return query
    select i.sha256, 0 from images i where i.perceptual_hash = wanted and not i.banned order by i.id desc limit most;
  get diagnostics equal = row_count;
  if bits = 0 or equal >= most then
    return;
  end if;
  return query
    select file.sha256, bit_count((near.hash # wanted)::bit(64))::int as distance from (
      select i.perceptual_hash as hash from images i
       where i.perceptual_hash is not null and not i.banned and bit_count((i.perceptual_hash # wanted)::bit(64)) <= bits
         and ((i.perceptual_hash >> 48) & 65535)::int = any (near_quarters(((wanted >> 48) & 65535)::int, bits / 4))
      union
      select i.perceptual_hash from images i
       where i.perceptual_hash is not null and not i.banned and bit_count((i.perceptual_hash # wanted)::bit(64)) <= bits
         and ((i.perceptual_hash >> 32) & 65535)::int = any (near_quarters(((wanted >> 32) & 65535)::int, (bits - 1) / 4))
      union
      select i.perceptual_hash from images i
       where i.perceptual_hash is not null and not i.banned and bit_count((i.perceptual_hash # wanted)::bit(64)) <= bits
         and ((i.perceptual_hash >> 16) & 65535)::int = any (near_quarters(((wanted >> 16) & 65535)::int, (bits - 2) / 4))
      union
      select i.perceptual_hash from images i
       where i.perceptual_hash is not null and not i.banned and bit_count((i.perceptual_hash # wanted)::bit(64)) <= bits
         and (i.perceptual_hash & 65535)::int = any (near_quarters((wanted & 65535)::int, (bits - 3) / 4))) near
    cross join lateral (
      select i.id, i.sha256 from images i where i.perceptual_hash = near.hash and not i.banned order by i.id desc limit most) file
     where near.hash <> wanted
     order by distance, file.id desc limit most - equal;
end
$function$;
grant execute on function near_pictures(bigint,integer,integer) to sagasu_server;

CREATE OR REPLACE FUNCTION public.near_quarters(quarter integer, bits integer)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select array_agg(distinct quarter # mask)
    from (select case when a < 16 then 1 << a else 0 end | case when b < 16 then 1 << b else 0 end as mask
            from generate_series(0, 16) a, generate_series(0, 16) b) masks
   where bit_count(mask::bit(16)) <= bits
$function$;
grant execute on function near_quarters(integer,integer) to sagasu_server;

CREATE OR REPLACE FUNCTION public.newest_moderation()
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return (
    select coalesce(max(newest), 0) from unnest('{posts.hide,posts.show,posts.purge}'::text[]) as named (action)
    cross join lateral (select max(id) as newest from audit_log l where l.action = named.action) of_action);
end
$function$;
grant execute on function newest_moderation() to sagasu_server;

CREATE OR REPLACE FUNCTION public.note_address(came_from inet)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update transaction_accounts set address = came_from where transaction = pg_current_xact_id_if_assigned();
  return true;
end
$function$;
grant execute on function note_address(inet) to sagasu_server;

CREATE OR REPLACE FUNCTION public.note_dump_action(did text, on_what jsonb, why text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if session_user <> current_user and not moderates_all_boards() then
    raise exception 'only moderators of all boards may do this' using errcode = 'insufficient_privilege';
  end if;
  perform add_audit_entry('dumps.' || did, null, on_what, why, null, null);
end
$function$;
grant execute on function note_dump_action(text,jsonb,text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.note_filtered(board integer, by_filters bigint[], nums bigint[], subnums integer[], did text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into filtered_posts (board_id, num, subnum, filter_id, action)
  select board, n.num, n.subnum, n.filter_id, n.action
    from unnest(nums, subnums, by_filters, did) as n (num, subnum, filter_id, action)
    join post_filters f on f.id = n.filter_id and f.enabled_at is not null
  on conflict do nothing;
end
$function$;
grant execute on function note_filtered(integer,bigint[],bigint[],integer[],text[]) to sagasu_importer;
grant execute on function note_filtered(integer,bigint[],bigint[],integer[],text[]) to sagasu_scraper;

CREATE OR REPLACE FUNCTION public.note_outdated_exports()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if session_user = 'sagasu_indexer' then
    return null;
  end if;
  update public_exports e set outdated_since = now()
  where e.outdated_since is null and e.board_id in (select n.board_id from noted n);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_passkey_use(credential bytea, used bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update passkeys set counter = used, last_used_at = now()
   where credential_id = credential and account_id = proven_account() and counter <= used;
end
$function$;
grant execute on function note_passkey_use(bytea,bigint) to sagasu_server;

CREATE OR REPLACE FUNCTION public.note_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.request_id := current_setting('sagasu.request_id', true);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_series_opener()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  gone series_openers;
begin
  if tg_op = 'UPDATE' and (new.hidden or not new.opener) then
    delete from series_openers o where o.board_id = new.board_id and o.num = new.num returning * into gone;
  end if;
  insert into series_work (board_id, thread, name, previous) values (new.board_id, new.num, gone.name, gone.previous);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_series_rule()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into series_work (board_id, thread)
  with recursive sources (name) as (
    select new.series
    union
    select r.series from series_rules r join sources s on r.target = s.name
     where r.board_id = new.board_id and r.series is not null)
  select o.board_id, o.num from series_openers o
   where o.board_id = new.board_id and o.found in (select name from sources)
  union
  select r.board_id, o.num from series_rules r
    join series_openers o on o.board_id = r.board_id and o.num between r.first_thread and r.last_thread
   where r.board_id = new.board_id and r.series is null and (r.id = new.id or r.target in (select name from sources));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_uploaded_file(of_sha256 bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update dump_offers o set state = 'uploaded', changed_at = now()
    where o.sha256 = of_sha256 and o.state = 'asked' and may_take_file(of_sha256);
  return found;
end
$function$;
grant execute on function note_uploaded_file(bytea) to sagasu_server;

CREATE OR REPLACE FUNCTION public.only_backups()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the role for backups may only write tasks of backups' using errcode = 'insufficient_privilege';
end
$function$;

CREATE OR REPLACE FUNCTION public.open_session(token text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into sessions (id_hash, account_id) values (sha256(convert_to(token, 'UTF8')), proven_account());
  delete from sessions where last_seen <= now() - interval '12 hours' or created_at <= now() - interval '7 days';
end
$function$;
grant execute on function open_session(text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.passkeys_of_proven()
 RETURNS TABLE(credential_id bytea, public_key bytea, counter bigint, transports text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    select p.credential_id, p.public_key, p.counter, p.transports
      from passkeys p where p.account_id = proven_account() order by p.created_at, p.credential_id;
end
$function$;
grant execute on function passkeys_of_proven() to sagasu_server;

CREATE OR REPLACE FUNCTION public.passkeys_of_session(token text)
 RETURNS TABLE(credential_id bytea, name text, transports text[], created_at timestamp with time zone, last_used_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    select p.credential_id, p.name, p.transports, p.created_at, p.last_used_at
      from passkeys p where p.account_id = account_of_session(token) order by p.created_at, p.credential_id;
end
$function$;
grant execute on function passkeys_of_session(text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.posts_from_network(came_from inet, board integer, post bigint, ghost integer, bits4 integer, bits6 integer, most integer)
 RETURNS TABLE(board_id integer, num bigint, subnum integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  wanted inet := network(came_from)::inet;
  own constant int[] := moderated_boards();
begin
  if session_user <> current_user
    and not (case when board is null then moderated_boards() <> '{}' else moderates(board) end)
  then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  if came_from is null then
    select network(set_masklen(a.address, case family(a.address) when 4 then bits4 else bits6 end))::inet into wanted
      from poster_addresses a where a.board_id = board and a.num = post and a.subnum = ghost and a.expires_at > now();
    if wanted is null then
      raise exception 'the address that wrote this post is not kept' using errcode = 'no_data_found';
    end if;
  end if;
  perform check_network_width(wanted);
  perform add_audit_entry(
    'addresses.look', board,
    case when board is null then '{}' else
      jsonb_build_object('posts', jsonb_build_array(case when ghost = 0 then post::text else post || '_' || ghost end)) end,
    'posts of the same network', null, null);
  return query
    select a.board_id, a.num, a.subnum from poster_addresses a
      join posts p on p.board_id = a.board_id and p.num = a.num and p.subnum = a.subnum
     where a.address <<= wanted and a.expires_at > now() and p.subnum > 0 and p.time_purged is null
       and (session_user = current_user or a.board_id = any (own))
     order by a.expires_at desc limit least(most, 10001);
end
$function$;
grant execute on function posts_from_network(inet,integer,bigint,integer,integer,integer,integer) to sagasu_server;

CREATE OR REPLACE FUNCTION public.posts_of_file_name(of_board integer, file_name text)
 RETURNS TABLE(num bigint, subnum integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select p.num, p.subnum from posts p
   where p.board_id = of_board and p.extra ? 'tim' and p.extra ->> 'tim' = file_name and not p.hidden
  union
  select f.num, f.subnum from post_files f
   where f.board_id = of_board and f.extra ? 'tim' and f.extra ->> 'tim' = file_name
     and exists (select from posts p where p.board_id = f.board_id and p.num = f.num and p.subnum = f.subnum and not p.hidden)
$function$;
grant execute on function posts_of_file_name(integer,text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.propose_identity(of_kind text, of_value text, with_kind text, with_value text, with_reason text, came_from inet)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function propose_identity(text,text,text,text,text,inet) to sagasu_server;

CREATE OR REPLACE FUNCTION public.prove_password(called text, hash text)
 RETURNS TABLE(totp_secret bytea, totp_step bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  own accounts;
begin
  delete from transaction_accounts where transaction = pg_current_xact_id();
  select * into own from accounts a
   where a.name = called and a.password_hash = hash and a.disabled_at is null for no key update;
  if own.id is null then
    return;
  end if;
  insert into transaction_accounts (transaction, account, moderates, administers, is_admin, proven)
  values (pg_current_xact_id(), own.name, '{}', '{}', false, own.id);
  totp_secret := own.totp_secret;
  totp_step := own.totp_step;
  return next;
end
$function$;
grant execute on function prove_password(text,text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.proven_account()
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  own int := (select proven from transaction_accounts where transaction = pg_current_xact_id_if_assigned());
begin
  if own is null then
    raise exception 'the transaction has proven no password' using errcode = 'insufficient_privilege';
  end if;
  return own;
end
$function$;

CREATE OR REPLACE FUNCTION public.prune_pending_hides()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  with past as (
    select c.board_id, c.thread, c.num, c.subnum
      from pending_hides c
     where c.since < now() - interval '60 seconds'
       and not exists (select 1 from dirty d where d.board_id = c.board_id and d.thread = c.thread)
       and not exists (select 1 from quarantine q where q.board_id = c.board_id and q.num = c.num and q.subnum = c.subnum)
       for update of c skip locked)
  delete from pending_hides c using past
   where c.board_id = past.board_id and c.thread = past.thread and c.num = past.num and c.subnum = past.subnum;
end
$function$;
grant execute on function prune_pending_hides() to sagasu_server;

CREATE OR REPLACE FUNCTION public.public_log(below bigint, only_board text, at_most integer)
 RETURNS TABLE(id bigint, at timestamp with time zone, action text, board text, posts integer, thread boolean, actor text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    select l.id, date_trunc('minute', l.at), substr(l.action, length('posts.') + 1), b.name, jsonb_array_length(l.target -> 'posts'),
      l.target ? 'thread',
      case when coalesce(b.settings -> 'publicLogNames', d.settings -> 'publicLogNames') = 'true' then l.actor end
    from boards b
    cross join board_defaults d
    cross join lateral (
      select * from audit_log a
      where a.board_id = b.id and (below is null or a.id < below)
        and a.action in ('posts.hide', 'posts.show', 'posts.purge') and a.target -> 'posts' <> '[]'
      order by a.id desc
      limit at_most) l
    where coalesce(b.settings -> 'publicLog', d.settings -> 'publicLog') = 'true' and (only_board is null or b.name = only_board)
    order by l.id desc
    limit at_most;
end
$function$;
grant execute on function public_log(bigint,text,integer) to sagasu_server;

CREATE OR REPLACE FUNCTION public.purge_cable_posts(of_cabal integer, of_channel bytea, most integer)
 RETURNS TABLE(board integer, post bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  on_board int;
  nums bigint[];
begin
  select c.board_id into on_board from cable_channels c where c.cabal_id = of_cabal and c.channel = of_channel;
  with due as (
    select t.hash, t.num from cable_tombstones t
    where t.cabal_id = of_cabal and t.channel = of_channel and t.is_due order by t.num limit most
  ), done as (
    update cable_tombstones t set is_due = false from due where t.cabal_id = of_cabal and t.hash = due.hash
  )
  select array_agg(due.num) into nums from due;
  if nums is null or on_board is null then
    return;
  end if;
  select array_agg(p.num order by p.num) into nums
    from posts p where p.board_id = on_board and p.num = any (nums) and p.subnum = 0 and p.time_purged is null;
  if nums is null then
    return;
  end if;
  perform purge_posts(on_board, nums, array_fill(0, array[cardinality(nums)]), '{}', clock_timestamp(), null, null);
  return query select on_board, u.num from unnest(nums) as u (num) order by u.num;
end
$function$;
grant execute on function purge_cable_posts(integer,bytea,integer) to sagasu_scraper;

CREATE OR REPLACE FUNCTION public.purge_posts(board integer, nums bigint[], subnums integer[], of_threads bigint[], purged_at timestamp with time zone, actor text, why text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  threads bigint[];
  revs bigint[];
begin
  with replays as (delete from post_replays p using unnest(nums, subnums) as named (num, subnum) where p.board_id = board and p.num = named.num and p.subnum = named.subnum returning p.sha256),
    wanted as (delete from wanted_media p using unnest(nums, subnums) as named (num, subnum) where p.board_id = board and p.num = named.num and p.subnum = named.subnum),
    files as (delete from post_files p using unnest(nums, subnums) as named (num, subnum) where p.board_id = board and p.num = named.num and p.subnum = named.subnum returning p.media_hash_src, p.media_hash_thb)
  insert into media_removals (sha256)
  select p.media_hash_src from posts p, unnest(nums, subnums) as named (num, subnum) where p.board_id = board and p.num = named.num and p.subnum = named.subnum and p.media_hash_src is not null
  union select p.media_hash_thb from posts p, unnest(nums, subnums) as named (num, subnum) where p.board_id = board and p.num = named.num and p.subnum = named.subnum and p.media_hash_thb is not null
  union select media_hash_src from files where media_hash_src is not null
  union select media_hash_thb from files where media_hash_thb is not null
  union select sha256 from replays
  on conflict do nothing;
  with written as (
    update posts p set time_modified = purged_at, time_deleted_post = null, time_deleted_file = null, time_archived = null, time_bumped = null, name = null, tripcode = null, capcode = null, posterid = null, country = null, email = null, subject = null, comment = null, media_time = null, media_hash = null, media_hash_src = null, media_hash_thb = null, media_name = null, media_type = null, media_size = null, media_dims_src_w = null, media_dims_src_h = null, media_dims_thb_w = null, media_dims_thb_h = null, spoiler = false, sticky = null, closed = null, posters = null, replies = null, images = null, extra_files = null, hidden = true, time_purged = purged_at, extra = null, rev = nextval('post_rev')
      from unnest(nums, subnums) as named (num, subnum)
     where p.board_id = board and p.num = named.num and p.subnum = named.subnum and p.time_purged is null
    returning p.thread, p.rev
  )
  select array_agg(w.thread), array_agg(w.rev) into threads, revs from written w;
  if threads is not null then
    perform mark_threads(board, threads, revs, purged_at);
    perform count_threads(board, array(select distinct t from unnest(threads) t order by t), purged_at);
    insert into pending_hides (board_id, thread, num, subnum)
    select board, p.thread, p.num, p.subnum from posts p, unnest(nums, subnums) as named (num, subnum) where p.board_id = board and p.num = named.num and p.subnum = named.subnum
    on conflict (board_id, thread, num, subnum) do update set since = now();
  end if;
  insert into tombstones (board_id, num, subnum, purged_at, purged_by, reason)
  select board, named.num, named.subnum, purge_posts.purged_at, coalesce(actor, 'its writer'), why from unnest(nums, subnums) as named (num, subnum)
  on conflict do nothing;
  delete from quarantine p using unnest(nums, subnums) as named (num, subnum) where p.board_id = board and p.num = named.num and p.subnum = named.subnum;
  update messages p set subject = null, awaits = null from unnest(nums, subnums) as named (num, subnum)
   where p.board_id = board and p.num = named.num and named.subnum = 0;
  if actor is null then
    perform forget_audit_details(board,
      array(select named.num || case when named.subnum = 0 then '' else '_' || named.subnum end from unnest(nums, subnums) as named (num, subnum)));
  else
    delete from poster_addresses p using unnest(nums, subnums) as named (num, subnum) where p.board_id = board and p.num = named.num and p.subnum = named.subnum;
    lock table refusals in share mode;
    delete from refusals r where r.board_id = board and r.thread = any (of_threads);
    update refusals r set sample = '' where r.board_id = board and r.thread is null and r.sample <> '';
  end if;
  insert into tasks (kind, board_id, requested_by)
  select 'purge_segments', board, coalesce(actor, 'schedule')
   where exists (select from tombstones t where t.board_id = board and t.segments_purged_at is null)
  on conflict do nothing;
  perform pg_notify('sagasu_tasks', '');
end
$function$;
grant execute on function purge_posts(integer,bigint[],integer[],bigint[],timestamp with time zone,text,text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.queue_held_post()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into reported_posts (board_id, num, subnum, reports, held) values (new.board_id, new.num, new.subnum, 0, true)
  on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.read_ban(link uuid)
 RETURNS TABLE(board text, why text, since timestamp with time zone, until timestamp with time zone, lifted timestamp with time zone, appeals json)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    select (select o.name from boards o where o.id = b.board_id), case when b.reason_shown then b.reason end,
      b.created_at, b.expires_at, b.lifted_at,
      (select coalesce(json_agg(json_build_object(
           'written_at', a.written_at, 'decided_at', a.decided_at, 'granted', a.granted, 'answer', a.answer) order by a.id), '[]')
         from ban_appeals a where a.ban_id = b.id)
      from bans b where b.token = link;
end
$function$;
grant execute on function read_ban(uuid) to sagasu_server;

CREATE OR REPLACE FUNCTION public.read_cable_info(of_cabal integer, of_author bytea)
 RETURNS TABLE(bytes bytea, layout text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if session_user <> current_user and not is_admin() then
    raise exception 'only admins of all boards may do this' using errcode = 'insufficient_privilege';
  end if;
  return query
    select p.bytes, c.layout from cable_users u
    join cable_posts p on p.cabal_id = u.cabal_id and p.hash = u.hash join cabals c on c.id = u.cabal_id
    where u.cabal_id = of_cabal and u.author = of_author;
end
$function$;
grant execute on function read_cable_info(integer,bytea) to sagasu_server;

CREATE OR REPLACE FUNCTION public.read_follow_key(secret bytea)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  used constant bigint := use_follow_key(secret);
begin
  return (
    select jsonb_build_object('made_on', k.made_on, 'expires_on', (k.used_on + interval '1 year')::date, 'items', (
        select coalesce(jsonb_agg(follow_item_json(i.id) order by i.id), '[]') from follow_items i where i.key_id = k.id))
      from follow_keys k where k.id = used);
end
$function$;
grant execute on function read_follow_key(bytea) to sagasu_server;

CREATE OR REPLACE FUNCTION public.read_removal_ticket(token bytea)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function read_removal_ticket(bytea) to sagasu_server;

CREATE OR REPLACE FUNCTION public.read_report_ticket(hash bytea)
 RETURNS TABLE(board text, post bigint, ghost integer, reported timestamp with time zone, decided timestamp with time zone, outcome text, reply text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    select b.name, t.num, t.subnum, t.reported_at, t.decided_at, t.decision, t.answer
      from report_tickets t join boards b on b.id = t.board_id where t.token_hash = hash;
end
$function$;
grant execute on function read_report_ticket(bytea) to sagasu_server;

CREATE OR REPLACE FUNCTION public.refresh_cable_members(of_cabal integer, channels bytea[], authors bytea[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  with pairs as (
    select distinct p.channel, p.author from unnest(channels, authors) as p (channel, author)
  ), latest as (
    select p.channel, p.author, k.type, l.hash, l.rank, l.time
    from pairs p cross join unnest('{0,3,4,5}'::smallint[]) as k (type)
    cross join lateral (
      select c.hash, c.rank, c.time from cable_posts c
      where c.cabal_id = of_cabal and c.author = p.author and c.type = k.type and c.channel = p.channel
      order by c.rank desc, c.time desc, c.hash desc limit 1) l
  ), known as (
    select distinct on (channel, author) channel, author, type <> 5 as is_member,
      first_value(case when type in (4, 5) then hash end) over (
        partition by channel, author order by (type in (4, 5)) desc, rank desc, time desc, hash desc) as state
    from latest order by channel, author, rank desc, time desc, hash desc
  ), gone as (
    delete from cable_members m using pairs p
    where m.cabal_id = of_cabal and m.channel = p.channel and m.author = p.author
      and not exists (select from known k where k.channel = p.channel and k.author = p.author)
  )
  insert into cable_members (cabal_id, channel, author, is_member, state)
  select of_cabal, channel, author, is_member, state from known order by channel, author
  on conflict (cabal_id, channel, author) do update set is_member = excluded.is_member, state = excluded.state
  where (cable_members.is_member, cable_members.state) is distinct from (excluded.is_member, excluded.state);
end
$function$;
grant execute on function refresh_cable_members(integer,bytea[],bytea[]) to sagasu_scraper;

CREATE OR REPLACE FUNCTION public.refresh_cable_topics(of_cabal integer, channels bytea[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  with known as (
    select distinct u.channel, n.channel_name as name, t.hash
    from unnest(channels) as u (channel)
    cross join lateral (
      select c.channel_name from cable_posts c where c.cabal_id = of_cabal and c.channel = u.channel and c.channel <> ''
      order by c.channel_name limit 1) n
    left join lateral (
      select c.hash from cable_posts c where c.cabal_id = of_cabal and c.channel = u.channel and c.type = 3
      order by c.rank desc, c.time desc, c.hash desc limit 1) t on true
  ), gone as (
    delete from cable_topics t using unnest(channels) as u (channel)
    where t.cabal_id = of_cabal and t.channel = u.channel
      and not exists (select from known k where k.channel = u.channel)
  )
  insert into cable_topics (cabal_id, channel, name, hash)
  select of_cabal, channel, name, hash from known order by channel
  on conflict (cabal_id, channel) do update set name = excluded.name, hash = excluded.hash
  where (cable_topics.name, cable_topics.hash) is distinct from (excluded.name, excluded.hash);
end
$function$;
grant execute on function refresh_cable_topics(integer,bytea[]) to sagasu_scraper;

CREATE OR REPLACE FUNCTION public.remember_perceptual_hash()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.perceptual_hash is null then
    new.perceptual_hash := (
      select i.perceptual_hash from images i where (i.sha256 = new.hash or i.md5 = new.hash) and i.perceptual_hash is not null limit 1);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_board(named text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  board int;
  kept record;
  attempts int := 0;
  is_left boolean := true;
begin
  if session_user <> current_user and not is_admin() then
    raise exception 'only admins of all boards may do this' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('lock_timeout', '5s', true);
  select b.id into board from boards b where b.name = named for no key update;
  if board is null then
    return false;
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('sagasu_filters'), 0), pg_advisory_xact_lock(hashtext('sagasu_posts'), board);
  insert into media_removals (sha256)
    select p.media_hash_src from posts p where p.board_id = board and p.media_hash_src is not null
    union select p.media_hash_thb from posts p where p.board_id = board and p.media_hash_thb is not null
    union select f.media_hash_src from post_files f where f.board_id = board and f.media_hash_src is not null
    union select f.media_hash_thb from post_files f where f.board_id = board and f.media_hash_thb is not null
    union select r.sha256 from post_replays r where r.board_id = board
    on conflict do nothing;
  insert into removed_indices (name, board) select i.name, named from indices i where i.board_id = board on conflict do nothing;
  delete from audit_details d using audit_log l where l.id = d.audit_id and l.board_id = board and split_part(l.action, '.', 1) <> 'boards';
  while is_left and attempts < 5 loop
    is_left := false;
    attempts := attempts + 1;
    for kept in
      select c.conrelid::regclass as name, a.attname as of_board
        from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.confrelid = 'boards'::regclass and c.contype = 'f' and cardinality(c.conkey) = 1 and c.confdeltype <> 'n'
       order by 1
    loop
      begin
        execute format('delete from %s where %I = $1', kept.name, kept.of_board) using board;
      exception when foreign_key_violation then
        is_left := true;
      end;
    end loop;
  end loop;
  delete from wanted_media w where w.board_id = board;
  if to_regclass(format('posts_b%s', board)) is not null then
    execute format('drop table %I', format('posts_b%s', board));
  end if;
  delete from boards b where b.id = board;
  return true;
end
$function$;
grant execute on function remove_board(text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.remove_cable_channel()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('sagasu_cable'), old.cabal_id);
  perform forget_cable_channel(old.cabal_id, old.channel);
  if exists (select from cable_channels c where c.cabal_id = old.cabal_id) then
    return null;
  end if;
  if not exists (select from cable_tombstones t where t.cabal_id = old.cabal_id)
    and not exists (select from cable_blocked b where b.cabal_id = old.cabal_id)
  then
    delete from cabals c where c.id = old.cabal_id;
    return null;
  end if;
  delete from cable_posts p where p.cabal_id = old.cabal_id;
  delete from cable_members m where m.cabal_id = old.cabal_id;
  delete from cable_users u where u.cabal_id = old.cabal_id;
  delete from cable_topics t where t.cabal_id = old.cabal_id;
  delete from cable_links l where l.cabal_id = old.cabal_id
    and not exists (select from cable_tombstones t where t.cabal_id = l.cabal_id and t.hash = l.hash);
  delete from cabal_addresses a where a.cabal_id = old.cabal_id;
  delete from cable_peers p where p.cabal_id = old.cabal_id;
  delete from cable_refusals r where r.cabal_id = old.cabal_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_passkey(credential bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  is_removed boolean;
begin
  delete from passkeys where credential_id = credential and account_id = proven_account();
  is_removed := found;
  delete from recovery_codes c using accounts a
   where a.id = proven_account() and c.account_id = a.id and a.totp_step is null
     and not exists (select from passkeys p where p.account_id = a.id);
  return is_removed;
end
$function$;
grant execute on function remove_passkey(bytea) to sagasu_server;

CREATE OR REPLACE FUNCTION public.remove_totp()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update accounts set totp_secret = null, totp_step = null where id = proven_account();
  delete from recovery_codes c
   where c.account_id = proven_account() and not exists (select from passkeys p where p.account_id = c.account_id);
end
$function$;
grant execute on function remove_totp() to sagasu_server;

CREATE OR REPLACE FUNCTION public.rename_follow_item(secret bytea, item_id bigint, named text)
 RETURNS TABLE(outcome text, item jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  used constant bigint := use_follow_key(secret);
  changed bigint;
begin
  update follow_items i set name = named where i.id = item_id and i.key_id = used returning i.id into changed;
  return query select case when used is null then 'unknown' when changed is null then 'item_unknown' else 'done' end,
    follow_item_json(changed);
end
$function$;
grant execute on function rename_follow_item(bytea,bigint,text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.replace_recovery_codes(hashes bytea[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from recovery_codes where account_id = proven_account();
  insert into recovery_codes (account_id, code_hash) select proven_account(), unnest(hashes);
end
$function$;
grant execute on function replace_recovery_codes(bytea[]) to sagasu_server;

CREATE OR REPLACE FUNCTION public.reported_only_from(came_from inet, board integer, post bigint, ghost integer, most integer)
 RETURNS TABLE(board_id integer, num bigint, subnum integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function reported_only_from(inet,integer,bigint,integer,integer) to sagasu_server;

CREATE OR REPLACE FUNCTION public.retitle_cable_board(of_cabal integer, of_channel bytea, topic_hash bytea, topic text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update cable_channels c set titled_by = topic_hash
   where c.cabal_id = of_cabal and c.channel = of_channel and c.titled_by is distinct from topic_hash;
  if found then
    update boards b set title = coalesce(nullif(left(topic, 512), ''), b.name)
      from cable_channels c where c.cabal_id = of_cabal and c.channel = of_channel and b.id = c.board_id;
  end if;
end
$function$;
grant execute on function retitle_cable_board(integer,bytea,bytea,text) to sagasu_scraper;

CREATE OR REPLACE FUNCTION public.sees_dump(dump bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return exists (select from dumps d where d.id = dump);
end
$function$;
grant execute on function sees_dump(bigint) to sagasu_indexer;
grant execute on function sees_dump(bigint) to sagasu_server;

CREATE OR REPLACE FUNCTION public.sees_post(board integer, post bigint, ghost integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return exists (select from posts where board_id = board and num = post and subnum = ghost);
end
$function$;
grant execute on function sees_post(integer,bigint,integer) to sagasu_server;

CREATE OR REPLACE FUNCTION public.series_pending_from()
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  most constant int := 1000;
begin
  if most <= (select count(*) from (select from series_work limit most) as waiting) then
    return 0;
  end if;
  return (
    select min(p.rev) from (select distinct w.board_id, w.thread from series_work w) as waiting
      join posts p on p.board_id = waiting.board_id and p.thread = waiting.thread);
end
$function$;
grant execute on function series_pending_from() to sagasu_server;

CREATE OR REPLACE FUNCTION public.shows_file(file_md5 bytea, file_size bigint, file_sha256 bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return exists (select from files_of_posts p where p.media_hash = file_md5 and p.media_size = file_size and not p.hidden)
    or exists (select from files_of_posts p where p.media_hash_src = file_sha256 and not p.hidden);
end
$function$;
grant execute on function shows_file(bytea,bigint,bytea) to sagasu_indexer;
grant execute on function shows_file(bytea,bigint,bytea) to sagasu_server;

CREATE OR REPLACE FUNCTION public.staff_queues()
 RETURNS TABLE(queue text, board integer, items integer, oldest timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    select 'reports', r.board_id, count(*)::int, min(r.opened_at) from reported_posts r where r.closed_at is null group by r.board_id
    union all
    select 'held_posts', r.board_id, count(*)::int, min(r.opened_at)
      from reported_posts r where r.closed_at is null and r.held group by r.board_id
    union all
    select 'appeals', a.board_id, count(*)::int, min(a.written_at) from open_appeals a group by a.board_id;
end
$function$;
grant execute on function staff_queues() to sagasu_server;

CREATE OR REPLACE FUNCTION public.staffed_boards()
 RETURNS integer[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if pg_current_xact_id_if_assigned() is null then
    return '{}';
  end if;
  return coalesce(
    (select staffs from transaction_accounts where transaction = pg_current_xact_id_if_assigned()), '{}');
end
$function$;
grant execute on function staffed_boards() to sagasu_server;

CREATE OR REPLACE FUNCTION public.state_dump_release(of_dump bytea, of_contributor bytea, of_client text, of_version text, of_digest bytea, of_key bytea, of_signature bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  dump bigint;
  stated bigint;
begin
  if not exists (select from dump_release_keys k where k.key = of_key) then
    return;
  end if;
  select d.id into dump from dumps d where d.digest = of_dump and d.client = of_client and d.version = of_version;
  if dump is null then
    return;
  end if;
  insert into dump_releases (key, client, version, digest, signature)
    values (of_key, of_client, of_version, of_digest, of_signature) on conflict do nothing;
  select r.id into stated from dump_releases r
   where r.key = of_key and r.client = of_client and r.version = of_version and r.digest = of_digest;
  update dump_contributors c set release = stated
   where c.dump_id = dump and c.contributor = of_contributor and c.release is distinct from stated;
  if found and trust_by_release(of_contributor, stated, of_client, of_version) is not null then
    update dumps d set due_at = now() where d.id = dump and d.state = 0 and d.due_at = 'infinity';
  end if;
end
$function$;
grant execute on function state_dump_release(bytea,bytea,text,text,bytea,bytea,bytea) to sagasu_server;

CREATE OR REPLACE FUNCTION public.summarise_contributors(key bytea, most integer)
 RETURNS TABLE(contributor bytea, dumps bigint, used bigint, first_sent_at timestamp with time zone, last_sent_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    select c.contributor, count(*), count(*) filter (where d.state = 11), min(c.sent_at), max(c.sent_at)
      from dump_contributors c join dumps d on d.id = c.dump_id
     where key is null or c.contributor = key
     group by c.contributor order by 2 desc, 1 limit most;
end
$function$;
grant execute on function summarise_contributors(bytea,integer) to sagasu_server;

CREATE OR REPLACE FUNCTION public.take_new_passkey_challenge(token text)
 RETURNS bytea
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  found_challenge bytea;
begin
  update passkey_challenges c set taken = true
   where c.holder_hash = sha256(convert_to(token, 'UTF8')) and c.account_id = account_of_session(token) and c.purpose = 'add'
     and not c.taken and c.expires_at > now()
  returning c.challenge into found_challenge;
  return found_challenge;
end
$function$;
grant execute on function take_new_passkey_challenge(text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.take_passkey_challenge(holder text)
 RETURNS bytea
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  found_challenge bytea;
begin
  delete from passkey_challenges c
   where c.holder_hash = sha256(convert_to(holder, 'UTF8')) and c.account_id = proven_account() and c.purpose = 'prove'
     and c.expires_at > now()
  returning c.challenge into found_challenge;
  return found_challenge;
end
$function$;
grant execute on function take_passkey_challenge(text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.takes_ghosts(board integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return coalesce(board_setting(board, '{ghosts,allowed}') = 'true', false)
    and not exists (select from boards b where b.id = board and b.source = 'foolfuuka')
    and not exists (select from backfills f where f.board_id = board and f.source = 'foolfuuka');
end
$function$;
grant execute on function takes_ghosts(integer) to sagasu_server;

CREATE OR REPLACE FUNCTION public.trust_by_release(of_contributor bytea, of_release bigint, of_client text, of_version text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return (
    select r.trust from dump_releases r
     where r.id = of_release and r.client = of_client and r.version = of_version
       and (r.of_anybody or exists (select from dump_trust t where t.contributor = of_contributor and t.client = of_client)));
end
$function$;
grant execute on function trust_by_release(bytea,bigint,text,text) to sagasu_indexer;
grant execute on function trust_by_release(bytea,bigint,text,text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.unban_file(named bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  file bytea;
begin
  if session_user <> current_user and not moderates_all_boards() then
    raise exception 'only moderators of all boards may do this' using errcode = 'insufficient_privilege';
  end if;
  delete from banned_media b where b.hash = named;
  if not found then
    return false;
  end if;
  update file_changes set version = version + 1, changed_at = clock_timestamp();
  for file in
    update images i set banned = false
     where (i.sha256 = named or i.md5 = named) and i.banned
       and not exists (select from banned_media b where b.hash in (i.sha256, i.md5))
    returning i.sha256
  loop
    insert into wanted_media (board_id, num, subnum, place, kind, due_at, since)
    select * from (
      select p.board_id, p.num, p.subnum, p.place, 'file', now(), now() from files_of_posts p where p.media_hash_src = file order by p.num desc limit 1) shown
    on conflict (board_id, num, subnum, kind, place) do update set state = 'wanted', attempts = 0, due_at = excluded.due_at, queued_at = null;
  end loop;
  update wanted_media set state = 'wanted', attempts = 0, due_at = now(), queued_at = null where state = 'banned';
  return true;
end
$function$;
grant execute on function unban_file(bytea) to sagasu_server;

CREATE OR REPLACE FUNCTION public.undone_file_deletions(deletions jsonb)
 RETURNS TABLE(board_id integer, deletion jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select b.id, d from jsonb_array_elements(deletions) as d left join boards b on b.name = d ->> 'board'
   where not exists (
     select from audit_log l
      where l.action = 'posts.deletefile' and l.target ? 'posts' and l.target -> 'posts' ? (d ->> 'post')
        and coalesce(l.target ->> 'place', '0') = coalesce(d ->> 'place', '0')
        and l.board_id is not distinct from b.id and l.at >= (d ->> 'at')::timestamptz)
$function$;
grant execute on function undone_file_deletions(jsonb) to sagasu_scraper;
grant execute on function undone_file_deletions(jsonb) to sagasu_server;

CREATE OR REPLACE FUNCTION public.unmap_dumps()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  was text := coalesce(current_setting('sagasu.dump_actor', true), '');
begin
  perform set_config('sagasu.dump_actor', 'site', true);
  update dumps d set image_id = null, due_at = now(),
      reason = case when d.state in (91, 93) then d.reason end,
      state = case when d.state in (91, 93) then d.state else 0 end,
      changed_at = case when d.state in (0, 91, 93) then d.changed_at else now() end
    where d.image_id = old.id;
  perform set_config('sagasu.dump_actor', was, true);
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION public.use_follow_key(secret bytea)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  known follow_keys;
begin
  select * into known from follow_keys k where k.secret_hash = secret;
  if known.used_on < current_date then
    update follow_keys k set used_on = current_date where k.id = known.id;
  end if;
  return known.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.use_invitation(token text, hash text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  own int;
  called text;
begin
  update accounts a set password_hash = hash from invitations i
   where i.token_hash = sha256(convert_to(token, 'UTF8')) and i.expires_at > now()
     and a.id = i.account_id and a.password_hash is null and a.disabled_at is null returning a.id, a.name into own, called;
  delete from invitations where account_id = own;
  if own is not null then
    delete from transaction_accounts where transaction = pg_current_xact_id();
    insert into transaction_accounts (transaction, account, moderates, administers, is_admin)
    values (pg_current_xact_id(), called, '{}', '{}', false);
  end if;
  return called;
end
$function$;
grant execute on function use_invitation(text,text) to sagasu_server;

CREATE OR REPLACE FUNCTION public.use_recovery_code(hash bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update recovery_codes set used_at = now() where account_id = proven_account() and code_hash = hash and used_at is null;
  return found;
end
$function$;
grant execute on function use_recovery_code(bytea) to sagasu_server;

CREATE OR REPLACE FUNCTION public.watched_tasks()
 RETURNS TABLE(id bigint, kind text, board integer, status text, since timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function watched_tasks() to sagasu_server;

CREATE OR REPLACE FUNCTION public.withdraw_exports()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update public_exports e set purged_since = now()
  where e.purged_since is null and e.board_id in (select a.board_id from added a where a.purged_by <> 'its writer');
  return null;
end
$function$;
