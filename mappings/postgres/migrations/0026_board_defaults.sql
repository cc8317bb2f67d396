-- Up Migration

-- Settings of all boards, in the form of boards.settings, whose values take precedence. One row.
create table board_defaults (
  only_row  boolean primary key default true check (only_row),
  settings  jsonb not null default '{}' check (jsonb_typeof(settings) = 'object')
);
insert into board_defaults default values;

grant select on board_defaults to sagasu_scraper;
grant select, update (settings) on board_defaults to sagasu_server;
