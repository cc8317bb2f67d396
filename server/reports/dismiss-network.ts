/** Dismisses everything that one network has reported. */
import type { DismissNetworkReports } from '../../mappings/contract/reports.ts';
import { asAccount, assertModeratorOfAny } from '../admin/as-account.ts';
import { networkOf } from '../bans/bans.ts';
import { boardNamed } from '../boards/board-named.ts';
import { NotFoundError, RefusedError } from '../shared/errors.ts';
import type { ModerationServices } from '../moderation/moderate-across-boards.ts';
import { changeReports } from './change.ts';

/** The function's comment names the indexes. $1 network or null; for a post $2 board, $3 num, $4 subnum; $5 limit. */
const REPORTED_ONLY_FROM = `
select b.name as board, r.num, r.subnum from reported_only_from($1, $2, $3, $4, $5) r join boards b on b.id = r.board_id`;

const MOST = 10_000;
const STEP = 100;

interface Row {
  readonly board: string;
  readonly num: string;
  readonly subnum: number;
}

/**
 * Closes the reports of posts that only this network has reported; posts that others reported too keep theirs. The look at the
 * addresses is in the audit log. Returns the number of posts.
 * @throws NotFoundError `report_unknown` if there are none; RefusedError 400, 401, 403
 */
export async function dismissNetworkReports(
  context: ModerationServices,
  by: { readonly account: string; readonly secret: string },
  { network, post, note }: DismissNetworkReports,
): Promise<number> {
  if ((network === undefined) === (post === undefined))
    throw new RefusedError(400, 'request_invalid', 'Name either a network or a post.');
  const wanted = network === undefined ? null : networkOf(network);
  const board = post === undefined ? null : await boardNamed(context.pool, post.board);
  const posts = await asAccount(context.pool, by.secret, async (client) => {
    await assertModeratorOfAny(client);
    const values = [wanted, board?.id ?? null, post?.num ?? null, post?.subnum ?? 0, MOST];
    const { rows } = await client.query<Row>(REPORTED_ONLY_FROM, values);
    return rows.map(({ num, ...row }) => ({ ...row, num: Number(num) }));
  });
  if (posts.length === 0) throw new NotFoundError('report_unknown', 'No open report is only from this network.');
  for (let from = 0; from < posts.length; from += STEP) {
    const some = posts.slice(from, from + STEP);
    await changeReports(context, by, { action: 'dismiss', posts: some, ...(note !== undefined && { note }) });
  }
  return posts.length;
}
