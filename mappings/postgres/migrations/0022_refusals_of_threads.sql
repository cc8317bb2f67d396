-- Up Migration

-- The thread whose document or file was refused, so that a purge finds what quotes its posts wherever it came from. NULL: a list,
-- a document that may be of another thread than the requested one, and every refusal from before this migration.
alter table refusals add column thread bigint;
create index refusals_thread on refusals (board_id, thread);

-- Posts that are purged already may be quoted by samples that nothing removed. tombstones_pkey.
update refusals r set sample = ''
 where r.sample <> '' and exists (select 1 from tombstones t where t.board_id = r.board_id);

-- A purge empties samples.
grant update (sample) on refusals to sagasu_server;
