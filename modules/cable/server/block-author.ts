/** Purges all posts of an author in a cabal and refuses new ones. For admins of all boards. */
import type { Pool, PoolClient } from 'pg';
import type { BlockedCabalAuthor, CabalAuthor } from '../contract/cabals.ts';
import type { RemovalLog } from '../../../platform/removal-log.ts';
import { listBoards } from '../../../store/boards/boards.ts';
import { asAdmin } from '../../../server/admin/as-account.ts';
import { NotFoundError } from '../../../server/shared/errors.ts';
import type { HiddenPostsCache } from '../../../server/visibility/fallback-snapshot.ts';
import { readAuthorInfo } from './author-info.ts';
import { moderate } from '../../../server/moderation/moderate.ts';

/** Index: cabals_pkey. $1 cabal. */
const IS_CABAL = 'select from cabals where id = $1';

/** Index: cable_channels_board_id_key. $1 board. */
const FIND_CABAL = 'select cabal_id from cable_channels where board_id = $1';

/** Indexes: cable_users_pkey, cable_blocked_pkey, cable_moderators_pkey. $1 cabal, $2 author. */
const READ_AUTHOR = `
select (select u.name from cable_users u where u.cabal_id = $1 and u.author = $2) as name,
  exists (select from cable_blocked b where b.cabal_id = $1 and b.author = $2) as is_blocked,
  exists (select from cable_moderators m where m.cabal_id = $1 and m.author = $2) as is_moderator`;

/** Index: cable_posts_author. $1 cabal, $2 author. The board is null for posts that are not on a board. */
const COUNT_POSTS = `
select b.name as board, count(*)::int as posts
from cable_posts p left join boards b on b.id = p.board_id and p.num is not null
where p.cabal_id = $1 and p.author = $2 group by b.name order by b.name`;

/** Counts the posts of the author, by board and not on boards. @throws NotFoundError `cabal_unknown` */
export async function readCableAuthor(
  pool: Pool,
  secret: string | null,
  { cabal, author }: Pick<BlockRequest, 'cabal' | 'author'>,
): Promise<CabalAuthor> {
  return asAdmin(pool, secret, async (client) => {
    await assertCabal(client, cabal);
    const { rows } = await client.query<{ name: string | null; is_blocked: boolean; is_moderator: boolean }>(
      READ_AUTHOR,
      [cabal, author],
    );
    const { rows: counted } = await client.query<{ board: string | null; posts: number }>(COUNT_POSTS, [cabal, author]);
    return {
      author: author.toString('hex'),
      name: rows[0]?.name ?? null,
      info: await readAuthorInfo(client, cabal, author),
      is_moderator: rows[0]?.is_moderator ?? false,
      is_blocked: rows[0]?.is_blocked ?? false,
      boards: counted.flatMap(({ board, posts }) => (board === null ? [] : [{ board, posts }])),
      others: counted.find(({ board }) => board === null)?.posts ?? 0,
    };
  });
}

/** The lock of writers of cabal posts: after the commit they see that the author is blocked. $1 cabal. */
const LOCK_CABAL = `select pg_advisory_xact_lock(hashtext('sagasu_cable'), $1)`;

/** Index: cable_blocked_pkey. $1 cabal, $2 author, $3 actor, $4 reason. */
const BLOCK = `
insert into cable_blocked (cabal_id, author, blocked_by, reason) values ($1, $2, $3, $4) on conflict do nothing`;

/** Index: cable_posts_author. $1 cabal, $2 author, $3 limit. */
const PUBLISHED = `
select board_id, num from cable_posts where cabal_id = $1 and author = $2 and board_id is not null and num is not null limit $3`;
const COUNT_PUBLISHED = `
select count(*)::int as posts from cable_posts where cabal_id = $1 and author = $2 and board_id is not null and num is not null`;

/** The function's comment names the indexes. $1 cabal, $2 author. */
const DROP_REST = 'select drop_cable_author($1, $2) as dropped';

/** Posts to purge in one step. */
const AT_ONCE = 500;

export interface BlockRequest {
  readonly cabal: number;
  /** The author's public key, 32 bytes. */
  readonly author: Buffer;
  readonly actor: string;
  readonly reason: string | null;
  readonly now: Date;
  /** The session token; null if the role of the pool needs no session, as on the command line. */
  readonly secret: string | null;
}

/**
 * Carries out one step; the first one blocks the author. Call it until `left` is 0.
 * @throws NotFoundError `cabal_unknown`, RefusedError 403 `role_required`
 */
export async function blockCableAuthor(
  pool: Pool,
  request: BlockRequest,
  copy: HiddenPostsCache | null,
  log: RemovalLog,
): Promise<BlockedCabalAuthor> {
  const { cabal, author, actor, reason, secret } = request;
  const posts = await asAdmin(pool, secret, async (client) => {
    await assertCabal(client, cabal);
    await client.query(LOCK_CABAL, [cabal]);
    await client.query(BLOCK, [cabal, author, actor, reason]);
    return (await client.query<{ board_id: number; num: string }>(PUBLISHED, [cabal, author, AT_ONCE])).rows;
  });
  let purged = 0;
  const boards = new Map((await listBoards(pool)).map((one) => [one.id, one]));
  for (const [id, ofBoard] of Map.groupBy(posts, (post) => post.board_id)) {
    const board = boards.get(id);
    if (board === undefined) continue;
    const numbers = ofBoard.map(({ num }) => ({ num: Number(num), subnum: 0 }));
    const moderation = {
      action: 'purge',
      board,
      posts: numbers,
      threads: false,
      actor,
      reason,
      now: request.now,
    } as const;
    purged += (await moderate(pool, { ...moderation, ...(secret !== null && { secret }) }, copy, log)).posts.length;
  }
  return asAdmin(pool, secret, async (client) => {
    const { rows } = await client.query<{ dropped: number | null }>(DROP_REST, [cabal, author]);
    const { rows: left } = await client.query<{ posts: number }>(COUNT_PUBLISHED, [cabal, author]);
    return { purged, dropped: rows[0]?.dropped ?? 0, left: left[0]?.posts ?? 0 };
  });
}

/** Index: cable_blocked_pkey. $1 cabal, $2 author. */
const UNBLOCK = 'delete from cable_blocked where cabal_id = $1 and author = $2';

/** Accepts new posts of the author again. Purged posts do not return. @throws NotFoundError `author_not_blocked` */
export async function unblockCableAuthor(
  pool: Pool,
  secret: string | null,
  { cabal, author }: Pick<BlockRequest, 'cabal' | 'author'>,
): Promise<void> {
  const { rowCount } = await asAdmin(pool, secret, (client) => client.query(UNBLOCK, [cabal, author]));
  if (rowCount === 0) throw new NotFoundError('author_not_blocked', 'This author is not blocked in this cabal.');
}

/** @throws NotFoundError `board_no_channel` */
export async function cabalOfBoard(
  pool: Pool,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<number> {
  const { rows } = await pool.query<{ cabal_id: number }>(FIND_CABAL, [id]);
  const cabal = rows[0]?.cabal_id;
  if (cabal === undefined) throw new NotFoundError('board_no_channel', `/${name}/ is not a channel of a cabal.`);
  return cabal;
}

export async function assertCabal(client: PoolClient, cabal: number): Promise<void> {
  const { rowCount } = await client.query(IS_CABAL, [cabal]);
  if (rowCount === 0) throw new NotFoundError('cabal_unknown', `There is no cabal ${cabal}.`);
}
