/** Marks a part of a forum as unread, so that it is read again. Posts stay, and repeated posts are not stored twice. */
import type pg from 'pg';
import { forumBase } from '../../mappings/kick.ts';
import { inTransaction } from '../../platform/postgres.ts';
import { isPollable, sourceOf } from '../sources/registry.ts';
import type { SourceBoard } from '../sources/source.ts';
import type { ForumState } from './forums.ts';
import { FORGET_PART, FORGET_STATES, FORGET_URLS, RESTART_WALK, REVOKE_LEASE } from './sql.ts';

/** The first and the last place of a part; null for the beginning or the end of the forum. */
export interface PartToForget {
  readonly first: number | null;
  readonly last: number | null;
}

/**
 * Returns whether the forum is read once, through its history. Other forums are polled, and each poll reads everything that they have.
 */
export function hasHistory({ source }: Pick<ForumState, 'source'>): boolean {
  return !isPollable(sourceOf(source)) || sourceOf(source).history !== undefined;
}

/**
 * Deletes the addresses and finished ranges of the part, and restarts the walk through the forum. If a scraper reads the forum at this
 * moment, it loses its lease first, so that it cannot write from memory afterwards. Returns the number of addresses.
 */
export async function reharvestForum(pool: pg.Pool, forum: ForumState, { first, last }: PartToForget): Promise<number> {
  const key = [forum.boardId, forumBase(forum)];
  const source = sourceOf(forum.source);
  const states =
    source.mail === undefined
      ? [commonStart(forum), first, last]
      : // The addresses of a list's parts do not say their month in numbers. Only those of the newest two have a state.
        [source.mail.index.url(asBoard(forum)), null, null];
  return inTransaction(pool, async (client) => {
    await client.query(REVOKE_LEASE, [forum.boardId]);
    const { rowCount } = await client.query(FORGET_URLS, [...key, first, last]);
    await client.query(FORGET_PART, [...key, first, last]);
    await client.query(FORGET_STATES, [forum.boardId, ...states]);
    await client.query(RESTART_WALK, [forum.boardId, forum.url, forum.sourceName]);
    return rowCount ?? 0;
  });
}

function asBoard({ board, sourceName, url }: ForumState): SourceBoard {
  return { name: board, sourceName, url, mediaUrl: url };
}

/** The common beginning of the addresses of all threads of the forum. The thread number follows it. */
function commonStart(forum: ForumState): string {
  const { thread } = sourceOf(forum.source);
  if (thread === undefined) throw new Error(`${forum.source} has no threads`);
  return thread.url(asBoard(forum), 0).replace(/0\D*$/, '');
}
