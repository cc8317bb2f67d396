-- The schema that the migrations in mappings/postgres/migrations lead to, printed from the catalog of a migrated database by
-- `npm run schema`. Nobody runs this file: it is for readers, and a test compares it with the database.
-- Partitions of posts are left out: ensure_slice creates them, one for each board and slice. The number 0003 was never used.


create sequence dirty_gen as bigint;
grant usage on dirty_gen to sagasu_indexer;
grant usage on dirty_gen to sagasu_scraper;
grant usage on dirty_gen to sagasu_server;

create sequence post_rev as bigint;
grant usage on post_rev to sagasu_indexer;
grant usage on post_rev to sagasu_scraper;
grant usage on post_rev to sagasu_server;

create table api_keys (
  id integer generated always as identity not null,
  name text not null,
  key_hash bytea not null,
  scopes text[] not null,
  per_minute integer,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint api_keys_key_hash_key UNIQUE (key_hash),
  constraint api_keys_name_key UNIQUE (name),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_key_hash_check CHECK ((length(key_hash) = 32)),
  constraint api_keys_per_minute_check CHECK ((per_minute > 0)),
  constraint api_keys_scopes_check CHECK ((scopes <@ ARRAY['read'::text, 'export'::text]))
);
grant select, update (last_used_at) on api_keys to sagasu_server;

create table backfills (
  board_id integer not null,
  source text not null,
  url text not null,
  source_name text not null,
  down_page integer default 1 not null,
  up_page integer default 1 not null,
  finished_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  down_num bigint,
  constraint backfills_pkey PRIMARY KEY (board_id, source, url, source_name),
  constraint backfills_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE,
  constraint backfills_source_check CHECK ((source = ANY (ARRAY['foolfuuka'::text, 'pipermail'::text]))),
  constraint backfills_source_name_check CHECK ((source_name <> ''::text))
);
grant insert, select, update on backfills to sagasu_scraper;
grant select on backfills to sagasu_server;

create table banned_media (
  hash bytea not null,
  reason text,
  banned_by text not null,
  since timestamp with time zone default now() not null,
  constraint banned_media_pkey PRIMARY KEY (hash),
  constraint banned_media_hash_check CHECK ((octet_length(hash) = ANY (ARRAY[16, 32])))
);
grant select on banned_media to sagasu_scraper;

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
  constraint boards_source_check CHECK ((source = ANY (ARRAY['4chan'::text, 'vichan'::text, 'foolfuuka'::text, 'pipermail'::text]))),
  constraint boards_source_name_check CHECK ((source_name <> ''::text))
);
grant select on boards to sagasu_indexer;
grant select on boards to sagasu_scraper;
grant select, update (settings) on boards to sagasu_server;

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
  created_at timestamp with time zone default now() not null,
  constraint datastores_name_key UNIQUE (name),
  constraint datastores_pkey PRIMARY KEY (id),
  constraint datastores_check CHECK (((last_byte >= first_byte) AND (last_byte <= 255))),
  constraint datastores_first_byte_check CHECK (((first_byte >= 0) AND (first_byte <= 255))),
  constraint datastores_kind_check CHECK ((kind = ANY (ARRAY['local'::text, 's3'::text]))),
  constraint datastores_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9_-]{0,31}$'::text))
);
grant insert, select on datastores to sagasu_scraper;
grant select on datastores to sagasu_server;

create table dirty (
  board_id integer not null,
  thread bigint not null,
  gen bigint not null,
  min_rev bigint not null,
  since timestamp with time zone not null,
  queued_gen bigint,
  queued_at timestamp with time zone,
  constraint dirty_pkey PRIMARY KEY (board_id, thread),
  constraint dirty_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id)
);
CREATE INDEX dirty_gen_order ON public.dirty USING btree (gen);
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
grant insert, select, update on forums to sagasu_scraper;
grant select on forums to sagasu_server;

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

