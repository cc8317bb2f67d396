const COLUMNS = `
  b.id, b.action, b.query, b.reason, b.posts, b.elsewhere, b.created_by, b.created_at, b.confirmed_at, b.undone_at,
  array(select o.name from boards o where o.id = any (b.boards) order by o.name) as boards,
  (select count(*)::int from bulk_action_posts p where p.bulk_action_id = b.id and not p.done) as left,
  (select count(*)::int from bulk_action_posts p where p.bulk_action_id = b.id and p.done) as done`;

/** The newest first. Indexes: bulk_actions_pkey, bulk_action_posts_pkey. $1 id to begin below or null, $2 limit. */
export const LIST = `
  select ${COLUMNS} from bulk_actions b where $1::bigint is null or b.id < $1 order by b.id desc limit $2`;

/** Indexes: bulk_actions_pkey, bulk_action_posts_pkey. $1 id. */
export const FIND = `select ${COLUMNS} from bulk_actions b where b.id = $1`;

/** Locks the action until the transaction ends. Index: bulk_actions_pkey. $1 id. */
export const LOCK = 'select id from bulk_actions where id = $1 for update';

/** Previews that nobody confirmed. Index: bulk_actions_unconfirmed. */
export const FORGET_UNCONFIRMED = `
  delete from bulk_actions where confirmed_at is null and created_at < now() - interval '1 day'`;

/** $1 action, $2 query or null, $3 reason or null, $4 boards, $5 posts, $6 elsewhere. */
export const ADD = `
  insert into bulk_actions (action, query, reason, boards, posts, elsewhere, created_by)
  values ($1, $2, $3, $4, $5, $6, coalesce(account_of_transaction(), 'cli')) returning id`;

/** $1 id, $2 boards, $3 nums, $4 subnums. */
export const ADD_POSTS = `
  insert into bulk_action_posts (bulk_action_id, board_id, num, subnum)
  select $1, chosen.board_id, chosen.num, chosen.subnum
    from unnest($2::int[], $3::bigint[], $4::int[]) as chosen (board_id, num, subnum)
  on conflict do nothing`;

/** Indexes: bulk_action_posts_pkey, posts_pkey. $1 id, $2 limit. */
export const SAMPLE = `
  select b.name as board, p.num, p.subnum, p.thread, p.time_posted, p.name, p.subject, p.comment
    from (
      select board_id, num, subnum from bulk_action_posts where bulk_action_id = $1 and not done
      order by board_id, num desc, subnum desc limit $2) chosen
    join posts p on p.board_id = chosen.board_id and p.num = chosen.num and p.subnum = chosen.subnum
    join boards b on b.id = p.board_id
   order by p.board_id, p.num desc, p.subnum desc`;

/** Index: bulk_actions_pkey. $1 id. */
export const CONFIRM = 'update bulk_actions set confirmed_at = coalesce(confirmed_at, now()) where id = $1';

/** Index: bulk_actions_pkey. $1 id. */
export const NOTE_UNDONE = 'update bulk_actions set undone_at = coalesce(undone_at, now()) where id = $1';

/**
 * Posts of one board that the action has changed, or has not reached yet. Index: bulk_action_posts_pkey. $1 id, $2 whether done, $3
 * limit.
 */
export const SELECT_POSTS = `
  select board_id, num, subnum from bulk_action_posts
   where bulk_action_id = $1 and done = $2 order by board_id, num, subnum limit $3`;

/** Index: bulk_action_posts_pkey. $1 id, $2 board, $3 nums, $4 subnums. */
export const NOTE_DONE = `
  update bulk_action_posts p set done = true from unnest($3::bigint[], $4::int[]) as changed (num, subnum)
   where p.bulk_action_id = $1 and not p.done and p.board_id = $2 and p.num = changed.num and p.subnum = changed.subnum`;

/** Index: bulk_action_posts_pkey. $1 id, $2 board, $3 nums, $4 subnums. */
export const FORGET_UNCHANGED = `
  delete from bulk_action_posts p using unnest($3::bigint[], $4::int[]) as reached (num, subnum)
   where p.bulk_action_id = $1 and not p.done and p.board_id = $2 and p.num = reached.num and p.subnum = reached.subnum`;

/**
 * Posts that must not be shown again: posts purged or shown in between, or in a thread that is hidden as a whole.
 * Indexes: bulk_action_posts_pkey, posts_pkey, moderated_threads_pkey. $1 id.
 */
export const FORGET_DECIDED = `
  delete from bulk_action_posts a where a.bulk_action_id = $1 and (not a.done or not exists (
    select from posts p
     where p.board_id = a.board_id and p.num = a.num and p.subnum = a.subnum and p.hidden and p.time_purged is null
       and not exists (select from moderated_threads m where m.board_id = p.board_id and m.thread = p.thread)))`;

/** The function's comment names the indexes. $1 network or null; for a post $2 board, $3 num, $4 subnum, $5 and $6 bits of IPv4 and IPv6; $7 limit. */
export const POSTS_FROM_NETWORK = 'select board_id, num, subnum from posts_from_network($1, $2, $3, $4, $5, $6, $7)';

/** Row security shows moderators hidden posts as well. Index: posts_pkey. $1 boards, $2 nums, $3 subnums. */
export const VISIBLE_AMONG = `
  select p.board_id, p.num, p.subnum from unnest($1::int[], $2::bigint[], $3::int[]) as named (board_id, num, subnum)
    join posts p on p.board_id = named.board_id and p.num = named.num and p.subnum = named.subnum and not p.hidden`;

/** Posts with a file. Index: posts_pkey. $1 boards, $2 nums, $3 subnums. */
export const WITH_FILE_AMONG = `
  select p.board_id, p.num, p.subnum from unnest($1::int[], $2::bigint[], $3::int[]) as named (board_id, num, subnum)
    join posts p on p.board_id = named.board_id and p.num = named.num and p.subnum = named.subnum
   where p.media_hash_src is not null or p.media_hash is not null or p.extra_files is not null`;

/** Reads one row. */
export const MODERATED_BOARDS = 'select moderated_boards() as boards';
