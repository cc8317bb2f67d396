-- Up Migration

-- The visible posts of a thread with a file, counted from the rows like `replies`. What the source states stays in `extra`.
alter table posts add column images int check (images between 0 and 65535);
grant update (images) on posts to sagasu_server;

do $$
declare
  condition text;
begin
  select pg_get_constraintdef(oid) into strict condition
  from pg_constraint where conrelid = 'posts'::regclass and conname = 'posts_purged_is_empty';
  alter table posts drop constraint posts_purged_is_empty;
  execute 'alter table posts add constraint posts_purged_is_empty ' || replace(condition, 'replies,', 'replies, images,');
end $$;

with counted as (
  select o.board_id, o.num, (
    select least(count(media_type), 65535)::int from (
      select r.media_type from posts r
      where r.board_id = o.board_id and r.thread = o.num and not r.hidden
      limit 65536) visible) as images
  from posts o
  where o.opener and o.subnum = 0 and o.time_purged is null
), written as (
  update posts p
  set images = counted.images, time_modified = now(), rev = nextval('post_rev')
  from counted
  where p.board_id = counted.board_id and p.num = counted.num and p.subnum = 0
  returning p.board_id, p.thread, p.rev
)
insert into dirty (board_id, thread, gen, min_rev, since)
select board_id, thread, nextval('dirty_gen'), min(rev), now() from written group by board_id, thread
on conflict (board_id, thread) do update set
  gen = nextval('dirty_gen'), min_rev = least(dirty.min_rev, excluded.min_rev);

-- Down Migration
