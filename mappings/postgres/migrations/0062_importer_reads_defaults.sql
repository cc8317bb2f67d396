-- Up Migration

-- The list of boards has the defaults of all boards, such as the size of slices.
grant select on board_defaults to sagasu_importer;
create policy importer on board_defaults for select to sagasu_importer using (true);

-- Down Migration

drop policy importer on board_defaults;
revoke select on board_defaults from sagasu_importer;
