-- Up Migration

-- released: was held, and somebody let it go. It is judged as what is missing, and counts towards no mass.
alter table missing_posts drop constraint missing_posts_state_check,
  add constraint missing_posts_state_check check (state in ('missing', 'held', 'released', 'deleted'));
alter table missing_files drop constraint missing_files_state_check,
  add constraint missing_files_state_check check (state in ('missing', 'held', 'released', 'deleted'));
alter table missing_threads drop constraint missing_threads_state_check,
  add constraint missing_threads_state_check check (state in ('missing', 'held', 'released'));

drop index missing_posts_due;
create index missing_posts_due on missing_posts (board_id, due_at) where state in ('missing', 'released');
drop index missing_files_due;
create index missing_files_due on missing_files (board_id, due_at) where state in ('missing', 'released');
