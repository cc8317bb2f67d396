-- Up Migration

-- The login role of imports, `sagasu import`: what others wrote into their dumps, databases and files is written by a role that may write
-- posts and files only. It sees hidden posts, which it must not show again, and neither accounts, addresses nor settings of staff.
do $$
begin
  if not exists (select from pg_roles where rolname = 'sagasu_importer') then
    begin
      create role sagasu_importer nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
end
$$;

grant usage on schema public to sagasu_importer;
grant usage on sequence post_rev, dirty_gen to sagasu_importer;
grant select on boards, tombstones, moderated_threads, banned_media, datastores to sagasu_importer;
grant select, insert, update on posts, dirty to sagasu_importer;
grant select, insert, update, delete on import_positions to sagasu_importer;
grant execute on function ensure_slice(int, bigint), active_filters(int), note_filtered(int, bigint[], bigint[], int[], text[]) to sagasu_importer;

-- Files, by the scraper's own code.
grant insert on datastores to sagasu_importer;
grant select, insert, update on images, post_replays to sagasu_importer;
grant select, insert, update, delete on wanted_media to sagasu_importer;
grant insert on media_removals to sagasu_importer;
grant select, update on file_changes to sagasu_importer;

do $$ declare secured name; begin
  foreach secured in array array['boards', 'tombstones', 'moderated_threads', 'banned_media', 'datastores', 'posts', 'images',
    'post_replays', 'wanted_media', 'media_removals'] loop
    execute format('create policy importer on %I to sagasu_importer using (true) with check (true)', secured);
  end loop;
end $$;
-- It adds no visible post to a hidden thread either.
alter policy hidden_threads_grow on posts to sagasu_scraper, sagasu_importer;

-- Down Migration

do $$ declare secured name; begin
  foreach secured in array array['boards', 'tombstones', 'moderated_threads', 'banned_media', 'datastores', 'posts', 'images',
    'post_replays', 'wanted_media', 'media_removals'] loop
    execute format('drop policy importer on %I', secured);
  end loop;
end $$;
alter policy hidden_threads_grow on posts to sagasu_scraper;
revoke all on all tables in schema public from sagasu_importer;
revoke all on all sequences in schema public from sagasu_importer;
revoke all on all functions in schema public from sagasu_importer;
revoke usage on schema public from sagasu_importer;
