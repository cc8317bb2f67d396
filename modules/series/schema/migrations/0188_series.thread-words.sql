-- Up Migration

-- The words name a thread, as those of "Screenshot Thread". Older rows follow with `sagasu series rebuild`.
alter table series_openers add column is_thread boolean not null default false;
