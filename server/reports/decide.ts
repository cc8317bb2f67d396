/** Decides about reported posts: carries out the action, bans, and closes the reports. */
import type pg from 'pg';
import type { DecidedReports, DecideReports } from '../../mappings/contract/reports.ts';
import { asAccount, assertModerator } from '../admin/as-account.ts';
import { banReporters, banWriter } from '../bans/ban-by-report.ts';
import { boardNamed } from '../boards/board-named.ts';
import { moderateFiles } from '../moderation/files.ts';
import { moderateAcrossBoards, type ModerationServices } from '../moderation/moderate-across-boards.ts';
import { NotFoundError, RefusedError } from '../shared/errors.ts';
import { changeReports } from './queue.ts';
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
 * Posts that somebody has decided about in the meantime stay as they are, and are part of the answer. A ban is made first, since a
 * purge forgets the networks.
 * @throws NotFoundError `report_unknown` if no post was ever reported; errors of `moderate`, `moderateFile` and `addBans`
 */
export async function decideReports(
  context: ModerationServices,
  by: Decider,
  { decision, posts, reason = '', answer = '', ban }: DecideReports,
): Promise<DecidedReports> {
  const named = posts.map(({ board, num, subnum = 0 }) => ({ board, num, subnum }));
  const states = await asAccount(context.pool, by.secret, (client) => statesOf(client, named));
  if (states.length === 0) throw new NotFoundError('report_unknown', 'None of these posts is reported on your boards.');
  const open = states.filter((state) => state.closed_at === null).map(keyOf);
  const decided = states.flatMap((state) =>
    state.closed_at === null
      ? []
      : [
          {
            ...keyOf(state),
            closed_by: state.closed_by ?? '',
            closed_at: state.closed_at.toISOString(),
            decision: state.decision,
          },
        ],
  );
  if (open.length === 0) return { posts: 0, bans: [], decided };
  if (decision !== 'dismiss' || ban !== undefined) await assertModerates(context.pool, by, open);
  const bans: number[] = [];
  if (ban !== undefined) {
    const banned = ban.of === 'writer' ? banWriter : banReporters;
    for (const post of open) bans.push(...(await banned(context.pool, by.secret, post, ban)));
  }
  for (const [, some] of Map.groupBy(open, ({ board }) => board)) await carryOut(context, by, decision, some, reason);
  await answerReporters(context.pool, by, open, answer);
  return { posts: open.length, bans, decided };
}

/** After the decision, since its tickets get the answer. */
async function answerReporters(
  pool: pg.Pool,
  { secret }: Decider,
  posts: readonly Named[],
  answer: string,
): Promise<void> {
  const text = answer.toWellFormed().trim();
  if (text === '') return;
  await asAccount(pool, secret, async (client) => client.query(sql.ANSWER, [...keysOf(posts), text]));
}

async function carryOut(
  context: ModerationServices,
  by: Decider,
  decision: DecideReports['decision'],
  posts: readonly Named[],
  reason: string,
): Promise<void> {
  const text = reason.toWellFormed().trim();
  const why = text === '' ? null : text;
  switch (decision) {
    case 'dismiss':
      await changeReports(context, by, { action: 'dismiss', posts: [...posts], ...(why !== null && { note: why }) });
      return;
    case 'hide':
    case 'purge':
      await moderateAcrossBoards(context, {
        action: decision,
        posts,
        reason: why,
        actor: by.account,
        secret: by.secret,
        beforeChange: async (client) => assertOpen(client, posts),
      });
      return;
    case 'delete_file':
    case 'ban_file':
      for (const post of posts) {
        const board = await boardNamed(context.pool, post.board);
        const action = decision === 'ban_file' ? 'ban' : 'delete';
        const moderation = { action, board, post, reason: why, secret: by.secret } as const;
        await moderateFiles(context.pool, moderation, context.removals);
        await asAccount(context.pool, by.secret, async (client) => {
          const recorded = decision === 'ban_file' ? 'file_banned' : 'file_deleted';
          await client.query(sql.CLOSE, [...keysOf([post]), by.account, recorded]);
        });
      }
  }
}

async function statesOf(client: pg.PoolClient, posts: readonly Named[]): Promise<readonly StateRow[]> {
  return (await client.query<StateRow>(sql.SELECT_STATES, keysOf(posts))).rows;
}

/** Holds the reports until the transaction ends. @throws RefusedError 409 `report_decided` */
async function assertOpen(client: pg.PoolClient, posts: readonly Named[]): Promise<void> {
  await client.query(sql.LOCK_REPORTED, keysOf(posts));
  const decided = (await statesOf(client, posts)).find((state) => state.closed_at !== null);
  if (decided === undefined) return;
  const { board, num, closed_by: name } = decided;
  throw new RefusedError(409, 'report_decided', `${name} has already decided about post ${num} on /${board}/.`);
}

async function assertModerates(pool: pg.Pool, { secret }: Decider, posts: readonly Named[]): Promise<void> {
  const boards = await Promise.all([...new Set(posts.map(({ board }) => board))].map((name) => boardNamed(pool, name)));
  await asAccount(pool, secret, async (client) => {
    for (const board of boards) await assertModerator(client, board);
  });
}

function keyOf({ board, num, subnum }: StateRow): Named {
  return { board, num: Number(num), subnum };
}

function keysOf(posts: readonly Named[]): unknown[] {
  return [posts.map(({ board }) => board), posts.map(({ num }) => num), posts.map(({ subnum }) => subnum)];
}
