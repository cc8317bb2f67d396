/**
 * Transactions of moderation. Everything that staff decide together changes in one of them, or nothing does. Changes outside PostgreSQL
 * are collected meanwhile: a transaction that fails must not leave its purges in the log of removals.
 */
import type pg from 'pg';
import type { PostKey } from '../../mappings/post.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { Removal, RemovalLog } from '../../platform/removal-log.ts';
import { identify } from '../admin/as-account.ts';
import type { HiddenPostsCache } from '../visibility/fallback-snapshot.ts';
import { LOCK_MODERATION } from './sql.ts';

/** Has the method of the log of removals, so that functions of the store write to either. */
export type RemovalSink = Pick<RemovalLog, 'append'>;

/** Changes that one transaction makes outside PostgreSQL. */
export class OutsideChanges implements RemovalSink {
  readonly #removals: Removal[] = [];
  readonly #hidden: PostKey[] = [];
  readonly #shown: PostKey[] = [];

  async append(...removals: readonly Removal[]): Promise<void> {
    this.#removals.push(...removals);
  }

  hide(posts: readonly PostKey[]): void {
    this.#hidden.push(...posts);
  }

  show(posts: readonly PostKey[]): void {
    this.#shown.push(...posts);
  }

  /** @throws UnavailableError if the log cannot be written; then nothing may be committed */
  async beforeCommit({ copy, log }: Outside): Promise<void> {
    if (log !== null) await log.append(...this.#removals);
    if (this.#hidden.length > 0) await copy?.addHidden(this.#hidden);
  }

  async afterCommit({ copy }: Outside): Promise<void> {
    if (this.#shown.length > 0) await copy?.removeHidden(this.#shown);
  }
}

interface Outside {
  /**
   * Keeps hidden posts out of the answers that servers give while PostgreSQL is away: hidden posts are added to it before the commit, and
   * shown posts are removed from it after the commit.
   */
  readonly copy: HiddenPostsCache | null;
  readonly log: RemovalSink | null;
}

/**
 * Runs `work` in a transaction that excludes all others of this kind, so that two moderators never decide the same thing. Locks are taken
 * in this order: moderation, files, threads, posts, reports and requests.
 * `secret`: null if the pool's role has the right itself, as the role of the command line has.
 */
export async function inModeration<T>(
  pool: pg.Pool,
  secret: string | null,
  outside: Outside,
  work: (client: pg.PoolClient, changes: OutsideChanges) => Promise<T>,
): Promise<T> {
  const changes = new OutsideChanges();
  const result = await inTransaction(pool, async (client) => {
    if (secret !== null) await identify(client, secret);
    await client.query(LOCK_MODERATION);
    const done = await work(client, changes);
    await changes.beforeCommit(outside);
    return done;
  });
  await changes.afterCommit(outside);
  return result;
}
