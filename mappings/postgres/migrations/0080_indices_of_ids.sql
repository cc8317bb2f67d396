-- Up Migration

-- Whether the index holds whole posts (`documents`), or only what searches read (`ids`). A board's setting index.documents says
-- it of indices that are created from now on.
alter table indices add column has_documents boolean not null default true;

-- The setting of all boards.
grant select on board_defaults to sagasu_indexer;
create policy indexer on board_defaults for select to sagasu_indexer using (true);

-- Down Migration
