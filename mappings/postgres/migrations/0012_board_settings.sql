-- Up Migration

-- Admins change settings of boards, and let go what is held, in the pages too.
grant update (settings) on boards to sagasu_server;
grant update (state, due_at) on missing_posts, missing_threads, missing_files to sagasu_server;