create view harvested_boards as
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
  created_at timestamp with time zone not null,
  constraint identities_name_key UNIQUE (name),
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_name_check CHECK ((name <> ''::text))
);
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
grant select on identity_aliases to sagasu_scraper;
grant delete, insert, select, update on identity_aliases to sagasu_server;

create table images (
  id bigint generated always as identity not null,
  sha256 bytea not null,
  md5 bytea not null,
  pixels_sha3 bytea,
  perceptual_hash bigint,
  type text not null,
  size bigint not null,
  width integer,
  height integer,
  datastore_id integer,
  thumb_id bigint,
  thumb_error text,
  banned boolean default false not null,
  stored_at timestamp with time zone not null,
  constraint images_sha256_key UNIQUE (sha256),
  constraint images_pkey PRIMARY KEY (id),
  constraint images_datastore_id_fkey FOREIGN KEY (datastore_id) REFERENCES datastores(id),
  constraint images_thumb_id_fkey FOREIGN KEY (thumb_id) REFERENCES images(id),
  constraint images_md5_check CHECK ((octet_length(md5) = 16)),
  constraint images_pixels_sha3_check CHECK ((octet_length(pixels_sha3) = 32)),
  constraint images_sha256_check CHECK ((octet_length(sha256) = 32)),
  constraint images_size_check CHECK ((size > 0)),
  constraint images_type_check CHECK ((type ~ '^[a-z0-9]{1,8}$'::text))
);
CREATE INDEX images_md5 ON public.images USING btree (md5);
CREATE INDEX images_thumb ON public.images USING btree (thumb_id) WHERE (thumb_id IS NOT NULL);
grant delete, insert, select, update on images to sagasu_scraper;
grant select on images to sagasu_server;

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
  created_at timestamp with time zone default now() not null,
  state_since timestamp with time zone default now() not null,
  task_id bigint,
  verified_uuid text,
  verified_seq_no bigint,
  constraint indices_board_id_slice_build_key UNIQUE (board_id, slice, build),
  constraint indices_pkey PRIMARY KEY (name),
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

create table media_removals (
  sha256 bytea not null,
  due_at timestamp with time zone default now() not null,
  constraint media_removals_pkey PRIMARY KEY (sha256)
);
CREATE INDEX media_removals_due ON public.media_removals USING btree (due_at);
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
grant delete, insert, select, update on missing_threads to sagasu_scraper;
grant select, update (state, due_at) on missing_threads to sagasu_server;

create table moderated_threads (
  board_id integer not null,
  thread bigint not null,
  purged boolean not null,
  since timestamp with time zone default now() not null,
  constraint moderated_threads_pkey PRIMARY KEY (board_id, thread),
  constraint moderated_threads_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id)
);
grant select on moderated_threads to sagasu_scraper;
grant delete, insert, select, update on moderated_threads to sagasu_server;

create table moderation_log (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  actor text not null,
  action text not null,
  board_id integer not null,
  num bigint not null,
  subnum integer not null,
  reason text,
  constraint moderation_log_pkey PRIMARY KEY (id),
  constraint moderation_log_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id),
  constraint moderation_log_action_check CHECK ((action = ANY (ARRAY['hide'::text, 'show'::text, 'purge'::text])))
);
grant insert, select on moderation_log to sagasu_server;

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
grant select, update (since) on pending_hides to sagasu_indexer;
grant delete, insert, select, update on pending_hides to sagasu_server;

