/**
 * What servers must know while PostgreSQL is away, kept in Redis by all of them while it is there: the boards, the
 * identities, and the hidden posts that Elasticsearch may still show. Whoever hides a post names it here before the
 * commit. Without a copy that is known to be whole nothing is answered: a restarted server has nothing else to go by.
 */
import type { ChainableCommander, Redis } from 'ioredis';
import type { Board } from '../../mappings/board.ts';
import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import type { PostKey } from '../../mappings/post.ts';
import { UnavailableError } from '../../platform/errors.ts';
import type { Board as BoardView } from '../../mappings/contract/board.ts';
import type { Identity } from '../../mappings/contract/identity.ts';
import { MAX_NAMED, type Concealed } from './pending-hides.ts';

export interface KnownBoards {
  readonly boards: readonly Board[];
  readonly views: readonly BoardView[];
}

export interface ArchiveState extends KnownBoards {
  /** The newest moderation that `concealed` knows of. */
  readonly newest: number;
  /** Ids of documents. */
  readonly concealed: readonly string[];
  readonly identities: readonly Identity[];
}

/** What moderation tells. It never throws: a post is hidden also while Redis is away. */
export interface ConcealedNotices {
  conceal(keys: readonly PostKey[]): Promise<void>;
  reveal(keys: readonly PostKey[]): Promise<void>;
}

/** Longer than any transaction: a post is named before its commit, and is in no snapshot until then. */
const KEPT_MS = 600_000;
/** How often the copy is written anew although nobody hid anything: boards change, and what is indexed may go. */
const FRESH_MS = 60_000;
const CHUNK = 10_000;

export class ArchiveCopy implements ConcealedNotices {
  readonly #redis: Redis;
  readonly #clock: () => Date;
  /** Sorted by when a post was named. */
  readonly #concealed: string;
  readonly #boards: string;
  readonly #identities: string;
  /** Is there only while what is beside it is whole, since nobody deletes one without the other. */
  readonly #whole: string;
  /** The newest moderation when the copy was written lately. */
  readonly #lately: string;

  constructor(options: { readonly redis: Redis; readonly prefix: string; readonly clock: () => Date }) {
    this.#redis = options.redis;
    this.#clock = options.clock;
    const name = (part: string) => `${options.prefix}-archive-${part}`;
    [this.#concealed, this.#boards, this.#identities] = [name('concealed'), name('boards'), name('identities')];
    [this.#whole, this.#lately] = [name('whole'), name('lately')];
  }

  async conceal(keys: readonly PostKey[]): Promise<void> {
    if (this.#redis.status !== 'ready') return;
    await this.#name(this.#redis.multi(), keys.map(documentId))
      .exec()
      .catch(() => undefined);
  }

  async reveal(keys: readonly PostKey[]): Promise<void> {
    if (this.#redis.status !== 'ready' || keys.length === 0) return;
    await this.#redis.zrem(this.#concealed, keys.map(documentId)).catch(() => undefined);
  }

  /** Does it know of this moderation, and is it fresh? A Redis that is away is not to be written to. */
  async isCurrent(newest: number): Promise<boolean> {
    if (this.#redis.status !== 'ready') return true;
    return (await this.#redis.get(this.#lately)) === String(newest);
  }

  async keep({ newest, concealed, boards, views, identities }: ArchiveState): Promise<void> {
    const multi = this.#name(this.#redis.multi(), concealed);
    const known: KnownBoards = { boards, views };
    await multi
      .zremrangebyscore(this.#concealed, '-inf', this.#clock().getTime() - KEPT_MS)
      .set(this.#boards, JSON.stringify(known))
      .set(this.#identities, JSON.stringify(identities))
      .set(this.#whole, 1)
      .set(this.#lately, newest, 'PX', FRESH_MS)
      .exec();
  }

  /** Else nothing is known of what is hidden, and nobody may go by it. */
  async isWhole(): Promise<boolean> {
    return this.#read((multi) => multi).then(
      () => true,
      () => false,
    );
  }

  /** @throws UnavailableError */
  async boards(): Promise<KnownBoards> {
    const [, text] = await this.#read((multi) => multi.get(this.#boards));
    return JSON.parse(String(text)) as KnownBoards;
  }

  /** @throws UnavailableError, also when servers that know of none have written the copy */
  async identities(): Promise<readonly Identity[]> {
    const [, text] = await this.#read((multi) => multi.get(this.#identities));
    if (typeof text !== 'string') throw archiveAway();
    return JSON.parse(text) as Identity[];
  }

  /** Of these boards; null for all. @throws UnavailableError */
  async concealed(boards: readonly string[] | null): Promise<Concealed> {
    const [, count, newest] = await this.#read((multi) =>
      multi.zcard(this.#concealed).zrange(this.#concealed, 0, MAX_NAMED - 1, 'REV'),
    );
    const ids = newest as string[];
    const isAsked = (id: string) => boards?.includes(id.slice(0, id.indexOf('.'))) ?? true;
    return { ids: ids.filter(isAsked), unnamed: Number(count) - ids.length };
  }

  /** Those of the ids that may not be shown. @throws UnavailableError */
  async concealedAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const [, scores] = await this.#read((multi) => multi.zmscore(this.#concealed, ...ids));
    return new Set(ids.filter((_, place) => (scores as (string | null)[])[place] !== null));
  }

  #name(multi: ChainableCommander, ids: readonly string[]): ChainableCommander {
    const now = this.#clock().getTime();
    for (let start = 0; start < ids.length; start += CHUNK) {
      const chunk = ids.slice(start, start + CHUNK);
      multi.zadd(this.#concealed, ...chunk.flatMap((id) => [now, id]));
    }
    return multi;
  }

  async #read(ask: (multi: ChainableCommander) => ChainableCommander): Promise<readonly unknown[]> {
    if (this.#redis.status !== 'ready') throw archiveAway();
    const answers = await ask(this.#redis.multi().get(this.#whole))
      .exec()
      .catch((error: unknown) => {
        throw archiveAway(error);
      });
    const failed = answers?.find(([error]) => error !== null);
    if (answers === null || failed !== undefined || answers[0]?.[1] === null) throw archiveAway(failed?.[0]);
    return answers.map(([, value]) => value);
  }
}

export function archiveAway(cause?: unknown): UnavailableError {
  return new UnavailableError('archive', 'The archive is out of reach right now. Try again in a moment.', { cause });
}
