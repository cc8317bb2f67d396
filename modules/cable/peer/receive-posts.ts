/** Checks received posts one by one and stores them in batches, one batch after the other. */
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { toError } from '../../../platform/errors.ts';
import { CableError } from '../cable-error.ts';
import { assertSigned } from '../codec/crypto.ts';
import { MAX_AHEAD_MS } from '../codec/limits.ts';
import { decodePost, type CablePost } from '../codec/post.ts';
import { channelKey, type Cabal } from '../views/cabal.ts';
import { storedBytes } from '../views/read-answers.ts';
import type { ArrivedPost } from '../views/plan-posts.ts';
import { storePosts, type StoreOutcome } from '../views/store-posts.ts';
import { AuthorBudgets, type PeerLimits } from './limits.ts';
import type { HostObserver } from './observer.ts';
import type { About } from './want-list.ts';

const BATCH = 1_000;
/** Above this size of the queue, peers have to wait. */
const MAX_QUEUED_BYTES = 8 * 1_024 * 1_024;
const RETRY_MS = 1_000;
/** Signatures to verify before the event loop may continue with other work, such as storing the posts before. */
const VERIFIED_AT_ONCE = 8;

export interface PostReceiverOptions {
  readonly pool: pg.Pool;
  readonly cabal: Cabal;
  readonly limits: PeerLimits;
  readonly observer: HostObserver;
  readonly now: () => Date;
  /** Called after each commit. */
  readonly onStored: (outcome: StoreOutcome) => Promise<void>;
  readonly onError: (error: Error) => void;
  readonly closing: AbortSignal;
}

export interface ReceivedPost {
  readonly bytes: Buffer;
  readonly hash: Buffer;
  readonly abouts: readonly About[];
}

export class PostReceiver {
  readonly #options: PostReceiverOptions;
  readonly #authors: AuthorBudgets;
  #queue: ArrivedPost[] = [];
  #queuedBytes = 0;
  #storing: Promise<void> | null = null;

  constructor(options: PostReceiverOptions) {
    this.#options = options;
    this.#authors = new AuthorBudgets(options.limits);
  }

  /** Checks and queues posts. Waits while the queue is full. */
  async add(peer: string, posts: readonly ReceivedPost[]): Promise<void> {
    for (const [at, post] of posts.entries()) {
      if (at % VERIFIED_AT_ONCE === VERIFIED_AT_ONCE - 1) await setImmediate();
      const arrived = this.#check(peer, post);
      if (arrived === null) continue;
      this.#queue.push(arrived);
      this.#queuedBytes += arrived.bytes.length;
    }
    this.#storing ??= this.#store();
    while (this.#queuedBytes > MAX_QUEUED_BYTES && this.#storing !== null) await this.#storing;
  }

  /** Resolves when all added posts are committed, or the host closes. */
  async flushed(): Promise<void> {
    while (this.#storing !== null) await this.#storing;
  }

  #check(peer: string, { bytes, hash, abouts }: ReceivedPost): ArrivedPost | null {
    const { cabal, observer, now } = this.#options;
    try {
      const post = decodePost(bytes, cabal.layout);
      if (!abouts.some((about) => isAbout(post, about))) {
        observer.refused(peer, 'wrong_content', `a ${post.type} post that does not match the request`);
        return null;
      }
      const nowMs = now().getTime();
      if (post.timestamp >= nowMs + MAX_AHEAD_MS)
        throw new CableError('future', 'the time of a post is more than a week ahead');
      if (!this.#authors.take(post.publicKey, bytes.length, nowMs)) {
        observer.refused(
          peer,
          'author_rate',
          `too many posts of the author ${post.publicKey.toString('hex').slice(0, 16)}`,
        );
        return null;
      }
      assertSigned(bytes);
      return { bytes, hash, post };
    } catch (error) {
      if (!(error instanceof CableError)) throw error;
      observer.refused(peer, error.because, error.message);
      return null;
    }
  }

  async #store(): Promise<void> {
    const { closing } = this.#options;
    // One turn of the event loop later, so that posts that arrive together are stored together.
    await setImmediate();
    while (this.#queue.length > 0 && !closing.aborted) {
      const batch = this.#queue.splice(0, BATCH);
      await this.#storeBatch(batch);
      this.#queuedBytes -= batch.reduce((bytes, post) => bytes + post.bytes.length, 0);
    }
    this.#storing = null;
  }

  /** Retries until it succeeds, because the database may be unavailable for a while. */
  async #storeBatch(received: readonly ArrivedPost[]): Promise<void> {
    const { pool, cabal, limits, observer, now, onStored, onError, closing } = this.#options;
    let batch = received;
    while (!closing.aborted) {
      try {
        if ((await storedBytes(pool, cabal)) >= limits.totalBytes) {
          batch = received.filter(({ post }) => post.type === 'delete');
          const refused = received.length - batch.length;
          if (refused > 0) observer.refused('', 'full', 'the cabal has reached its size limit', refused);
        }
        const outcome = await storePosts(pool, cabal, batch, now());
        observer.stored(outcome.added.length, outcome.deleted);
        if (outcome.blocked > 0) observer.refused('', 'blocked', 'posts of blocked authors', outcome.blocked);
        await onStored(outcome);
        return;
      } catch (thrown) {
        const error = toError(thrown);
        onError(error);
        if (isRefusedByTable(error)) {
          if (batch.length > 1) for (const post of batch) await this.#storeBatch([post]);
          else observer.refused('', 'form', 'PostgreSQL refused a post');
          return;
        }
        await sleep(RETRY_MS, undefined, { signal: closing }).catch(() => undefined);
      }
    }
  }
}

/** Error class 22 or 23: the post is the cause, not the state of the database. */
function isRefusedByTable(error: Error): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');
}

const OF_RANGE: ReadonlySet<CablePost['type']> = new Set(['text', 'delete']);
const OF_STATE: ReadonlySet<CablePost['type']> = new Set(['topic', 'join', 'leave', 'info']);

function isAbout(post: CablePost, { kind, channel }: About): boolean {
  if (!(kind === 'range' ? OF_RANGE : OF_STATE).has(post.type)) return false;
  return !('channel' in post) || channelKey(post.channel).equals(channel);
}
