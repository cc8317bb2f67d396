/**
 * Decisions of staff on removal requests. A request that names posts is decided and carried out in one transaction. A name or a search
 * can have thousands of posts, so they change in steps (`decide-in-steps.ts`).
 */
import type pg from 'pg';
import type { PostKey } from '../../../mappings/post.ts';
import { asAccount, assertModerator } from '../../../server/admin/as-account.ts';
import { boardAmong } from '../../../server/boards/board-named.ts';
import { moderateFilesIn } from '../../../server/moderation/files.ts';
import { inModeration, type OutsideChanges } from '../../../server/moderation/in-moderation.ts';
import {
  moderateBoardsIn,
  outsideOf,
  type ModerationServices,
} from '../../../server/moderation/moderate-across-boards.ts';
import { RefusedError } from '../../../server/shared/errors.ts';
import { listBoards } from '../../../store/boards/boards.ts';
import type { DecidedRemoval, DecideRemoval } from '../contract/removal-requests.ts';
import { isOfPosts } from '../requests.ts';
import { decideInSteps } from './decide-in-steps.ts';
import {
  assertDecidable,
  assertVersion,
  findRequest,
  lockRequest,
  type Decider,
  type Removal,
} from './locked-request.ts';
import * as sql from './sql.ts';

const NOTHING: DecidedRemoval = { posts: 0, left: 0 };

/**
 * @throws NotFoundError `request_unknown`; RefusedError 400 `answer_missing`, `removal_invalid`; 409 `request_changed`, `request_worked_on`,
 * `request_open`, `request_files_missing`; errors of the action, after which the request is open
 */
export async function decideRemoval(
  services: ModerationServices,
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
    await asAccount(services.pool, by.secret, async (client) => {
      const request = await lockRequest(client, by, id);
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
  const done = await decideAtOnce(services, by, id, { ...decision, action }, answer);
  if (done !== null || action === 'refuse') return done ?? NOTHING;
  return decideInSteps(services, by, id, { ...decision, action }, answer);
}

/** null for a request whose posts are a bulk action; then nothing has changed. */
async function decideAtOnce(
  services: ModerationServices,
  by: Decider,
  id: number,
  decision: Removal | (DecideRemoval & { readonly action: 'refuse' }),
  answer: string,
): Promise<DecidedRemoval | null> {
  const { action } = decision;
  return inModeration(services.pool, by.secret, outsideOf(services), async (client, outside) => {
    const request = await findRequest(client, by, id);
    if (action !== 'refuse' && !isOfPosts(request.about)) return null;
    assertDecidable(request, decision);
    const posts =
      action === 'refuse'
        ? 0
        : await carryOut(client, outside, { ...decision, ...by, action, id, now: services.clock() });
    // After the posts: purges of other processes lock posts before requests. Meanwhile the person may have added words.
    assertDecidable(await lockRequest(client, by, id), decision);
    await client.query(sql.CLOSE, [id, action, answer === '' ? null : answer, by.account]);
    if (action === 'purge') await client.query(sql.EMPTY, [id]);
    return { posts, left: 0 };
  });
}

interface Given extends Pick<Removal, 'action' | 'posts' | 'ban_files'>, Decider {
  readonly id: number;
  readonly now: Date;
}

/** Returns the number of posts that changed. */
async function carryOut(
  client: pg.PoolClient,
  outside: OutsideChanges,
  { action, ban_files: isBanning, posts: chosen, id, account, secret, now }: Given,
): Promise<number> {
  const { rows: named } = await client.query<PostKey>(sql.POSTS_OF_REQUEST, [id]);
  const posts = chosen ?? named;
  const isNamed = (post: PostKey) =>
    named.some(({ board, num, subnum }) => board === post.board && num === post.num && subnum === post.subnum);
  if (posts.length === 0 || !posts.every(isNamed))
    throw new RefusedError(400, 'removal_invalid', 'Choose posts that the request names.');
  const reason = `removal request ${id}`;
  if (action === 'delete_file' || action === 'ban_file') {
    const done = await moderateFiles(client, outside, {
      action: action === 'ban_file' ? 'ban' : 'delete',
      posts,
      reason,
      secret,
    });
    if (done > 0) return done;
    throw new RefusedError(409, 'request_files_missing', 'None of the posts has a file that you may remove.');
  }
  if (isBanning === true) await moderateFiles(client, outside, { action: 'ban', posts, reason, secret });
  return (await moderateBoardsIn(client, { action, posts, reason, actor: account, secret, now }, outside)).length;
}

interface FileRemoval {
  readonly action: 'delete' | 'ban';
  readonly posts: readonly PostKey[];
  readonly reason: string;
  readonly secret: string | null;
}

/** Returns the number of posts with a file that is removed now. */
async function moderateFiles(
  client: pg.PoolClient,
  outside: OutsideChanges,
  { action, posts, reason, secret }: FileRemoval,
): Promise<number> {
  const boards = await listBoards(client);
  let done = 0;
  for (const post of posts) {
    const board = boardAmong(boards, post.board);
    if (secret !== null) await assertModerator(client, board);
    const outcomes = await moderateFilesIn(client, { action, board, post, reason }, outside);
    if (outcomes.includes('done')) done += 1;
  }
  return done;
}
