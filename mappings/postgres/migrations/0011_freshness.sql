-- Up Migration

-- How fresh a thread is: whether its board's newest list has it, and when that came.
grant select (board_id, threads, seen_at) on board_lists to sagasu_server;
