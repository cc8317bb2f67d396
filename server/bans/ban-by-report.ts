/** Bans that staff make from a report, without seeing the network. */
import type pg from 'pg';
import type { DecideReports } from '../../mappings/contract/reports.ts';
import { asAccount, assertModerator, assertModeratorOfAll } from '../admin/as-account.ts';
import { boardNamed } from '../boards/board-named.ts';
import { NotFoundError } from '../shared/errors.ts';
import { addBans } from './bans.ts';
import { ADD_BANS_OF_REPORTERS } from './sql.ts';

type Ban = NonNullable<DecideReports['ban']>;

interface ReportedPost {
  readonly board: string;
  readonly num: number;
  readonly subnum: number;
}

const DAY_MS = 86_400_000;

/** Bans the address that wrote a ghost post. Returns the ids of the bans. @throws errors of `addBans` */
export async function banWriter(
  pool: pg.Pool,
  secret: string,
  post: ReportedPost,
  { width = 'address', everywhere = false, days, reason }: Ban,
): Promise<readonly number[]> {
  return addBans(pool, secret, { post, width, boards: everywhere ? [] : [post.board], days, reason });
}

/** Bans the networks that reported the post. Returns the ids of the bans. @throws RefusedError 403; NotFoundError `address_unknown` */
export async function banReporters(
  pool: pg.Pool,
  secret: string,
  { board: name, num, subnum }: ReportedPost,
  { everywhere = false, days, reason }: Ban,
): Promise<readonly number[]> {
  const board = await boardNamed(pool, name);
  const until = new Date(Date.now() + days * DAY_MS);
  const why = reason.toWellFormed().trim();
  return asAccount(pool, secret, async (client) => {
    await assertModerator(client, board);
    if (everywhere) await assertModeratorOfAll(client);
    const values = [board.id, num, subnum, everywhere ? null : board.id, why, true, until];
    const { rows } = await client.query<{ ids: number[] }>(ADD_BANS_OF_REPORTERS, values);
    const ids = rows[0]?.ids ?? [];
    if (ids.length === 0)
      throw new NotFoundError('address_unknown', 'The networks that reported this post are not kept any more.');
    return ids;
  });
}
