/** Answers the requests of peers, and keeps requests for future posts open. */
import type pg from 'pg';
import { toError } from '../../../platform/errors.ts';
import { ConnectionError } from '../cable-error.ts';
import type { CableResponse, RequestMessage } from '../codec/message.ts';
import { isChannelSafe, isSafeForDeployed } from '../codec/deployed-limits.ts';
import { decodePost } from '../codec/post.ts';
import { channelKey, type Cabal } from '../views/cabal.ts';
import { readChannels, readPosts, readRange, readState } from '../views/read-answers.ts';
import type { StoreOutcome } from '../views/store-posts.ts';
import type { Link } from './link.ts';
import { TokenBucket, type PeerLimits } from './limits.ts';
import type { HostObserver } from './observer.ts';

/** Hashes in one message, and posts in one query. */
const HASHES_AT_ONCE = 5_000;
const POSTS_AT_ONCE = 100;

interface OpenRange {
  readonly kind: 'range';
  readonly channel: Buffer;
  readonly timeStart: number;
  /** How many more hashes may be sent; Infinity for unlimited. */
  left: number;
}

interface OpenState {
  readonly kind: 'state';
  readonly channel: Buffer;
  readonly channelName: string;
  sent: ReadonlySet<string>;
}

/** A request that is being answered. `isCancelled` is checked before each message. */
interface Serving {
  readonly link: Link;
  readonly reqId: Buffer;
  isCancelled: boolean;
  open: OpenRange | OpenState | null;
}

export interface RequestServerOptions {
  readonly pool: pg.Pool;
  readonly cabal: Cabal;
  readonly limits: PeerLimits;
  readonly observer: HostObserver;
  readonly now: () => Date;
  readonly onError: (error: Error) => void;
}

export class RequestServer {
  readonly #options: RequestServerOptions;
  /** By link, then by req_id. */
  readonly #serving = new Map<number, Map<string, Serving>>();
  readonly #budgets = new Map<number, TokenBucket>();
  readonly #chains = new Map<number, Promise<void>>();

  constructor(options: RequestServerOptions) {
    this.#options = options;
  }

  get openRequests(): number {
    let count = 0;
    for (const ofLink of this.#serving.values()) count += ofLink.size;
    return count;
  }

  /**
   * Answers the requests of a peer one after the other. Returns immediately: if two hosts stopped reading while they write, they would wait
   * for each other forever.
   */
  answer(link: Link, request: RequestMessage): void {
    const { limits, observer, now } = this.#options;
    const ofLink = this.#serving.get(link.id) ?? new Map<string, Serving>();
    this.#serving.set(link.id, ofLink);
    const name = request.reqId.toString('hex');
    if (request.type === 'cancel') {
      this.#cancel(ofLink, request.cancelId.toString('hex'));
      return;
    }
    // Another peer may have forwarded the same request, which is being answered.
    if (ofLink.has(name)) return;
    const nowMs = now().getTime();
    const budget = this.#budgets.get(link.id) ?? new TokenBucket(...limits.requests, nowMs);
    this.#budgets.set(link.id, budget);
    if (ofLink.size >= limits.openRequests || !budget.take(1, nowMs)) {
      observer.refused(link.peer, 'too_many', 'too many requests');
      return;
    }
    const serving: Serving = { link, reqId: request.reqId, isCancelled: false, open: null };
    ofLink.set(name, serving);
    observer.answered(link.peer, request.type);
    const before = this.#chains.get(link.id) ?? Promise.resolve();
    const answered = before
      .then(() => this.#serve(serving, request))
      .catch((error: unknown) => {
        // The reading loop ends a failed connection.
        if (!(error instanceof ConnectionError)) this.#options.onError(toError(error));
      })
      .finally(() => {
        if (serving.open === null) ofLink.delete(name);
      });
    this.#chains.set(link.id, answered);
  }

  lost(link: Link): void {
    for (const serving of this.#serving.get(link.id)?.values() ?? []) serving.isCancelled = true;
    this.#serving.delete(link.id);
    this.#budgets.delete(link.id);
    this.#chains.delete(link.id);
  }

  /** Sends newly stored posts to open requests. */
  async onStored({ added, channelDeletes }: StoreOutcome): Promise<void> {
    const texts = added.filter(({ post }) => post.type === 'text');
    const isState = added.some(({ post }) => post.type !== 'text' && post.type !== 'delete');
    const isDeleted = channelDeletes.length > 0;
    const infos = channelDeletes.filter(({ channel }) => channel.length === 0).map(({ deletedBy }) => deletedBy);
    for (const serving of [...this.#serving.values()].flatMap((ofLink) => [...ofLink.values()])) {
      const { open } = serving;
      if (open === null) continue;
      // An error concerns only this peer, and its reading loop ends the connection.
      if (open.kind === 'state') {
        if (isState || isDeleted) await this.#sendState(serving, open).catch(ignoreError);
        continue;
      }
      const hashes = [
        ...texts
          .filter(({ channel, post }) => channel.equals(open.channel) && post.timestamp >= open.timeStart)
          .map(({ hash }) => hash),
        ...channelDeletes.filter(({ channel }) => channel.equals(open.channel)).map(({ deletedBy }) => deletedBy),
        ...infos,
      ];
      await this.#sendOpen(serving, open, distinct(hashes)).catch(ignoreError);
    }
  }

  #cancel(ofLink: Map<string, Serving>, name: string): void {
    const serving = ofLink.get(name);
    if (serving === undefined) return;
    serving.isCancelled = true;
    ofLink.delete(name);
  }

  async #serve(serving: Serving, request: RequestMessage): Promise<void> {
    const { pool, cabal } = this.#options;
    switch (request.type) {
      case 'posts':
        await this.#servePosts(serving, request.hashes);
        return;
      case 'timeRange':
        await this.#serveRange(serving, request);
        return;
      case 'state': {
        const open: OpenState = {
          kind: 'state',
          channel: channelKey(request.channel),
          channelName: request.channel,
          sent: new Set(),
        };
        await this.#sendState(serving, open);
        if (request.future === 1 && !serving.isCancelled) serving.open = open;
        else await this.#send(serving, { type: 'hashes', hashes: [] });
        return;
      }
      case 'channels': {
        const known = await readChannels(pool, cabal, request.offset, request.limit);
        const channels = cabal.layout === 'deployed' ? known.filter(isChannelSafe) : known;
        await this.#send(serving, { type: 'channelList', channels });
        return;
      }
      case 'moderationState':
        // Empty: this host stores no roles, moderation actions and blocks.
        await this.#send(serving, { type: 'hashes', hashes: [] });
        return;
      case 'cancel':
        return;
    }
  }

  async #servePosts(serving: Serving, hashes: readonly Buffer[]): Promise<void> {
    const { pool, cabal } = this.#options;
    for (let from = 0; from < hashes.length && !serving.isCancelled; from += POSTS_AT_ONCE) {
      const found = await readPosts(pool, cabal, hashes.slice(from, from + POSTS_AT_ONCE));
      const posts = found.filter((bytes) => this.#isSafe(bytes));
      if (posts.length < found.length)
        this.#options.observer.refused(
          serving.link.peer,
          'held_back',
          'posts that would crash the program of the peer',
          found.length - posts.length,
        );
      if (posts.length > 0) await this.#send(serving, { type: 'post', posts });
    }
    await this.#send(serving, { type: 'post', posts: [] });
  }

  #isSafe(bytes: Buffer): boolean {
    const { layout } = this.#options.cabal;
    return layout !== 'deployed' || isSafeForDeployed(decodePost(bytes, layout));
  }

