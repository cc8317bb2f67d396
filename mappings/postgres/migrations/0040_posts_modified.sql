-- Up Migration

-- Lists of the posts that changed last. Every change of a post draws a new rev, so the order of revs is that of changes.
create index posts_modified on posts (board_id, rev) where not hidden;

-- Down Migration
