/**
 * Whether PostgreSQL answers, looked at every second and remembered, so that no reader waits for a time-out to find out;
 * and the copy of what must be known while it does not (server/visibility/fallback-snapshot.ts), kept fresh meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { loadBoards, loadBoardViews, loadNewestModeration } from '../boards/load.ts';
import { listIdentities } from '../identities/identities.ts';
import { isStatementTimeout, toUnavailable } from '../../platform/postgres-errors.ts';
import { loadAllConcealed } from './pending-hides.ts';
import { archiveAway, type ArchiveCopy } from './fallback-snapshot.ts';

export interface ArchiveWatchOptions {
  readonly pool: Pool;
  /** Without one nothing is answered while PostgreSQL is away, and nothing is watched. */
  readonly copy: ArchiveCopy | null;
  readonly log?: Pick<FastifyBaseLogger, 'warn' | 'info'>;
}

const EVERY_MS = 1_000;
/** A PostgreSQL that says nothing for so long twice in a row is away; once may be a machine that is busy. */
const LOOK_LIMIT_MS = 2_000;
const MOST_LATE = 2;

export class ArchiveWatch {
  readonly copy: ArchiveCopy | null;
  readonly #pool: Pool;
  readonly #log: ArchiveWatchOptions['log'];
  readonly #closing = new AbortController();
  #isAway = false;
  #late = 0;
  /** Told when PostgreSQL leaves. */
  readonly #waiting = new Set<(reason: Error) => void>();
  #looking: Promise<boolean> | null = null;
  #refreshing: Promise<void> | null = null;

  constructor({ pool, copy, log }: ArchiveWatchOptions) {
    this.#pool = pool;
    this.copy = copy;
    this.#log = log;
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  /** Ends with `close`. */
  async run(): Promise<void> {
    if (this.copy === null) return;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.look();
      await sleep(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#looking;
    await this.#refreshing;
  }

  /** Whether it answers now. Whoever asks while a look is under way shares it. */
  async look(): Promise<boolean> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /**
   * The answer from PostgreSQL, else the one without it. A connection that was lost while PostgreSQL goes on costs a
   * second try. `fromPostgres` only reads.
   * @throws UnavailableError when there is neither
   */
  async ask<T>(fromPostgres: () => Promise<T>, without: (copy: ArchiveCopy) => Promise<T>): Promise<T> {
    const { copy } = this;
    if (copy === null) return fromPostgres();
    if (!this.#isAway) {
      try {
        return await this.#whileThere(fromPostgres());
      } catch (error) {
        if (!this.#isAway) {
          if (!(error instanceof Error) || toUnavailable(error) === null || isStatementTimeout(error)) throw error;
          if (await this.look()) return fromPostgres();
        }
      }
    }
    // What was taken for away may be slow: better late than never, where there is no other answer.
    if (!(await copy.isWhole())) return fromPostgres();
    return without(copy);
  }

  /** No race with one promise for all: it would keep every answer until PostgreSQL leaves, which may be never. */
  async #whileThere<T>(work: Promise<T>): Promise<T> {
    const { promise: left, reject: leave } = Promise.withResolvers<never>();
    this.#waiting.add(leave);
    try {
      return await Promise.race([work, left]);
    } finally {
      this.#waiting.delete(leave);
    }
  }

  async #look(): Promise<boolean> {
    try {
      const newest = await withLimit(loadNewestModeration(this.#pool));
      this.#late = 0;
      this.#settle(false);
      // Whoever asks whether it answers need not wait for the copy.
      this.#refreshing ??= this.#refresh(newest)
        .catch((error: unknown) => this.#log?.warn({ err: error }, 'the copy of what is hidden could not be written'))
        .finally(() => {
          this.#refreshing = null;
        });
      return true;
    } catch (error) {
      this.#late = error instanceof LateError ? this.#late + 1 : MOST_LATE;
      if (this.#late >= MOST_LATE) this.#settle(true, error);
      return this.#isAway || this.#closing.signal.aborted ? false : this.#look();
    }
  }

  #settle(isAway: boolean, cause?: unknown): void {
    if (this.#closing.signal.aborted || isAway === this.#isAway) return;
    this.#isAway = isAway;
    if (isAway) {
      this.#log?.warn({ err: cause }, 'PostgreSQL is away: answers come from Elasticsearch alone');
      for (const leave of this.#waiting) leave(archiveAway(cause));
      this.#waiting.clear();
    } else {
      this.#log?.info('PostgreSQL is back');
    }
  }

  /** `newest` was read before everything else, so the rest knows at least of that. */
  async #refresh(newest: number): Promise<void> {
    if (this.copy === null || (await this.copy.isCurrent(newest))) return;
    const [concealed, boards, identities] = await Promise.all([
      loadAllConcealed(this.#pool),
      loadBoards(this.#pool),
      listIdentities(this.#pool),
    ]);
    const views = await loadBoardViews(this.#pool, boards);
    await this.copy.keep({ newest, concealed, boards, views, identities });
  }
}

class LateError extends Error {}

async function withLimit<T>(work: Promise<T>): Promise<T> {
  const limit = AbortSignal.timeout(LOOK_LIMIT_MS);
  const late = new Promise<never>((_, reject) => {
    limit.addEventListener('abort', () => reject(new LateError()), { once: true });
  });
  work.catch(() => undefined);
  return Promise.race([work, late]);
}
