-- Up Migration

-- How many entries of the document, such as posts of a thread, were refused alone; null where the document was refused as a whole.
alter table refusals add column entries int;

-- Admins list the newest.
create index refusals_last_seen on refusals (last_seen);
