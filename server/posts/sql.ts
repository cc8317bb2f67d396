import { POST_COLUMNS } from '../../mappings/postgres/post-row.ts';

/** One row by posts_pkey (board_id, num, subnum). */
export const SELECT_POST = `
  select ${POST_COLUMNS}
  from posts p
  join boards b on b.id = p.board_id
  where p.board_id = $1 and p.num = $2 and p.subnum = $3 and not p.hidden`;
