/**
 * Decisions of staff on removal requests. A decision is carried out by the functions that moderate posts, in transactions of their own; the
 * request is marked before, so that two moderators never decide the same request.
 */
import type pg from 'pg';
import type { PostKey } from '../../../mappings/post.ts';
import { asAccount, assertModerator, assertModeratorOfAny } from '../../../server/admin/as-account.ts';
import { boardNamed } from '../../../server/boards/board-named.ts';
import { readBulkAction, runBulkAction } from '../../../server/moderation/bulk/bulk-actions.ts';
import { moderateFilesIn } from '../../../server/moderation/files.ts';
import { moderateAcrossBoards, type ModerationServices } from '../../../server/moderation/moderate-across-boards.ts';
import { NotFoundError, RefusedError } from '../../../server/shared/errors.ts';
import type { DecidedRemoval, DecideRemoval, RemovalRequest } from '../contract/removal-requests.ts';
import { isOfPosts, type About, type Outcome } from '../requests.ts';
import * as sql from './sql.ts';

export interface Decider {
  readonly account: string;
  readonly secret: string;
}

interface Locked extends Pick<RemovalRequest, 'about' | 'version' | 'state' | 'worked_by' | 'outcome' | 'closed_by'> {
  readonly is_worked_on: boolean | null;
}

/** Leaves time for an answer within the timeout of the route. */
const MOST_MS = 12_000;
const NOTHING: DecidedRemoval = { posts: 0, left: 0 };

/**
 * @throws NotFoundError `request_unknown`; RefusedError 400 `answer_missing`, `removal_invalid`; 409 `request_changed`, `request_worked_on`,
 * `request_open`, `request_files_missing`; errors of the action, after which the request is open again
 */
export async function decideRemoval(
  context: ModerationServices,
  by: Decider,
  id: number,
  decision: DecideRemoval,
): Promise<DecidedRemoval> {
  const { action } = decision;
  const answer = decision.answer?.toWellFormed().trim() ?? '';
  if (answer === '' && (action === 'refuse' || action === 'note'))
    throw new RefusedError(
      400,
      'answer_missing',
      action === 'note' ? 'Write the note.' : 'Write the reason for the person.',
    );
  if (action === 'note' || action === 'reopen') {
    await asAccount(context.pool, by.secret, async (client) => {
      const request = await lock(client, id);
      if (action === 'note') {
        await client.query(sql.ADD_NOTE, [id, by.account, answer]);
        return;
      }
      if (request.state !== 'decided')
        throw new RefusedError(409, 'request_open', 'Only a request that was decided can be opened again.');
      assertVersion(request, decision);
      await client.query(sql.REOPEN, [id]);
    });
    return NOTHING;
  }
  const { about, posts } = await begin(context.pool, by, id, decision);
  let done = NOTHING;
  try {
    if (action !== 'refuse') done = await carryOut(context, by, id, { ...decision, action }, about, posts);
  } catch (error) {
    await asAccount(context.pool, by.secret, (client) => client.query(sql.END_WORK, [id, by.account]));
    throw error;
  }
  if (done.left > 0) return done;
  await asAccount(context.pool, by.secret, async (client) => {
    const { rowCount } = await client.query(sql.CLOSE, [id, action, answer === '' ? null : answer, by.account]);
    if (rowCount === 0) throw new RefusedError(409, 'request_changed', 'Somebody else has taken over the request.');
    if (action === 'purge') await client.query(sql.EMPTY, [id]);
  });
  return done;
}

interface Begun {
  readonly about: About;
  readonly posts: readonly PostKey[];
}

/** Marks the request. The next step of a bulk action continues the work of the same account. */
async function begin(pool: pg.Pool, by: Decider, id: number, decision: DecideRemoval): Promise<Begun> {
  return asAccount(pool, by.secret, async (client) => {
    const request = await lock(client, id);
    const isOwn = request.state === 'working' && request.worked_by === by.account && decision.bulk_action !== undefined;
    if (request.state === 'working' && !isOwn && request.is_worked_on === true)
      throw new RefusedError(409, 'request_worked_on', `${request.worked_by ?? ''} is carrying out a decision.`);
    if (!isOwn) assertVersion(request, decision);
    const { rows } = await client.query<PostKey>(sql.POSTS_OF_REQUEST, [id]);
    await client.query(sql.BEGIN_WORK, [id, by.account]);
    return { about: request.about, posts: rows };
  });
}

