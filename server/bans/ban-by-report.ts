/** Bans that staff make from a report, without seeing the network. They run in the transaction of the decision. */
import type pg from 'pg';
import type { DecideReports } from '../../mappings/contract/reports.ts';
import { listBoards } from '../../store/boards/boards.ts';
import { assertModerator, assertModeratorOfAll } from '../admin/as-account.ts';
import { boardAmong } from '../boards/board-named.ts';
import { NotFoundError } from '../shared/errors.ts';
import { addBansIn } from './bans.ts';
import { ADD_BANS_OF_REPORTERS } from './sql.ts';

type Ban = NonNullable<DecideReports['ban']>;

interface ReportedPost {
  readonly board: string;
  readonly num: number;
  readonly subnum: number;
}

const DAY_MS = 86_400_000;

/**
 * Bans the address that wrote a ghost post, or the networks that reported the post. Returns the ids of the bans.
 * @throws errors of `addBans`
 */
export async function banByReportIn(client: pg.PoolClient, post: ReportedPost, ban: Ban): Promise<readonly number[]> {
  const { of, width = 'address', everywhere = false, days, reason } = ban;
  if (of === 'reporters') return banReporters(client, post, ban);
  return addBansIn(client, { post, width, boards: everywhere ? [] : [post.board], days, reason }, true);
}

async function banReporters(
  client: pg.PoolClient,
  { board: name, num, subnum }: ReportedPost,
  { everywhere = false, days, reason }: Ban,
): Promise<readonly number[]> {
  const board = boardAmong(await listBoards(client), name);
  await assertModerator(client, board);
  if (everywhere) await assertModeratorOfAll(client);
  const until = new Date(Date.now() + days * DAY_MS);
  const values = [board.id, num, subnum, everywhere ? null : board.id, reason.toWellFormed().trim(), true, until];
  const { rows } = await client.query<{ ids: number[] }>(ADD_BANS_OF_REPORTERS, values);
  const ids = rows[0]?.ids ?? [];
  if (ids.length === 0)
    throw new NotFoundError('address_unknown', 'The networks that reported this post are not kept any more.');
  return ids;
}
