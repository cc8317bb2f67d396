-- Up Migration

-- Version of the rule by which the thumbnail of a file was drawn (THUMBNAIL_RULE in mappings/media.ts): `sagasu media redraw` draws older ones anew.
alter table images add column thumb_rule smallint not null default 1;
create index images_thumb_rule on images (thumb_rule, id) where thumb_id is not null;

-- Down Migration
