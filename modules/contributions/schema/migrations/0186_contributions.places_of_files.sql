-- Up Migration

-- The file of the post that the change has altered: 0 for its first.
alter table dump_change_posts add column place int not null default 0;
alter table dump_change_posts drop constraint dump_change_posts_pkey, add primary key (change_id, board_id, num, subnum, place);
