/** 0050_bans.sql names the indexes of the functions. $1 board, $2 address. */
export const FIND_BAN = 'select link, on_all_boards, why, until from find_ban($1, $2)';

/** $1 network, $2 board or null, $3 reason, $4 whether the reason is shown, $5 end. */
export const ADD_BAN = 'select add_ban($1, $2, $3, $4, $5, null, null, null) as id';

/** $1 board, $2 num, $3 subnum, $4 and $5 bits of IPv4 and IPv6, $6 board of the ban or null, $7 reason, $8 whether it is shown, $9 end. */
export const ADD_BAN_OF_POSTER = 'select add_ban_of_poster($1, $2, $3, $4, $5, $6, $7, $8, $9) as id';

/** $1 board, $2 num, $3 subnum, $4 board of the ban or null, $5 reason, $6 whether it is shown, $7 end. */
export const ADD_BANS_OF_REPORTERS = 'select add_bans_of_reporters($1, $2, $3, $4, $5, $6, $7)::int[] as ids';

/** $1 token. */
export const READ_BAN = 'select board, why, since, until, lifted, appeals from read_ban($1)';

/** $1 token, $2 text. */
export const APPEAL_BAN = 'select appeal_ban($1, $2) as outcome';

/** $1 board, $2 num, $3 subnum, all null for a ban; $4 ban or null, $5 reason. */
export const VIEW_ADDRESSES = 'select kind, network::text, until from look_at_addresses($1, $2, $3, $4, $5)';

const STATES = {
  active: 'b.lifted_at is null and b.expires_at > now()',
  appealed: 'exists (select from open_appeals where ban_id = b.id)',
  ended: '(b.lifted_at is not null or b.expires_at <= now())',
} as const;
export type BanState = keyof typeof STATES;

/** The newest first. bans_pkey or bans_board; ban_appeals_ban for each. $1 board or null, $2 id to begin below or null, $3 limit. */
export const listBans = (state: BanState) => `
  select b.id, o.name as board, p.name as post_board, b.num, b.subnum, b.reason, b.reason_shown, b.banned_by, b.created_at,
    b.expires_at, b.lifted_at, b.lifted_by,
    (select coalesce(json_agg(json_build_object(
         'id', a.id, 'text', a.text, 'written_at', a.written_at, 'decided_at', a.decided_at, 'decided_by', a.decided_by,
         'granted', a.granted, 'answer', a.answer) order by a.id), '[]') from ban_appeals a where a.ban_id = b.id) as appeals
    from bans b left join boards o on o.id = b.board_id left join boards p on p.id = b.post_board
   where ${STATES[state]} and ($1::int is null or b.board_id = $1) and ($2::bigint is null or b.id < $2)
   order by b.id desc limit $3`;

/** Index: bans_pkey. $1 id, $2 account. */
export const LIFT_BAN = 'update bans set lifted_at = now(), lifted_by = $2 where id = $1 and lifted_at is null';

/** Locks the ban before the appeal. Indexes: ban_appeals_pkey, bans_pkey. $1 appeal. */
export const LOCK_APPEALED = `
  select id from bans where id = (select ban_id from ban_appeals where id = $1) for update`;

/** Index: ban_appeals_pkey. $1 id, $2 account, $3 whether it is granted, $4 answer or null. */
export const DECIDE_APPEAL = `
  update ban_appeals set decided_at = now(), decided_by = $2, granted = $3, answer = $4
   where id = $1 and decided_at is null returning ban_id`;