  async #serveRange(serving: Serving, request: RequestMessage & { readonly type: 'timeRange' }): Promise<void> {
    const { channel, timeStart, timeEnd, limit } = request;
    const open: OpenRange = {
      kind: 'range',
      channel: channelKey(channel),
      timeStart,
      left: limit === 0 ? Infinity : limit,
    };
    // Opened before the query: onStored sends posts that are stored meanwhile. A hash can be sent twice, but none is missed.
    if (timeEnd === 0) serving.open = open;
    let end = timeEnd;
    // Sent hashes of the oldest millisecond, which may have more posts.
    let atEnd = new Set<string>();
    while (!serving.isCancelled && open.left > 0) {
      const wanted = Math.min(open.left, HASHES_AT_ONCE) + atEnd.size;
      const found = await readRange(
        this.#options.pool,
        this.#options.cabal,
        { channel, timeStart, timeEnd: end },
        wanted,
      );
      const fresh = found.filter(({ hash }) => !atEnd.has(hash.toString('hex')));
      if (fresh.length === 0) break;
      open.left -= fresh.length;
      await this.#send(serving, { type: 'hashes', hashes: fresh.map(({ hash }) => hash) });
      const oldest = fresh.at(-1)?.time ?? 0;
      if (end !== oldest + 1) atEnd = new Set();
      for (const { hash, time } of fresh) if (time === oldest) atEnd.add(hash.toString('hex'));
      end = oldest + 1;
      if (found.length < wanted) break;
    }
    if (timeEnd !== 0 || open.left <= 0) {
      serving.open = null;
      await this.#send(serving, { type: 'hashes', hashes: [] });
    }
  }

  async #sendState(serving: Serving, open: OpenState): Promise<void> {
    const hashes = await readState(this.#options.pool, this.#options.cabal, open.channelName);
    const fresh = hashes.filter((hash) => !open.sent.has(hash.toString('hex')));
    open.sent = new Set(hashes.map((hash) => hash.toString('hex')));
    for (let from = 0; from < fresh.length; from += HASHES_AT_ONCE)
      await this.#send(serving, { type: 'hashes', hashes: fresh.slice(from, from + HASHES_AT_ONCE) });
  }

  async #sendOpen(serving: Serving, open: OpenRange, hashes: readonly Buffer[]): Promise<void> {
    const sent = hashes.slice(0, open.left === Infinity ? undefined : open.left);
    if (sent.length === 0) return;
    open.left -= sent.length;
    await this.#send(serving, { type: 'hashes', hashes: sent });
    if (open.left > 0) return;
    serving.open = null;
    this.#serving.get(serving.link.id)?.delete(serving.reqId.toString('hex'));
    await this.#send(serving, { type: 'hashes', hashes: [] });
  }

  /** Does nothing for a cancelled request. */
  async #send({ link, reqId, isCancelled }: Serving, response: CableResponse): Promise<void> {
    if (!isCancelled) await link.send({ ...response, reqId });
  }
}

function distinct(hashes: readonly Buffer[]): Buffer[] {
  return [...new Map(hashes.map((hash) => [hash.toString('hex'), hash])).values()];
}

function ignoreError(): void {}
