/** Decides about reported posts: carries out the action, bans, and closes the reports. */
import type pg from 'pg';
import type { DecidedReports, DecideReports } from '../../mappings/contract/reports.ts';
import { listBoards } from '../../store/boards/boards.ts';
import { assertModerator } from '../admin/as-account.ts';
import { banByReportIn } from '../bans/ban-by-report.ts';
import { boardAmong } from '../boards/board-named.ts';
import { moderateAllFilesIn } from '../moderation/files.ts';
import { inModeration, type OutsideChanges } from '../moderation/in-moderation.ts';
import { moderateBoardsIn, outsideOf, type ModerationServices } from '../moderation/moderate-across-boards.ts';
import { NotFoundError } from '../shared/errors.ts';
import { dismissIn } from './change.ts';
import { keysOf } from './keys.ts';
import * as sql from './sql.ts';

interface Named {
  readonly board: string;
  readonly num: number;
  readonly subnum: number;
}

interface StateRow {
  readonly board: string;
  readonly num: string;
  readonly subnum: number;
  readonly closed_by: string | null;
  readonly closed_at: Date | null;
  readonly decision: DecidedReports['decided'][number]['decision'];
}

interface Decider {
  readonly account: string;
  readonly secret: string;
}

/**
 * Decides in one transaction: bans, the action and the answer are carried out together, or nothing is. Posts that somebody has decided
 * about in the meantime stay as they are, and are part of the answer. A ban is made first, since a purge forgets the networks.
 * @throws NotFoundError `report_unknown` if no post was ever reported; errors of `moderateIn`, `moderateAllFilesIn` and `addBans`
 */
export async function decideReports(
  services: ModerationServices,
  by: Decider,
  { decision, posts, reason = '', answer = '', ban }: DecideReports,
): Promise<DecidedReports> {
  const named = posts.map(({ board, num, subnum = 0 }) => ({ board, num, subnum }));
  return inModeration(services.pool, by.secret, outsideOf(services), async (client, outside) => {
    const states = await statesOf(client, named);
    if (states.length === 0)
      throw new NotFoundError('report_unknown', 'None of these posts is reported on your boards.');
    const open = states.filter((state) => state.closed_at === null).map(keyOf);
    const decided = states.flatMap(decidedAs);
    if (open.length === 0) return { posts: 0, bans: [], decided };
    if (decision !== 'dismiss' || ban !== undefined) await assertModerates(client, open);
    const bans: number[] = [];
    if (ban !== undefined) for (const post of open) bans.push(...(await banByReportIn(client, post, ban)));
    const given = { ...by, now: services.clock(), reason: textOf(reason) };
    await carryOut(client, outside, given, decision, open);
    // After the decision, since its tickets get the answer.
    const text = textOf(answer);
    if (text !== null) await client.query(sql.ANSWER, [...keysOf(open), text]);
    return { posts: open.length, bans, decided };
  });
}

interface Given extends Decider {
  readonly now: Date;
  readonly reason: string | null;
}

async function carryOut(
  client: pg.PoolClient,
  outside: OutsideChanges,
  given: Given,
  decision: DecideReports['decision'],
  posts: readonly Named[],
): Promise<void> {
  const { account, secret, now, reason } = given;
  switch (decision) {
    case 'dismiss':
      await dismissIn(client, outside, { account, secret, now, note: reason }, posts);
      return;
    case 'hide':
    case 'purge':
      await moderateBoardsIn(client, { action: decision, posts, reason, actor: account, secret, now }, outside);
      return;
    case 'delete_file':
    case 'ban_file': {
      const boards = await listBoards(client);
      const action = decision === 'ban_file' ? 'ban' : 'delete';
      for (const post of posts)
        await moderateAllFilesIn(client, { action, board: boardAmong(boards, post.board), post, reason }, outside);
      await client.query(sql.CLOSE, [...keysOf(posts), account, action === 'ban' ? 'file_banned' : 'file_deleted']);
    }
  }
}

async function statesOf(client: pg.PoolClient, posts: readonly Named[]): Promise<readonly StateRow[]> {
  return (await client.query<StateRow>(sql.SELECT_STATES, keysOf(posts))).rows;
}

async function assertModerates(client: pg.PoolClient, posts: readonly Named[]): Promise<void> {
  const boards = await listBoards(client);
  for (const name of new Set(posts.map(({ board }) => board))) await assertModerator(client, boardAmong(boards, name));
}

function decidedAs(state: StateRow): DecidedReports['decided'] {
  const { closed_at: at, closed_by: by, decision } = state;
  return at === null ? [] : [{ ...keyOf(state), closed_by: by ?? '', closed_at: at.toISOString(), decision }];
}

function keyOf({ board, num, subnum }: StateRow): Named {
  return { board, num: Number(num), subnum };
}

function textOf(written: string): string | null {
  const text = written.toWellFormed().trim();
  return text === '' ? null : text;
}
