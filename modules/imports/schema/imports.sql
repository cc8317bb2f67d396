-- Progress of imports from other archives' databases.

-- Progress of the import of a board from another archive's database: after an interruption, and between two imports.
create table import_positions (
  board_id       int not null references boards (id) on delete cascade,
  -- The database's address without user and password, or a hash of the dump's files.
  source         text not null,
  -- Rows up to here, in the source's order, need not be read again.
  after          bigint not null check (after >= 0),
  -- The last written row. If the source has another row there, it is another table, and the import reads it from the beginning.
  last_place     bigint not null,
  last_num       bigint not null,
  last_subnum    int not null,
  -- Older rows that the source changed since then are read again. Seconds of the source's clock.
  changed_since  bigint not null,
  -- The clock of the times, by parts of the table: modules/imports/asagi/clock.ts.
  clock          jsonb not null,
  primary key (board_id, source)
);
grant select, insert, update, delete on import_positions to sagasu_importer;
