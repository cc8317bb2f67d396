-- Visible posts of a board with a file of this name at the source. It runs with the owner's rights, since row security would
-- keep servers from the indexes.
-- Index: posts_file_name, post_files_file_name, posts_pkey.
create or replace function posts_of_file_name(of_board int, file_name text) returns table (num bigint, subnum int)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.num, p.subnum from posts p
   where p.board_id = of_board and p.extra ? 'tim' and p.extra ->> 'tim' = file_name and not p.hidden
  union
  select f.num, f.subnum from post_files f
   where f.board_id = of_board and f.extra ? 'tim' and f.extra ->> 'tim' = file_name
     and exists (select from posts p where p.board_id = f.board_id and p.num = f.num and p.subnum = f.subnum and not p.hidden)
$$;
