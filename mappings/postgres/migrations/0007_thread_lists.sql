-- Up Migration

-- Lists of a board's threads, which show no hidden one, so that pages far down are counted off in the index alone. They
-- take the place of two that held hidden openers too, and of those without a time_bumped first.
create index posts_threads_modified on posts (board_id, coalesce(time_bumped, time_posted) desc, num desc)
  where opener and not hidden;
create index posts_threads_created on posts (board_id, num desc) where opener and not hidden;
drop index posts_bumped;
drop index posts_opener;

-- A board's files, newest first.
create index posts_files on posts (board_id, num desc, subnum desc) where media_type is not null and not hidden;
