-- Up Migration

-- Increments of an export have hidden posts too. Few posts are hidden: the index is small, and costs visible posts nothing.
create index posts_hidden_modified on posts (rev) where hidden;

-- Down Migration

drop index posts_hidden_modified;
