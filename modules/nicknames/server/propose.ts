/** Takes proposals of readers. */
import type pg from 'pg';
import type { IdentityAlias } from '../../../mappings/contract/identity.ts';
import { inTransaction } from '../../../platform/postgres.ts';
import { assertNotBanned, senderAddress } from '../../../server/bans/ban-check.ts';
import { assertAliases } from '../../../server/identities/identities.ts';
import type { RequestContext } from '../../../server/limits/request-context.ts';
import type { WriterQueue } from '../../../server/limits/writer-queue.ts';
import type { SearchContext } from '../../../server/search/context.ts';
import { NotFoundError, RefusedError } from '../../../server/shared/errors.ts';
import type { ProposeIdentity } from '../contract/nicknames.ts';
import { postsOfAliases } from './evidence.ts';
import { PROPOSE } from './sql.ts';

export interface ProposalContext {
  readonly pool: pg.Pool;
  readonly search: SearchContext;
  readonly writers: WriterQueue;
  readonly publicUrl: string | null;
}

/** Aggregations over two aliases; a page of hits costs 1. */
const COST = 2;
const RETRY_AFTER_SECONDS = 1_800;
/** Bans of all boards count, since a proposal belongs to no board. */
const NO_BOARD = { id: 0, name: '' };

/**
 * Stores the proposal. The answer is the same for a pair that staff have already decided.
 * @throws RefusedError 400 `alias_invalid`, `alias_same`, 409 `proposal_known`, 429 `proposals_too_many`, `proposals_full`, `writers_busy`;
 * NotFoundError `alias_unused`; BannedError
 */
export async function propose(
  { pool, search, writers }: ProposalContext,
  { alias, other, reason }: ProposeIdentity,
  { address, request }: { readonly address: string | undefined; readonly request: RequestContext },
): Promise<void> {
  const pair = [alias, other] as const;
  assertAliases(pair);
  if (alias.kind === other.kind && alias.value === other.value) {
    throw new RefusedError(400, 'alias_same', 'Both names are the same.');
  }
  await request.payer.chargeQuery('nickname', COST);
  const counts = await postsOfAliases(search, pair, request);
  const unused = pair.find((_, place) => counts[place] === 0);
  if (unused !== undefined) throw new NotFoundError('alias_unused', `No post is by ${unused.value}.`);
  await writers.run(address, request.signal, async () => store(pool, pair, reason, address));
}

type Outcome = 'added' | 'known' | 'busy' | 'full';

async function store(
  pool: pg.Pool,
  [alias, other]: readonly [IdentityAlias, IdentityAlias],
  reason: string,
  address: string | undefined,
): Promise<void> {
  const sender = senderAddress(address);
  const outcome = await inTransaction(pool, async (client) => {
    await assertNotBanned(client, NO_BOARD, sender);
    // PostgreSQL's text stores no lone surrogates.
    const values = [alias.kind, alias.value, other.kind, other.value, reason.toWellFormed().trim(), sender];
    const { rows } = await client.query<{ outcome: Outcome }>(PROPOSE, values);
    return rows[0]?.outcome;
  });
  switch (outcome) {
    case 'known':
      throw new RefusedError(409, 'proposal_known', 'These names have already been proposed from your network.');
    case 'busy':
      throw new RefusedError(
        429,
        'proposals_too_many',
        'Too many proposals came from your network. Try again later.',
        RETRY_AFTER_SECONDS,
      );
    case 'full':
      throw new RefusedError(
        429,
        'proposals_full',
        'Too many proposals wait for the staff. Try again later.',
        RETRY_AFTER_SECONDS,
      );
    case 'added':
    case undefined:
  }
}
