/**
 * Only while the user's password is the one that was right: it may be changed at this moment. Counts on users_pkey.
 * $1 hash of the token, $2 user, $3 the password's hash, $4 now.
 */
export const INSERT_SESSION = `
  insert into sessions (id_hash, user_id, created_at, last_seen)
  select $1, id, $4, $4 from users where id = $2 and password_hash = $3 for share
  returning user_id`;

/** Counts on sessions_pkey. $1 hash of the token, $2 last seen after, $3 created after. */
export const READ_SESSION = `
  select u.id, u.name, s.last_seen
    from sessions s
    join users u on u.id = s.user_id
   where s.id_hash = $1 and s.last_seen > $2 and s.created_at > $3`;

export interface SessionRow {
  readonly id: number;
  readonly name: string;
  readonly last_seen: Date;
}

/** Counts on sessions_pkey. $1 hash of the token, $2 now. */
export const TOUCH_SESSION = `update sessions set last_seen = $2 where id_hash = $1 and last_seen < $2`;

/** Counts on sessions_pkey. $1 hash of the token. */
export const DELETE_SESSION = `delete from sessions where id_hash = $1`;

/** Reads all of a small table. $1 last seen up to, $2 created up to. */
export const DELETE_EXPIRED = `delete from sessions where last_seen <= $1 or created_at <= $2`;