create table post_replays (
  board_id integer not null,
  num bigint not null,
  subnum integer not null,
  sha256 bytea not null,
  constraint post_replays_pkey PRIMARY KEY (board_id, num, subnum),
  constraint post_replays_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE
);
CREATE INDEX post_replays_sha256 ON public.post_replays USING btree (sha256);
grant delete, insert, select, update on post_replays to sagasu_scraper;
grant delete, select on post_replays to sagasu_server;

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
  poster_ip inet,
  extra jsonb,
  id bigint generated always as identity not null,
  rev bigint not null,
  time_purged timestamp with time zone,
  constraint posts_pkey PRIMARY KEY (board_id, num, subnum),
  constraint posts_num_check CHECK ((num > 0)),
  constraint posts_posters_check CHECK (((posters >= 0) AND (posters <= 65535))),
  constraint posts_purged_is_empty CHECK (((time_purged IS NULL) OR (hidden AND (NOT spoiler) AND (num_nonnulls(time_deleted_post, time_deleted_file, time_archived, time_bumped, name, tripcode, capcode, posterid, country, email, subject, comment, media_time, media_hash, media_hash_src, media_hash_thb, media_name, media_type, media_size, media_dims_src_w, media_dims_src_h, media_dims_thb_w, media_dims_thb_h, sticky, closed, posters, replies, poster_ip, extra) = 0)))),
  constraint posts_replies_check CHECK (((replies >= 0) AND (replies <= 65535))),
  constraint posts_subnum_check CHECK ((subnum >= 0)),
  constraint posts_thread_check CHECK ((thread > 0))
) partition by LIST (board_id);
CREATE INDEX posts_files ON ONLY public.posts USING btree (board_id, num DESC, subnum DESC) WHERE ((media_type IS NOT NULL) AND (NOT hidden));
CREATE INDEX posts_id ON ONLY public.posts USING btree (id);
CREATE INDEX posts_media_hash ON ONLY public.posts USING btree (media_hash, num) WHERE (media_hash IS NOT NULL);
CREATE INDEX posts_media_hash_src ON ONLY public.posts USING btree (media_hash_src, num) WHERE (media_hash_src IS NOT NULL);
CREATE INDEX posts_media_hash_thb ON ONLY public.posts USING btree (media_hash_thb, num) WHERE (media_hash_thb IS NOT NULL);
CREATE INDEX posts_media_time ON ONLY public.posts USING btree (board_id, media_time) WHERE (media_time IS NOT NULL);
CREATE INDEX posts_num ON ONLY public.posts USING btree (num);
CREATE INDEX posts_thread ON ONLY public.posts USING btree (board_id, thread, num, subnum);
CREATE INDEX posts_threads_created ON ONLY public.posts USING btree (board_id, num DESC) WHERE (opener AND (NOT hidden));
CREATE INDEX posts_threads_modified ON ONLY public.posts USING btree (board_id, COALESCE(time_bumped, time_posted) DESC, num DESC) WHERE (opener AND (NOT hidden));
grant select, update (rev) on posts to sagasu_indexer;
grant insert, select, update on posts to sagasu_scraper;
grant select, update (time_modified, time_deleted_post, time_deleted_file, time_archived, time_bumped, name, tripcode, capcode, posterid, country, email, subject, comment, media_time, media_hash, media_hash_src, media_hash_thb, media_name, media_type, media_size, media_dims_src_w, media_dims_src_h, media_dims_thb_w, media_dims_thb_h, spoiler, sticky, closed, posters, replies, hidden, poster_ip, extra, rev, time_purged) on posts to sagasu_server;

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
grant delete, insert, select, update on quarantine to sagasu_indexer;
grant delete, select on quarantine to sagasu_server;

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

create table refusals (
  board_id integer not null,
  url text not null,
  reason text not null,
  sample text not null,
  times bigint default 1 not null,
  first_seen timestamp with time zone not null,
  last_seen timestamp with time zone not null,
  thread bigint,
  constraint refusals_pkey PRIMARY KEY (board_id, url, reason),
  constraint refusals_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id)
);
CREATE INDEX refusals_thread ON public.refusals USING btree (board_id, thread);
grant insert, select, update on refusals to sagasu_scraper;
grant delete, select, update (sample) on refusals to sagasu_server;

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
grant insert, select on senders to sagasu_scraper;