async function lock(client: pg.PoolClient, id: number): Promise<Locked> {
  await assertModeratorOfAny(client);
  const { rows } = await client.query<Locked>(sql.LOCK_REQUEST, [id]);
  const [request] = rows;
  if (request === undefined)
    throw new NotFoundError('request_unknown', `There is no removal request ${id} on boards that you moderate.`);
  return request;
}

function assertVersion({ version, closed_by: closedBy, outcome, state }: Locked, decision: DecideRemoval): void {
  if (version === decision.version) return;
  const how =
    state === 'withdrawn'
      ? 'The person has withdrawn it.'
      : outcome !== null
        ? `${closedBy ?? ''} has decided it: ${outcome}.`
        : 'Words were added, or somebody has worked on it.';
  throw new RefusedError(409, 'request_changed', `The request has changed since you opened it. ${how}`);
}

type Removal = DecideRemoval & { readonly action: Exclude<Outcome, 'refuse'> };

async function carryOut(
  context: ModerationServices,
  by: Decider,
  id: number,
  decision: Removal,
  about: About,
  named: readonly PostKey[],
): Promise<DecidedRemoval> {
  if (!isOfPosts(about)) return runBulk(context, by, decision);
  const posts = decision.posts ?? named;
  const isNamed = (post: PostKey) =>
    named.some(({ board, num, subnum }) => board === post.board && num === post.num && subnum === post.subnum);
  if (posts.length === 0 || !posts.every(isNamed))
    throw new RefusedError(400, 'removal_invalid', 'Choose posts that the request names.');
  const reason = `removal request ${id}`;
  const { action } = decision;
  if (action === 'delete_file' || action === 'ban_file') {
    const done = await moderateFiles(context, by, action === 'ban_file' ? 'ban' : 'delete', posts, reason);
    if (done === 0)
      throw new RefusedError(409, 'request_files_missing', 'None of the posts has a file that you may remove.');
    return { posts: done, left: 0 };
  }
  if (decision.ban_files === true) await moderateFiles(context, by, 'ban', posts, reason);
  const changed = await moderateAcrossBoards(context, { action, posts, reason, actor: by.account, secret: by.secret });
  return { posts: changed.length, left: 0 };
}

async function moderateFiles(
  { pool, removals }: ModerationServices,
  { secret }: Decider,
  action: 'delete' | 'ban',
  posts: readonly PostKey[],
  reason: string,
): Promise<number> {
  let done = 0;
  for (const post of posts) {
    const board = await boardNamed(pool, post.board);
    const outcomes = await asAccount(pool, secret, async (client) => {
      await assertModerator(client, board);
      return moderateFilesIn(client, { action, board, post, reason }, removals);
    });
    if (outcomes.includes('done')) done += 1;
  }
  return done;
}

async function runBulk(
  context: ModerationServices,
  { account, secret }: Decider,
  decision: Removal,
): Promise<DecidedRemoval> {
  const { action, bulk_action: bulk, bulk_posts: confirmed } = decision;
  if (bulk === undefined || confirmed === undefined)
    throw new RefusedError(400, 'removal_invalid', 'Choose the posts with a bulk action first.');
  const { action: chosen } = await readBulkAction(context.pool, secret, bulk);
  if (chosen.action !== action)
    throw new RefusedError(400, 'removal_invalid', `The bulk action would ${chosen.action} the posts, not ${action}.`);
  const until = performance.now() + MOST_MS;
  let posts = 0;
  for (;;) {
    const step = await runBulkAction(context, { secret, actor: account }, bulk, confirmed);
    posts += step.posts;
    if (step.left === 0 || performance.now() > until) return { posts, left: step.left };
  }
}
