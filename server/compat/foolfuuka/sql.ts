import { ARCHIVED_COLUMNS } from '../../threads/sql.ts';

/**
 * Rows by posts_pkey (board_id, num, subnum), each in its own partition; hidden ones come back as none. $1 names of boards,
 * $2 nums, $3 subnums, behind selects as in server/search/hydrate/sql.ts.
 */
export const SELECT_ARCHIVED = `
  with wanted as materialized (
    select boards.id, boards.name, key.num, key.subnum
    from unnest((select $1::text[]), (select $2::bigint[]), (select $3::int[])) as key (board, num, subnum)
    join boards on boards.name = key.board
  )
  select ${ARCHIVED_COLUMNS}
  from wanted b
  join posts p on p.board_id = b.id and p.num = b.num and p.subnum = b.subnum
  where not p.hidden`;
