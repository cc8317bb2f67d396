/**
 * Decides requests about a name or a search. The request is marked with the moderator's version of it, a bulk action changes the posts in
 * steps, and the last one closes the request.
 */
import type pg from 'pg';
import { asAccount } from '../../../server/admin/as-account.ts';
import { readBulkAction, runBulkAction } from '../../../server/moderation/bulk/bulk-actions.ts';
import type { ModerationServices } from '../../../server/moderation/moderate-across-boards.ts';
import { RefusedError } from '../../../server/shared/errors.ts';
import type { DecidedRemoval } from '../contract/removal-requests.ts';
import { assertDecidable, lockRequest, type Decider, type Removal } from './locked-request.ts';
import * as sql from './sql.ts';

/** Leaves time for an answer within the timeout of the route. */
const MOST_MS = 12_000;

/** @throws errors of `decideRemoval` */
export async function decideInSteps(
  services: ModerationServices,
  by: Decider,
  id: number,
  decision: Removal,
  answer: string,
): Promise<DecidedRemoval> {
  const { pool } = services;
  const { action } = decision;
  await begin(pool, by, id, decision);
  let done: DecidedRemoval;
  try {
    done = await runSteps(services, by, decision);
  } catch (error) {
    await asAccount(pool, by.secret, (client) => client.query(sql.END_WORK, [id, by.account]));
    throw error;
  }
  if (done.left > 0) return done;
  await asAccount(pool, by.secret, async (client) => {
    const { rowCount } = await client.query(sql.CLOSE, [id, action, answer === '' ? null : answer, by.account]);
    if (rowCount === 0) throw new RefusedError(409, 'request_changed', 'Somebody else has taken over the request.');
    if (action === 'purge') await client.query(sql.EMPTY, [id]);
  });
  return done;
}

/** Marks the request. The next step of a bulk action continues the work of the same account. */
async function begin(pool: pg.Pool, by: Decider, id: number, decision: Removal): Promise<void> {
  await asAccount(pool, by.secret, async (client) => {
    const request = await lockRequest(client, by, id);
    const isOwn = request.state === 'working' && request.worked_by === by.account && decision.bulk_action !== undefined;
    if (!isOwn) assertDecidable(request, decision);
    await client.query(sql.BEGIN_WORK, [id, by.account]);
  });
}

async function runSteps(
  services: ModerationServices,
  { account, secret }: Decider,
  { action, bulk_action: bulk, bulk_posts: confirmed }: Removal,
): Promise<DecidedRemoval> {
  if (bulk === undefined || confirmed === undefined)
    throw new RefusedError(400, 'removal_invalid', 'Choose the posts with a bulk action first.');
  const { action: chosen } = await readBulkAction(services.pool, secret, bulk);
  if (chosen.action !== action)
    throw new RefusedError(400, 'removal_invalid', `The bulk action would ${chosen.action} the posts, not ${action}.`);
  const until = performance.now() + MOST_MS;
  let posts = 0;
  for (;;) {
    const step = await runBulkAction(services, { secret, actor: account }, bulk, confirmed);
    posts += step.posts;
    if (step.left === 0 || performance.now() > until) return { posts, left: step.left };
  }
}
