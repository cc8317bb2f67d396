/** Posts of other threads that quote posts of a thread. The index finds them, since comments link to posts of every board. */
import type { Pool } from 'pg';
import { isListed, type Board } from '../../mappings/board.ts';
import { parseComment } from '../../mappings/comment/parse.ts';
import { commentLinks } from '../../mappings/comment/plain-text.ts';
import { MAX_BACKLINKS, type Backlink } from '../../mappings/contract/backlinks.ts';
import type { Post } from '../../mappings/post.ts';
import { prepared } from '../../platform/postgres.ts';
import type { RequestContext } from '../limits/request-context.ts';
import { VISIBLE, type QueryContainer } from '../search/elasticsearch/clauses.ts';
import type { SearchContext } from '../search/context.ts';
import { fillPage } from '../search/execute/fill-page.ts';
import { sortClauses } from '../search/plan/compile.ts';
import { MAX_TERMS } from '../search/plan/thread-query.ts';

const NEWEST_FIRST = { sort: 'new', direction: 'forward' } as const;

/** Index: posts_thread. $1 board, $2 thread, $3 limit. */
const SELECT_NUMS = `
  select num from posts
  where board_id = $1 and thread = $2 and subnum = 0 and not hidden
  order by num
  limit $3`;

export interface FoundBacklinks {
  readonly backlinks: Backlink[];
  readonly hasMore: boolean;
}

/** null if the board has no such thread, or all its posts are hidden. @throws UnavailableError, and errors of `sendSearch` */
export async function findBacklinks(
  context: SearchContext,
  board: Board,
  thread: number,
  request: RequestContext,
): Promise<FoundBacklinks | null> {
  const nums = await numsOf(context.pool, board, thread);
  if (nums.size === 0) return null;
  const query = {
    bool: {
      filter: [VISIBLE, { terms: { quotes: [...nums].map((num) => `${board.name}.${num}`) } }],
      must_not: [{ term: { thread_id: `${board.name}.${thread}` } }, ...(await unlistedBesides(context, board))],
    },
  };
  const search = { boards: null, asWritten: null, query, order: NEWEST_FIRST, sort: sortClauses(NEWEST_FIRST) };
  const page = await fillPage(
    context,
    { search, group: null, after: null, limit: MAX_BACKLINKS, count: 'none' },
    request,
  );
  return {
    backlinks: page.hits.flatMap(({ post, threadSubject }) => {
      const quotes = quotedNums(post, board.name).filter((num) => nums.has(num));
      // A comment that changed after it was indexed may quote none of the posts.
      if (quotes.length === 0) return [];
      const { board: name, thread: of, num, subnum } = post;
      return [{ board: name, thread: of, num, subnum, thread_subject: threadSubject, quotes }];
    }),
    hasMore: page.nextAfter !== null,
  };
}

async function numsOf(pool: Pool, board: Board, thread: number): Promise<ReadonlySet<number>> {
  const { rows } = await pool.query<{ num: string }>(prepared(SELECT_NUMS, [board.id, thread, MAX_TERMS]));
  return new Set(rows.map(({ num }) => Number(num)));
}

/** Posts of an unlisted board are shown only on its own pages. */
async function unlistedBesides({ boards }: SearchContext, shown: Board): Promise<QueryContainer[]> {
  const unlisted = (await boards.all()).filter((board) => !isListed(board) && board.id !== shown.id);
  return unlisted.length === 0 ? [] : [{ terms: { board: unlisted.map(({ name }) => name) } }];
}

function quotedNums(post: Post, board: string): number[] {
  const links = commentLinks(parseComment(post.comment ?? '').tokens).posts;
  return [...new Set(links.filter((link) => (link.board ?? post.board) === board).map(({ num }) => num))];
}
