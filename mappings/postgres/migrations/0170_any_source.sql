-- mappings/sources.ts lists the sources, and a module may add one: the code that adds boards and backfills refuses unknown names.
alter table boards drop constraint boards_source_check;
alter table backfills drop constraint backfills_source_check;
