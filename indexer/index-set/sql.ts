/** Serialises the changes of one board's set: whoever has written this row holds it until its transaction ends. $1 board. */
export const HOLD_SET = `
  insert into index_sets (board_id, version) values ($1, 1)
  on conflict (board_id) do update set version = index_sets.version
  returning (select name from boards where id = $1) as board`;

/** Counts on indices_one_live's board. $1 board. */
export const READ_INDICES = `
  select name, slice, build, mapping_version, state
    from indices
   where board_id = $1 and state in ('live', 'building')`;

/** Counts on the unique index of indices (board_id, slice, build). $1 board, $2 slice. */
export const HIGHEST_BUILD = `
  select coalesce(max(build), 0) as build from indices where board_id = $1 and slice = $2`;

/** $1 name, $2 board, $3 slice, $4 build, $5 mapping version. */
export const ADD_LIVE = `
  insert into indices (name, board_id, slice, build, mapping_version, state) values ($1, $2, $3, $4, $5, 'live')`;

/** $1 board. */
export const RAISE_VERSION = `
  update index_sets set version = version + 1 where board_id = $1`;

/** Threads in order, so that two of these cannot wait for each other. Counts on posts' primary key. $1 board, $2 slice. */
export const MARK_SLICE = `
  insert into dirty (board_id, thread, gen, min_rev, since)
  select $1, t.thread, nextval('dirty_gen'), 1, now()
    from (select distinct p.thread
            from posts p
            join boards b on b.id = p.board_id
           where p.board_id = $1 and p.num >= $2 * b.slice_size and p.num < ($2 + 1) * b.slice_size
           order by p.thread) t
  on conflict (board_id, thread) do update set gen = excluded.gen, min_rev = excluded.min_rev`;

/** The slice where new posts arrive; 0 for a board without posts. Counts on posts' primary key, read from its end. */
export const READ_BOARDS = `
  select b.id, b.name,
         coalesce((select max(p.num) from posts p where p.board_id = b.id), 0) / b.slice_size as newest_slice
    from boards b
   order by b.id`;

/** Read at start-up only. $1 this program's mapping version. */
export const READ_OUTDATED = `
  select distinct b.name, i.mapping_version
    from indices i
    join boards b on b.id = i.board_id
   where i.state = 'live' and i.mapping_version <> $1
   order by b.name, i.mapping_version`;

export const READ_EPOCH = `select epoch from sync_state`;