create table sessions (
  id_hash bytea not null,
  user_id integer not null,
  created_at timestamp with time zone default now() not null,
  last_seen timestamp with time zone default now() not null,
  constraint sessions_pkey PRIMARY KEY (id_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);
grant delete, insert, select, update on sessions to sagasu_server;

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
grant delete, insert, select, update on task_requests to sagasu_server;

create table tasks (
  id bigint generated always as identity not null,
  kind text not null,
  board_id integer not null,
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
  constraint tasks_pkey PRIMARY KEY (id),
  constraint tasks_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id),
  constraint tasks_kind_check CHECK ((kind = ANY (ARRAY['reindex'::text, 'rollback'::text, 'verify'::text, 'purge_segments'::text]))),
  constraint tasks_requested_action_check CHECK ((requested_action = ANY (ARRAY['run'::text, 'pause'::text, 'cancel'::text]))),
  constraint tasks_status_check CHECK ((status = ANY (ARRAY['enqueued'::text, 'processing'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX tasks_of_board ON public.tasks USING btree (board_id, id DESC);
CREATE UNIQUE INDEX tasks_one_change ON public.tasks USING btree (board_id) WHERE ((status = ANY (ARRAY['enqueued'::text, 'processing'::text])) AND (kind = ANY (ARRAY['reindex'::text, 'rollback'::text])));
CREATE UNIQUE INDEX tasks_one_of_kind ON public.tasks USING btree (board_id, kind) WHERE (status = ANY (ARRAY['enqueued'::text, 'processing'::text]));
CREATE INDEX tasks_unfinished ON public.tasks USING btree (id) WHERE (status = ANY (ARRAY['enqueued'::text, 'processing'::text]));
grant insert, select, update on tasks to sagasu_indexer;
grant select on tasks to sagasu_scraper;
grant insert, select, update on tasks to sagasu_server;

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
grant select, update (segments_purged_at) on tombstones to sagasu_indexer;
grant select on tombstones to sagasu_scraper;
grant insert, select on tombstones to sagasu_server;

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

create table users (
  id integer generated always as identity not null,
  name text not null,
  password_hash text not null,
  created_at timestamp with time zone default now() not null,
  constraint users_name_key UNIQUE (name),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9._-]{0,31}$'::text))
);
grant delete, insert, select, update on users to sagasu_server;

create table verifications (
  board_id integer not null,
  task_id bigint,
  verified_at timestamp with time zone not null,
  found bigint not null,
  drift bigint not null,
  documents bigint not null,
  constraint verifications_pkey PRIMARY KEY (board_id),
  constraint verifications_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id),
  constraint verifications_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE SET NULL
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
  constraint wanted_media_pkey PRIMARY KEY (board_id, num, subnum, kind),
  constraint wanted_media_kind_check CHECK ((kind = ANY (ARRAY['file'::text, 'thumb'::text, 'replay'::text]))),
  constraint wanted_media_state_check CHECK ((state = ANY (ARRAY['wanted'::text, 'gone'::text, 'refused'::text, 'banned'::text])))
);
CREATE INDEX wanted_media_due ON public.wanted_media USING btree (due_at) WHERE (state = 'wanted'::text);
grant delete, insert, select, update on wanted_media to sagasu_scraper;
grant delete, select on wanted_media to sagasu_server;

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
  -- Two scrapers may meet the first post of a slice at once. "if not exists" looks anew; to_regclass may still remember
  -- that there was nothing before the wait.
  perform pg_advisory_xact_lock(hashtext('ensure_slice'), wanted_board);
  execute format('create table if not exists %I partition of posts for values in (%s) partition by range (num)',
    board_table, wanted_board);
  execute format('create table if not exists %I partition of %I for values from (%s) to (%s)',
    slice_table, board_table, wanted_slice * size, (wanted_slice + 1) * size);
end
$function$;
grant execute on function ensure_slice(integer,bigint) to sagasu_scraper;
