-- Up Migration

-- Bulk actions also delete and ban the files of their posts.
alter table bulk_actions drop constraint bulk_actions_action_check;
alter table bulk_actions add constraint bulk_actions_action_check check (action in ('hide', 'purge', 'delete_file', 'ban_file'));

-- Down Migration
