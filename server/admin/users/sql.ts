/** Counts on users' unique name. $1 name. */
export const READ_USER = `select id, name, password_hash from users where name = $1`;

export interface UserRow {
  readonly id: number;
  readonly name: string;
  readonly password_hash: string;
}

export const HAS_USERS = `select exists (select 1 from users) as has_users`;

/** $1 name, $2 hash. */
export const INSERT_USER = `
  insert into users (name, password_hash) values ($1, $2) on conflict (name) do nothing returning id`;

/** Reads a table of some rows, with the sessions of each. */
export const LIST_USERS = `
  select u.name, u.created_at, max(s.last_seen) as last_seen
    from users u
    left join sessions s on s.user_id = u.id
   group by u.id
   order by u.name`;

/** In one statement: with the old password go all sessions that it opened. $1 name, $2 hash. */
export const CHANGE_PASSWORD = `
  with changed as (update users set password_hash = $2 where name = $1 returning id),
  ended as (delete from sessions s using changed where s.user_id = changed.id returning s.user_id)
  select (select count(*)::int from changed) as users, (select count(*)::int from ended) as sessions`;

/** Sessions go with it. $1 name. */
export const DELETE_USER = `delete from users where name = $1`;
