/** Removes everything that an author has written in the cabal of a board, and refuses what comes later. */
import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { RemovalLog } from '../../platform/removal-log.ts';
import { listBoards } from '../../store/boards/boards.ts';
import { NotFoundError } from '../http/errors.ts';
import type { HideNotices } from '../visibility/fallback-snapshot.ts';
import { moderate } from './moderate.ts';

/** cable_channels_board_id_key. $1 board. */
const FIND_CABAL = 'select cabal_id from cable_channels where board_id = $1';

/** The lock that stores posts of the cabal: from the commit on nothing of the author is taken. $1 cabal. */
const LOCK_CABAL = `select pg_advisory_xact_lock(hashtext('sagasu_cable'), $1)`;

/** cable_blocked_pkey. $1 cabal, $2 author, $3 actor, $4 reason. */
const BLOCK = `
insert into cable_blocked (cabal_id, author, blocked_by, reason) values ($1, $2, $3, $4) on conflict do nothing`;

/** cable_posts_author. $1 cabal, $2 author, $3 limit. Posts of boards. */
const PUBLISHED = `
select board_id, num from cable_posts where cabal_id = $1 and author = $2 and board_id is not null and num is not null limit $3`;

/** What is on no board: joins, topics, names, deletes, and texts that are not published yet. cable_posts_author. $1 cabal, $2 author. */
const DROP_REST = `
with gone as (
  delete from cable_posts where cabal_id = $1 and author = $2 and num is null
  returning hash, author, type, channel, time, rank
), kept as (
  insert into cable_tombstones (cabal_id, hash, author, type, channel, time, rank)
  select $1, hash, author, type, channel, time, rank from gone on conflict do nothing
)
select count(*)::int as posts, coalesce(array_agg(distinct channel) filter (where channel <> ''), '{}') as channels from gone`;

/** $1 cabal, $2 channels, $3 author. */
const REFRESH_MEMBERS = `
select refresh_cable_members($1, $2, array(select $3::bytea from unnest($2::bytea[])))`;
const REFRESH_TOPICS = 'select refresh_cable_topics($1, $2)';

/** cable_users_pkey. $1 cabal, $2 author. */
const DELETE_USER = 'delete from cable_users where cabal_id = $1 and author = $2';

const AT_ONCE = 500;

export interface BlockRequest {
  readonly board: Pick<Board, 'id' | 'name'>;
  /** The author's public key, 32 bytes. */
  readonly author: Buffer;
  readonly actor: string;
  readonly reason: string | null;
  readonly now: Date;
}

export interface Blocked {
  /** Posts of boards that were purged. */
  readonly purged: number;
  /** Other posts of the cabal. */
  readonly dropped: number;
}

/** Safe to repeat: what an interruption left is done by the next call. @throws NotFoundError if the board is no channel */
export async function blockCableAuthor(
  pool: Pool,
  { board, author, actor, reason, now }: BlockRequest,
  copy: HideNotices | null,
  log: RemovalLog | null,
): Promise<Blocked> {
  const { rows } = await pool.query<{ cabal_id: number }>(FIND_CABAL, [board.id]);
  const cabal = rows[0]?.cabal_id;
  if (cabal === undefined) throw new NotFoundError('board_no_channel', `/${board.name}/ is no channel of a cabal.`);
  await inTransaction(pool, async (client) => {
    await client.query(LOCK_CABAL, [cabal]);
    await client.query(BLOCK, [cabal, author, actor, reason]);
  });
  const boards = new Map((await listBoards(pool)).map((one) => [one.id, one]));
  let purged = 0;
  for (;;) {
    const { rows: posts } = await pool.query<{ board_id: number; num: string }>(PUBLISHED, [cabal, author, AT_ONCE]);
    if (posts.length === 0) {
      const dropped = await dropRest(pool, cabal, author);
      // A text that was being published meanwhile is a post now.
      if (dropped !== null) return { purged, dropped };
      continue;
    }
    for (const [id, ofBoard] of Map.groupBy(posts, (post) => post.board_id)) {
      const found = boards.get(id);
      if (found === undefined) continue;
      const numbers = ofBoard.map(({ num }) => ({ num: Number(num), subnum: 0 }));
      const request = { action: 'purge', board: found, posts: numbers, threads: false, actor, reason, now } as const;
      purged += (await moderate(pool, request, copy, log)).posts.length;
    }
  }
}

/** null if the author has a post on a board again: it was published between two looks. */
async function dropRest(pool: Pool, cabal: number, author: Buffer): Promise<number | null> {
  return inTransaction(pool, async (client) => {
    await client.query(LOCK_CABAL, [cabal]);
    const { rowCount } = await client.query(PUBLISHED, [cabal, author, 1]);
    if (rowCount !== 0) return null;
    const { rows } = await client.query<{ posts: number; channels: Buffer[] }>(DROP_REST, [cabal, author]);
    const { posts = 0, channels = [] } = rows[0] ?? {};
    await client.query(REFRESH_MEMBERS, [cabal, channels, author]);
    await client.query(REFRESH_TOPICS, [cabal, channels]);
    await client.query(DELETE_USER, [cabal, author]);
    return posts;
  });
}
