-- Up Migration

-- Admins of a board see who changed its row and settings, and can take changes of settings back. audit_log_board.
create policy board_admins on audit_log for select to sagasu_server
  using (split_part(action, '.', 1) = 'boards' and board_id = any ((select administered_boards())::int[]));

-- Down Migration
