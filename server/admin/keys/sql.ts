/** Counts on api_keys' unique name. $1 name, $2 hash, $3 scopes, $4 cost a minute, $5 now, $6 expires. */
export const INSERT_KEY = `
  insert into api_keys (name, key_hash, scopes, per_minute, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6) on conflict (name) do nothing`;

/** Reads all of a small table. */
export const LIST_KEYS = `
  select name, scopes, per_minute, created_at, expires_at, last_used_at from api_keys order by name`;

export interface ListedKeyRow {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly per_minute: number | null;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
}

/** api_keys' unique name. $1 name. */
export const DELETE_KEY = 'delete from api_keys where name = $1';

/** api_keys' unique hash. $1 hash, $2 now. */
export const READ_KEY = `
  select id, scopes, per_minute, expires_at, last_used_at
    from api_keys
   where key_hash = $1 and (expires_at is null or expires_at > $2)`;

export interface KeyRow {
  readonly id: number;
  readonly scopes: readonly string[];
  readonly per_minute: number | null;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
}

/** api_keys_pkey. $1 id, $2 now. */
export const TOUCH_KEY = 'update api_keys set last_used_at = $2 where id = $1';
