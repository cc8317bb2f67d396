/** Adds removals that are in the database, but not in the log of removals, to the log. */
import type pg from 'pg';
import {
  bannedIn,
  fileDeletionsIn,
  type FileDeletion,
  type Removal,
  type RemovalLog,
  type RemovedPost,
} from '../platform/removal-log.ts';
import { postsIn, threadsIn } from './removals.ts';

/** Index: posts_pkey. Reads the whole of tombstones, boards, banned_media and moderated_threads. */
const READ_ALL = `
select b.name as board, coalesce(json_agg(json_build_object('num', p.num, 'subnum', p.subnum, 'thread', p.thread, 'opener', p.opener,
    'time_posted', p.time_posted)) filter (where p.num is not null), '[]') as posts,
  array(select m.thread from moderated_threads m where m.board_id = b.id and m.purged)::text[] as threads
from boards b left join tombstones t on t.board_id = b.id
left join posts p on p.board_id = b.id and p.num = t.num and p.subnum = t.subnum
group by b.id, b.name`;
/** Index: audit_log_action, boards_pkey, posts_pkey, post_files_pkey. The newest deletion of each file of a post. */
const READ_DELETIONS = `
select distinct on (b.name, named, p.place) b.name as board, p.num, p.subnum, nullif(p.place, 0) as place, named as post, l.at,
  array_remove(array[encode(p.media_hash_src, 'hex'), encode(p.media_hash_thb, 'hex'), encode(p.media_hash, 'hex')], null) as hashes
from audit_log l cross join jsonb_array_elements_text(l.target -> 'posts') as named
join boards b on b.id = l.board_id
join files_of_posts p on p.board_id = b.id and p.num = split_part(named, '_', 1)::bigint
  and p.subnum = coalesce(nullif(split_part(named, '_', 2), '')::int, 0) and p.place = coalesce((l.target ->> 'place')::int, 0)
where l.action = 'posts.deletefile' order by b.name, named, p.place, l.at desc`;
const READ_BANS = `select encode(hash, 'hex') as hash from banned_media`;

/**
 * Adds removals to the log that only the database contains: those made on other machines or by SQL. Called before the database is replaced.
 */
export async function completeLog(pool: pg.Pool, log: RemovalLog, now: Date): Promise<void> {
  const known = await log.read();
  const logged = new Set(postsIn(known).map(({ board, num, subnum }) => `${board}/${num}.${subnum}`));
  const at = now.toISOString();
  const { rows } = await pool.query<{ board: string; posts: RemovedPost[]; threads: string[] }>(READ_ALL);
  for (const { board, posts, threads: purged } of rows) {
    const missing = posts.filter(({ num, subnum }) => !logged.has(`${board}/${num}.${subnum}`));
    const loggedThreads = new Set(
      threadsIn(known.filter((removal) => removal.action === 'purge' && removal.board === board)),
    );
    const threads = purged.map(Number).filter((thread) => !loggedThreads.has(thread));
    if (missing.length > 0 || threads.length > 0)
      await log.append({ action: 'purge', at, board, posts: missing, threads });
  }
  const { rows: bans } = await pool.query<{ hash: string }>(READ_BANS);
  const banned = bannedIn(known);
  await log.append(...bans.flatMap(({ hash }) => (banned.has(hash) ? [] : [{ action: 'ban' as const, at, hash }])));
  await log.append(...(await missingDeletions(pool, known)));
}

interface DeletionRow extends Pick<FileDeletion, 'board' | 'subnum' | 'post' | 'hashes'> {
  readonly num: string;
  readonly place: number | null;
  readonly at: Date;
}

/** An audit entry is a moment newer than the entry of the same transaction in the log of removals. */
const SAME_DELETION_MS = 60_000;

async function missingDeletions(pool: pg.Pool, known: readonly Removal[]): Promise<readonly FileDeletion[]> {
  const logged = fileDeletionsIn(known);
  const { rows } = await pool.query<DeletionRow>(READ_DELETIONS);
  return rows.flatMap(({ num, at, place, ...rest }) => {
    const row = { ...rest, ...(place !== null && { place }) };
    const isLogged = logged.some(
      (one) =>
        one.board === row.board &&
        one.post === row.post &&
        one.place === row.place &&
        Date.parse(one.at) > at.getTime() - SAME_DELETION_MS,
    );
    return isLogged ? [] : [{ action: 'delete_file' as const, ...row, num: Number(num), at: at.toISOString() }];
  });
}
