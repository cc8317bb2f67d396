-- Up Migration

-- The request whose harvest has found the file, such as a kick, so that the scraper can log it. Null for other harvests.
alter table wanted_media add column request_id text default nullif(current_setting('sagasu.request_id', true), '');
