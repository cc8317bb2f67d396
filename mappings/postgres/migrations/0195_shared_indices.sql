-- Several boards can share an index: a row of `indices` is the membership of one board in one index.
alter table indices drop constraint indices_pkey, drop constraint indices_board_id_slice_build_key;
alter table indices
  -- True if other boards may have documents in this index. Its builds are numbers of the sequence shared_builds.
  add column is_shared boolean not null default false,
  add primary key (name, board_id),
  add unique (board_id, slice, build, is_shared);
create sequence shared_builds as int;
grant usage on sequence shared_builds to sagasu_indexer;

-- A removed board may leave documents in an index that other boards share.
alter table removed_indices drop constraint removed_indices_pkey, add primary key (name, board);
