/**
 * Probes PostgreSQL every second, so that readers need not wait for a time-out while it is unavailable; reads choose between PostgreSQL
 * and the fallback snapshot by the result.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { createSeparateConnection } from '../../platform/postgres.ts';
import {
  archiveUnavailable,
  isPoolTimeout,
  isStatementTimeout,
  toUnavailable,
} from '../../platform/postgres-errors.ts';
import { loadNewestModeration } from '../boards/load.ts';
import type { FallbackSnapshot } from './fallback-snapshot.ts';

export interface PostgresProbeOptions {
  /** The pool of the reads. The probe has a connection of its own, because all connections of the pool may be in use. */
  readonly pool: Pool;
  /** null: no probing, and every read goes to PostgreSQL. */
  readonly snapshot: FallbackSnapshot | null;
  /** Called after each successful probe with the id of the newest moderation in audit_log; the next call waits until this one has finished. */
  readonly onSuccess?: (newest: number, snapshot: FallbackSnapshot) => Promise<void>;
  readonly log?: Pick<FastifyBaseLogger, 'warn' | 'info'>;
}

const INTERVAL_MS = 1_000;
/**
 * PostgreSQL counts as unavailable after two consecutive probes without an answer in this time. A single one may be due to a busy
 * machine.
 */
const PROBE_TIMEOUT_MS = 2_000;
const MAX_TIMEOUTS = 2;
/** Longer than one probe and shorter than two: the second probe gets another connection. */
const REPLACE_CONNECTION_MS = 3_000;

export class PostgresProbe {
  readonly snapshot: FallbackSnapshot | null;
  readonly #options: PostgresProbeOptions;
  readonly #connection: Pool;
  readonly #closing = new AbortController();
  #isAway = false;
  #cause: unknown = null;
  #timeouts = 0;
  /** Rejects the reads in progress when PostgreSQL becomes unavailable. */
  readonly #readers = new Set<(reason: Error) => void>();
  #probing: Promise<boolean> | null = null;
  #succeeding: Promise<void> | null = null;

  constructor(options: PostgresProbeOptions) {
    this.#options = options;
    this.snapshot = options.snapshot;
    this.#connection = createSeparateConnection(options.pool, REPLACE_CONNECTION_MS);
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  /** The error that showed that PostgreSQL is unavailable; null while it is available. */
  get awayBecause(): { readonly cause: unknown } | null {
    return this.#isAway ? { cause: this.#cause } : null;
  }

  /** Probes until `close`. */
  async run(): Promise<void> {
    if (this.snapshot === null) return;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.probe();
      await sleep(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#probing;
    await this.#succeeding;
    await this.#connection.end();
  }

  /** Whether PostgreSQL answers now. Concurrent callers share one probe. */
  async probe(): Promise<boolean> {
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = null;
    });
    return this.#probing;
  }

  /**
   * Reads from PostgreSQL, or from the snapshot while PostgreSQL is unavailable. `fromPostgres` must only read: it is called
   * again when its connection was lost while PostgreSQL stayed up. When it did not get a connection of the pool in time, the snapshot
   * answers.
   * @throws UnavailableError when neither answers
   */
  async readOrFallback<T>(
    fromPostgres: () => Promise<T>,
    fromSnapshot: (snapshot: FallbackSnapshot) => Promise<T>,
  ): Promise<T> {
    const { snapshot } = this;
    if (snapshot === null) return fromPostgres();
    if (!this.#isAway) {
      try {
        return await this.#whileAvailable(fromPostgres());
      } catch (error) {
        if (!this.#isAway) {
          if (!(error instanceof Error) || toUnavailable(error) === null || isStatementTimeout(error)) throw error;
          if ((await this.probe()) && !isPoolTimeout(error)) return fromPostgres();
        }
      }
    }
    // PostgreSQL may only be slow: without a snapshot a late answer is better than none.
    if (!(await snapshot.isComplete())) return fromPostgres();
    return fromSnapshot(snapshot);
  }

  /** Reads what an answer can do without: `otherwise` replaces it at once while PostgreSQL is unavailable, and after any other error. */
  async readOr<T>(fromPostgres: () => Promise<T>, otherwise: () => T): Promise<T> {
    if (this.#isAway) return otherwise();
    return this.#whileAvailable(fromPostgres()).catch(otherwise);
  }

  /** One promise per read: racing against a single shared promise would keep every result in memory as long as it is pending. */
  async #whileAvailable<T>(work: Promise<T>): Promise<T> {
    const { promise: away, reject } = Promise.withResolvers<never>();
    this.#readers.add(reject);
    try {
      return await Promise.race([work, away]);
    } finally {
      this.#readers.delete(reject);
    }
  }

  async #probe(): Promise<boolean> {
    try {
      const newest = await withProbeTimeout(loadNewestModeration(this.#connection));
      this.#timeouts = 0;
      this.#setAway(false);
      this.#notify(newest);
      return true;
    } catch (error) {
      this.#timeouts = error instanceof ProbeTimeout ? this.#timeouts + 1 : MAX_TIMEOUTS;
      if (this.#timeouts >= MAX_TIMEOUTS) this.#setAway(true, error);
      return this.#isAway || this.#closing.signal.aborted ? false : this.#probe();
    }
  }

  /** Not awaited by `probe`, whose callers only need its result. */
  #notify(newest: number): void {
    const { onSuccess, log } = this.#options;
    if (this.snapshot === null || onSuccess === undefined) return;
    this.#succeeding ??= onSuccess(newest, this.snapshot)
      .catch((error: unknown) => log?.warn({ err: error }, 'the fallback snapshot could not be written'))
      .finally(() => {
        this.#succeeding = null;
      });
  }

  #setAway(isAway: boolean, cause?: unknown): void {
    if (this.#closing.signal.aborted || isAway === this.#isAway) return;
    const { log } = this.#options;
    this.#isAway = isAway;
    this.#cause = cause;
    if (isAway) {
      log?.warn({ err: cause }, 'PostgreSQL is unavailable: answers come from Elasticsearch and the fallback snapshot');
      for (const reject of this.#readers) reject(archiveUnavailable(cause));
      this.#readers.clear();
    } else {
      log?.info('PostgreSQL is available again');
    }
  }
}

class ProbeTimeout extends Error {}

async function withProbeTimeout<T>(work: Promise<T>): Promise<T> {
  const limit = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  const timeout = new Promise<never>((_, reject) => {
    limit.addEventListener('abort', () => reject(new ProbeTimeout()), { once: true });
  });
  work.catch(() => undefined);
  return Promise.race([work, timeout]);
}
