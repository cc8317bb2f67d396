-- Up Migration

-- When a live index that Elasticsearch had lost was created again. Searches lack posts until every thread that was dirty then is
-- indexed; the column is then NULL again.
alter table indices add column refilling_since timestamptz;
