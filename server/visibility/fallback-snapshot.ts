/**
 * Fallback snapshot: the data that servers need while PostgreSQL is unavailable, kept in Redis for all of them: the boards with their
 * slices, the identities, the banned files, and the hidden posts that Elasticsearch may still return. Moderation adds a post to it
 * before it commits the hide. Without a complete snapshot servers do not answer, since a restarted server has no other source of hidden
 * posts.
 */
import type { ChainableCommander, Redis } from 'ioredis';
import type { Board } from '../../mappings/board.ts';
import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import type { PostKey } from '../../mappings/post.ts';
import { archiveUnavailable } from '../../platform/postgres-errors.ts';
import type { BoardSummary } from '../../mappings/contract/board.ts';
import type { Identity } from '../../mappings/contract/identity.ts';
import type { LiveSlice } from '../boards/load.ts';
import { MAX_EXCLUDED, type PendingHides } from './pending-hides.ts';

interface StoredBoards {
  readonly boards: readonly Board[];
  readonly views: readonly BoardSummary[];
  /** Missing in snapshots of older servers. */
  readonly liveSlices?: readonly Omit<LiveSlice, 'reach'>[];
}

export interface SnapshotState extends StoredBoards {
  /** Id of the newest moderation in audit_log that `hidden` includes. */
  readonly newest: number;
  /** Document ids of all pending hides. */
  readonly hidden: readonly string[];
  readonly identities: readonly Identity[];
}

/** MD5 and SHA-256 of banned files, in hexadecimal. */
export interface BannedHashes {
  /** The version of `file_changes`. */
  readonly version: string;
  readonly hashes: readonly string[];
}

/** Notices of hides by moderation. Never throws: hiding a post must work while Redis is unavailable. */
export interface HiddenPostsCache {
  /** Call before the commit. */
  addHidden(keys: readonly PostKey[]): Promise<void>;
  /** Call after the commit. */
  removeHidden(keys: readonly PostKey[]): Promise<void>;
}

/** Longer than any transaction: a post is added before its hide commits, and a snapshot that is read between the two lacks it. */
const HIDDEN_TTL_MS = 600_000;
/** Without moderation the snapshot is rewritten this often, since boards change and pending hides end. */
const REWRITE_MS = 60_000;
const CHUNK = 10_000;

export class FallbackSnapshot implements HiddenPostsCache {
  readonly #redis: Redis;
  readonly #clock: () => Date;
  /** Sorted set of document ids by the time of the hide. */
  readonly #hidden: string;
  readonly #boards: string;
  readonly #identities: string;
  /** Set of hashes, and the version at which they were read. */
  readonly #banned: string;
  readonly #bannedVersion: string;
  /** Present only while the other keys are complete: they are written together, and Redis evicts none. */
  readonly #complete: string;
  /** `newest` of the last write; expires after REWRITE_MS. */
  readonly #current: string;

