-- Up Migration

-- The board is left out: a partition holds the posts of one board. With the board in front, PostgreSQL counted the posts of a thread by this
-- index, and so read the whole board, as long as a new partition had no statistics.
drop index posts_modified;
create index posts_modified on posts (rev) where not hidden;

-- Down Migration
