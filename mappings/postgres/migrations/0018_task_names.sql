-- Up Migration

-- The task that makes Elasticsearch forget what purged posts were is named for what it does.
alter table tasks drop constraint tasks_kind_check;
update tasks set kind = 'purge_segments' where kind = 'expunge';
alter table tasks add constraint tasks_kind_check check (kind in ('reindex', 'rollback', 'verify', 'purge_segments'));

-- What an admin last requested of an unfinished task: that it runs, pauses or is cancelled.
alter table tasks rename column wish to requested_action;
alter table tasks rename constraint tasks_wish_check to tasks_requested_action_check;

-- When no segment of any index held the purged post's content any more.
alter table tombstones rename column expunged_at to segments_purged_at;
alter index tombstones_unexpunged rename to tombstones_in_segments;
