-- True if a visible post shows the file or names it. It runs with the caller's rights.
-- Index: posts_media_hash, posts_media_hash_src, and the same of post_files.
create or replace function shows_file(file_md5 bytea, file_size bigint, file_sha256 bytea) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return exists (select from files_of_posts p where p.media_hash = file_md5 and p.media_size = file_size and not p.hidden)
    or exists (select from files_of_posts p where p.media_hash_src = file_sha256 and not p.hidden);
end
$$;
