/** Chooses the posts of a bulk action, before anything changes. */
import type pg from 'pg';
import { BAN_WIDTHS } from '../../../mappings/ban.ts';
import type { Board } from '../../../mappings/board.ts';
import { MAX_BULK_POSTS, type ChooseBulkAction } from '../../../mappings/contract/bulk-actions.ts';
import type { PostKey, PostNumber } from '../../../mappings/post.ts';
import { toError } from '../../../platform/errors.ts';
import { networkOf } from '../../bans/bans.ts';
import { DATABASE_REFUSALS } from '../../shared/database-refusals.ts';
import { NotFoundError, RefusedError } from '../../shared/errors.ts';
import * as sql from './sql.ts';

export interface ChosenPost extends PostNumber {
  readonly boardId: number;
}

/** Every post that a search finds now, page by page. */
export type FindPosts = (q: string) => Promise<AsyncIterable<readonly PostKey[]>>;

/** @throws RefusedError 409 `bulk_action_large`, and errors of `find` */
export async function postsOfSearch(
  find: FindPosts,
  boards: readonly Board[],
  q: string,
): Promise<readonly ChosenPost[]> {
  const ids = new Map(boards.map(({ id, name }) => [name, id]));
  const chosen: ChosenPost[] = [];
  for await (const page of await find(q)) {
    for (const { board, num, subnum } of page) {
      const boardId = ids.get(board);
      if (boardId !== undefined) chosen.push({ boardId, num, subnum });
    }
    if (chosen.length > MAX_BULK_POSTS) throw tooMany();
  }
  return chosen;
}

interface Row {
  readonly board_id: number;
  readonly num: string;
  readonly subnum: number;
}

/**
 * Ghost posts from an address, including hidden ones; the addresses of other posts are unknown. Each look is in the audit log.
 * @throws RefusedError 409 `bulk_action_large`; NotFoundError `address_unknown`; `board_unknown`; errors of `networkOf`
 */
export async function postsFromNetwork(
  client: pg.ClientBase,
  boards: readonly Board[],
  { network, post, width = 'address', action }: ChooseBulkAction,
): Promise<readonly ChosenPost[]> {
  const { ipv4, ipv6 } = BAN_WIDTHS[width];
  const of =
    post === undefined
      ? [networkOf(network ?? ''), null, null, null]
      : [null, idOf(boards, post.board), post.num, post.subnum ?? 0];
  const values = [...of, ipv4, ipv6, MAX_BULK_POSTS + 1];
  const rows = await client.query<Row>(sql.POSTS_FROM_NETWORK, values).then(
    (answer) => answer.rows,
    (thrown: unknown) => {
      if ((toError(thrown) as { readonly code?: unknown }).code !== DATABASE_REFUSALS.no_data_found.state) throw thrown;
      throw new NotFoundError('address_unknown', 'The address that wrote this post is not kept.', { cause: thrown });
    },
  );
  if (rows.length > MAX_BULK_POSTS) throw tooMany();
  const visible = action === 'purge' ? rows : await visibleAmong(client, rows);
  return visible.map(({ board_id: boardId, num, subnum }) => ({ boardId, num: Number(num), subnum }));
}

function idOf(boards: readonly Board[], name: string): number {
  const board = boards.find((one) => one.name === name);
  if (board === undefined) throw new NotFoundError('board_unknown', 'There is no such board in the archive.');
  return board.id;
}

async function visibleAmong(client: pg.ClientBase, rows: readonly Row[]): Promise<readonly Row[]> {
  const values = [rows.map((row) => row.board_id), rows.map(({ num }) => num), rows.map(({ subnum }) => subnum)];
  return (await client.query<Row>(sql.VISIBLE_AMONG, values)).rows;
}

/** The posts among these that have a file. */
export async function withFileAmong(
  client: pg.ClientBase,
  posts: readonly ChosenPost[],
): Promise<readonly ChosenPost[]> {
  const values = [posts.map(({ boardId }) => boardId), posts.map(({ num }) => num), posts.map(({ subnum }) => subnum)];
  const { rows } = await client.query<Row>(sql.WITH_FILE_AMONG, values);
  return rows.map(({ board_id: boardId, num, subnum }) => ({ boardId, num: Number(num), subnum }));
}

function tooMany(): RefusedError {
  return new RefusedError(
    409,
    'bulk_action_large',
    `More than ${MAX_BULK_POSTS} posts match, which is the most that one action may change. Narrow the search.`,
  );
}
