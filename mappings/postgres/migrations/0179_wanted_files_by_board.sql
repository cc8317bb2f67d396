-- Due files of each board, so that boards take turns, and those that are in queues, which a board may limit.
create index wanted_media_board_due on wanted_media (board_id, due_at) where state = 'wanted';
create index wanted_media_queued on wanted_media (board_id, queued_at) where queued_at is not null;
drop index wanted_media_due;
