-- Up Migration

-- `sagasu import` does these itself. An indexer ends those whose command was killed.
alter table tasks drop constraint tasks_kind_check;
alter table tasks add constraint tasks_kind_check check (kind in ('reindex', 'rollback', 'verify', 'purge_segments', 'import'));

-- Down Migration
