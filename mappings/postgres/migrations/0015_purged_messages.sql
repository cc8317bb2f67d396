-- Up Migration

-- A purge of a message empties what its row of `messages` keeps of the subject.
grant select (board_id, num), update (subject, awaits) on messages to sagasu_server;
