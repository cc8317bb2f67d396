-- Up Migration

-- Columns that were written and never read.
alter table backfills drop column updated_at;
alter table datastores drop column created_at;
alter table identities drop column created_at;
alter table images drop column width, drop column height, drop column thumb_error, drop column stored_at;
alter table indices drop column created_at;
alter table moderated_threads drop column since;
alter table verifications drop column task_id, drop column found;
