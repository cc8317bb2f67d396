/** Queries that answer the requests of peers. Hidden posts are not served. */
import type pg from 'pg';
import { prepared } from '../../../platform/postgres.ts';
import { MAX_ITEMS } from '../codec/limits.ts';
import { channelKey, type Cabal } from './cabal.ts';

/** Index: posts_pkey. A condition on `cable_posts p`. */
const IS_SHOWN = `not exists (select from posts a where a.board_id = p.board_id and a.num = p.num and a.subnum = 0 and a.hidden)`;

/** Index: cable_posts_pkey. $1 cabal, $2 hashes. */
const SELECT_BYTES = `
select p.bytes from unnest($2::bytea[]) with ordinality as u (hash, at)
join cable_posts p on p.cabal_id = $1 and p.hash = u.hash where ${IS_SHOWN} order by u.at`;

/** Hashes that are neither stored nor deleted. Indexes: cable_posts_pkey, cable_tombstones_pkey. $1 cabal, $2 hashes. */
const SELECT_MISSING = `
select u.hash from unnest($2::bytea[]) with ordinality as u (hash, at)
where not exists (select from cable_posts p where p.cabal_id = $1 and p.hash = u.hash)
  and not exists (select from cable_tombstones t where t.cabal_id = $1 and t.hash = u.hash)
order by u.at`;

/**
 * The texts and deletes of a channel, newest first, among them deletes of its members' infos.
 * Indexes: cable_posts_texts, cable_channel_deletes_time, cable_members_pkey. $1 cabal, $2 channel, $3 from, $4 before, $5 limit.
 */
const SELECT_RANGE = `
select hash, time from (
  (select p.hash, p.time from cable_posts p
   where p.cabal_id = $1 and p.channel = $2 and p.type = 0 and p.time >= $3 and p.time < $4 and ${IS_SHOWN}
   order by p.time desc, p.hash limit $5)
  union
  (select d.hash, d.time from cable_channel_deletes d
   where d.cabal_id = $1 and d.channel = $2 and d.time >= $3 and d.time < $4 order by d.time desc, d.hash limit $5)
  union
  (select d.hash, d.time from cable_channel_deletes d
   join cable_posts p on p.cabal_id = $1 and p.hash = d.hash
   join cable_members m on m.cabal_id = $1 and m.channel = $2 and m.author = p.author
   where d.cabal_id = $1 and d.channel = '' and d.time >= $3 and d.time < $4 order by d.time desc, d.hash limit $5)
) found order by time desc, hash limit $5`;

/**
 * The state of a channel: the latest join or leave of everybody who ever joined, the latest info of each member, the latest topic.
 * Indexes: cable_members_pkey, cable_users_pkey, cable_topics_pkey. $1 cabal, $2 channel.
 */
const SELECT_STATE = `
select m.state as hash from cable_members m where m.cabal_id = $1 and m.channel = $2 and m.state is not null
union
select u.hash from cable_members m join cable_users u on u.cabal_id = $1 and u.author = m.author
where m.cabal_id = $1 and m.channel = $2 and m.is_member
union
select t.hash from cable_topics t where t.cabal_id = $1 and t.channel = $2 and t.hash is not null
order by hash`;

/** Index: cable_topics_pkey. $1 cabal, $2 offset, $3 limit. */
const SELECT_CHANNELS = `
select name from cable_topics where cabal_id = $1 order by name offset $2 limit $3`;

/** Returns the stored posts among these that may be served, in the order of the hashes. */
export async function readPosts(pool: pg.Pool, { id }: Cabal, hashes: readonly Buffer[]): Promise<Buffer[]> {
  const { rows } = await pool.query<{ bytes: Buffer }>(prepared(SELECT_BYTES, [id, hashes]));
  return rows.map(({ bytes }) => bytes);
}

/** Returns the hashes that should be requested. */
export async function missingAmong(pool: pg.Pool, { id }: Cabal, hashes: readonly Buffer[]): Promise<Buffer[]> {
  const { rows } = await pool.query<{ hash: Buffer }>(prepared(SELECT_MISSING, [id, hashes]));
  return rows.map(({ hash }) => hash);
}

/** Indexes: cable_posts_pkey, cable_tombstones_pkey. $1 cabal, $2 hashes. */
const OLDEST_OF = `
select min(time) as time from (
  select p.time from cable_posts p where p.cabal_id = $1 and p.hash = any ($2::bytea[])
  union all select t.time from cable_tombstones t where t.cabal_id = $1 and t.hash = any ($2::bytea[])) known`;

/** Returns the oldest claimed time among the known posts; null if none is known. */
export async function oldestOf(pool: pg.Pool, { id }: Cabal, hashes: readonly Buffer[]): Promise<number | null> {
  const { rows } = await pool.query<{ time: string | null }>(prepared(OLDEST_OF, [id, hashes]));
  const time = rows[0]?.time ?? null;
  return time === null ? null : Number(time);
}

/** Index: cabal_sizes_pkey. $1 cabal. */
const STORED_BYTES = 'select bytes from cabal_sizes where cabal_id = $1';

/** Returns the size of all stored posts of the cabal. */
export async function storedBytes(pool: pg.Pool, { id }: Cabal): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(prepared(STORED_BYTES, [id]));
  return Number(rows[0]?.bytes ?? 0);
}

export interface TimeRange {
  readonly channel: string;
  /** Milliseconds since 1970, inclusive. */
  readonly timeStart: number;
  /** Exclusive; 0 for unlimited. */
  readonly timeEnd: number;
}

export interface HashInTime {
  readonly hash: Buffer;
  readonly time: number;
}

export async function readRange(
  pool: pg.Pool,
  { id }: Cabal,
  { channel, timeStart, timeEnd }: TimeRange,
  limit: number,
): Promise<HashInTime[]> {
  const end = timeEnd === 0 ? Number.MAX_SAFE_INTEGER : timeEnd;
  const values = [id, channelKey(channel), timeStart, end, limit];
  const { rows } = await pool.query<{ hash: Buffer; time: string }>(prepared(SELECT_RANGE, values));
  return rows.map(({ hash, time }) => ({ hash, time: Number(time) }));
}

export async function readState(pool: pg.Pool, { id }: Cabal, channel: string): Promise<Buffer[]> {
  const { rows } = await pool.query<{ hash: Buffer }>(prepared(SELECT_STATE, [id, channelKey(channel)]));
  return rows.map(({ hash }) => hash);
}

/** Returns channel names, ordered by their bytes. @param limit 0 for as many as fit into a message */
export async function readChannels(pool: pg.Pool, { id }: Cabal, offset: number, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ name: Buffer }>(SELECT_CHANNELS, [
    id,
    offset,
    limit === 0 ? MAX_ITEMS : Math.min(limit, MAX_ITEMS),
  ]);
  return rows.map(({ name }) => name.toString('utf8'));
}
