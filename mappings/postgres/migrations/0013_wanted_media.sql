-- Up Migration

-- As posts, with which these rows are written in one statement: their board is not looked up once a file.
alter table wanted_media drop constraint wanted_media_board_id_fkey;