  constructor(options: { readonly redis: Redis; readonly prefix: string; readonly clock: () => Date }) {
    this.#redis = options.redis;
    this.#clock = options.clock;
    const name = (part: string) => `${options.prefix}-fallback-${part}`;
    [this.#hidden, this.#boards, this.#identities] = [name('hidden'), name('boards'), name('identities')];
    [this.#banned, this.#bannedVersion] = [name('banned'), name('banned-version')];
    [this.#complete, this.#current] = [name('complete'), name('current')];
  }

  async addHidden(keys: readonly PostKey[]): Promise<void> {
    if (this.#redis.status !== 'ready') return;
    await this.#addIds(this.#redis.multi(), keys.map(documentId))
      .exec()
      .catch(() => undefined);
  }

  async removeHidden(keys: readonly PostKey[]): Promise<void> {
    if (this.#redis.status !== 'ready' || keys.length === 0) return;
    await this.#redis.zrem(this.#hidden, keys.map(documentId)).catch(() => undefined);
  }

  /** Whether the snapshot includes this moderation and is fresh. True while Redis is unavailable, since it cannot be written then. */
  async isCurrent(newest: number): Promise<boolean> {
    if (this.#redis.status !== 'ready') return true;
    return (await this.#redis.get(this.#current)) === String(newest);
  }

  async write({ newest, hidden, boards, views, liveSlices = [], identities }: SnapshotState): Promise<void> {
    const stored: StoredBoards = { boards, views, liveSlices };
    await this.#addIds(this.#redis.multi(), hidden)
      .zremrangebyscore(this.#hidden, '-inf', this.#clock().getTime() - HIDDEN_TTL_MS)
      .set(this.#boards, JSON.stringify(stored))
      .set(this.#identities, JSON.stringify(identities))
      .set(this.#complete, 1)
      .set(this.#current, newest, 'PX', REWRITE_MS)
      .exec();
  }

  /** Whether the snapshot has the banned files of this version. True while Redis is unavailable, since it cannot be written then. */
  async hasBanned(version: string): Promise<boolean> {
    return this.#redis.status !== 'ready' || (await this.#redis.get(this.#bannedVersion)) === version;
  }

  async writeBanned({ version, hashes }: BannedHashes): Promise<void> {
    const multi = this.#redis.multi().del(this.#banned).set(this.#bannedVersion, version);
    for (let start = 0; start < hashes.length; start += CHUNK)
      multi.sadd(this.#banned, ...hashes.slice(start, start + CHUNK));
    await multi.exec();
  }

  /** Whether the snapshot can be read. If not, the hidden posts are unknown. */
  async isComplete(): Promise<boolean> {
    return this.#read((multi) => multi).then(
      () => true,
      () => false,
    );
  }

  /** @throws UnavailableError */
  async boards(): Promise<StoredBoards> {
    const [, text] = await this.#read((multi) => multi.get(this.#boards));
    return JSON.parse(String(text)) as StoredBoards;
  }

  /** @throws UnavailableError, also when the snapshot was written by servers that do not store identities */
  async identities(): Promise<readonly Identity[]> {
    const [, text] = await this.#read((multi) => multi.get(this.#identities));
    if (typeof text !== 'string') throw archiveUnavailable();
    return JSON.parse(text) as Identity[];
  }

  /** `boards`: names; null for all boards. @throws UnavailableError */
  async pendingHides(boards: readonly string[] | null): Promise<PendingHides> {
    const [, count, newest] = await this.#read((multi) =>
      multi.zcard(this.#hidden).zrange(this.#hidden, 0, MAX_EXCLUDED - 1, 'REV'),
    );
    const ids = newest as string[];
    const isOnBoards = (id: string) => boards?.includes(id.slice(0, id.indexOf('.'))) ?? true;
    return { ids: ids.filter(isOnBoards), notExcluded: Number(count) - ids.length };
  }

  /** The hidden posts among these document ids. @throws UnavailableError */
  async hiddenAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const [, scores] = await this.#read((multi) => multi.zmscore(this.#hidden, ...ids));
    return new Set(ids.filter((_, index) => (scores as (string | null)[])[index] !== null));
  }

  /**
   * The banned files among these hashes.
   * @throws UnavailableError, also when the snapshot was written by servers that do not store them
   */
  async bannedAmong(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    if (hashes.length === 0) return new Set();
    const [, version, found] = await this.#read((multi) =>
      multi.get(this.#bannedVersion).smismember(this.#banned, ...hashes),
    );
    if (version === null) throw archiveUnavailable();
    return new Set(hashes.filter((_, index) => (found as number[])[index] === 1));
  }

  #addIds(multi: ChainableCommander, ids: readonly string[]): ChainableCommander {
    const now = this.#clock().getTime();
    for (let start = 0; start < ids.length; start += CHUNK) {
      const chunk = ids.slice(start, start + CHUNK);
      multi.zadd(this.#hidden, ...chunk.flatMap((id) => [now, id]));
    }
    return multi;
  }

  /** Results of the commands, the value of #complete first. @throws UnavailableError without a complete snapshot */
  async #read(addCommands: (multi: ChainableCommander) => ChainableCommander): Promise<readonly unknown[]> {
    if (this.#redis.status !== 'ready') throw archiveUnavailable();
    const results = await addCommands(this.#redis.multi().get(this.#complete))
      .exec()
      .catch((error: unknown) => {
        throw archiveUnavailable(error);
      });
    const failed = results?.find(([error]) => error !== null);
    if (results === null || failed !== undefined || results[0]?.[1] === null) throw archiveUnavailable(failed?.[0]);
    return results.map(([, value]) => value);
  }
}
