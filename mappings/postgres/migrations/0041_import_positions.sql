-- Up Migration

-- How far the import of a board from another archive's database has come: after an interruption, and between two imports.
create table import_positions (
  board_id       int not null references boards (id) on delete cascade,
  -- The database's address without user and password, or a hash of the dump's files.
  source         text not null,
  -- Rows up to here, in the source's own order, need not be read again.
  after          bigint not null check (after >= 0),
  -- The last row that was written. If the source has another row there, it is another table, and is read from its beginning.
  last_place     bigint not null,
  last_num       bigint not null,
  last_subnum    int not null,
  -- Older rows that the source changed since are read again. Seconds in the source's clock.
  changed_since  bigint not null,
  -- Which clock the times were read from: parts of the table, as in import/asagi/clock.ts.
  clock          jsonb not null,
  primary key (board_id, source)
);
