/** Requests the posts whose hashes peers have announced. */
import type pg from 'pg';
import { hashOf } from '../codec/crypto.ts';
import type { ResponseMessage } from '../codec/message.ts';
import type { Cabal } from '../views/cabal.ts';
import { missingAmong } from '../views/read-answers.ts';
import type { RequestClient } from './request-client.ts';
import type { PostReceiver, ReceivedPost } from './receive-posts.ts';
import type { Link } from './link.ts';
import type { HostObserver } from './observer.ts';
import { WantList, type About, type Asked } from './want-list.ts';

/** Posts in one request. A peer may send all of them in one message. */
const POSTS_AT_ONCE = 400;
const REQUESTS_AT_ONCE = 2;

export interface FetcherOptions {
  readonly pool: pg.Pool;
  readonly cabal: Cabal;
  readonly requests: RequestClient;
  readonly receiver: PostReceiver;
  readonly observer: HostObserver;
  /** Limit for announced hashes whose posts have not arrived. */
  readonly wanted: number;
}

export class Fetcher {
  readonly #options: FetcherOptions;
  readonly #wanted: WantList;
  readonly #links = new Map<number, { readonly link: Link; asking: number }>();

  constructor(options: FetcherOptions) {
    this.#options = options;
    this.#wanted = new WantList(options.wanted);
  }

  add(link: Link): void {
    this.#links.set(link.id, { link, asking: 0 });
  }

  lost(link: Link): void {
    this.#links.delete(link.id);
    this.#wanted.lost(link.id);
    this.#pumpAll();
  }

  /** Resolves when all missing posts have arrived or are unavailable, and the arrived ones are committed. */
  async fetch(link: Link, hashes: readonly Buffer[], about: About): Promise<void> {
    const { pool, cabal, receiver, observer } = this.#options;
    const missing = await missingAmong(pool, cabal, hashes);
    if (missing.length === 0 || !this.#links.has(link.id)) return;
    const { settled, refused } = this.#wanted.want(missing, link.id, about);
    if (refused > 0) observer.refused(link.peer, 'too_many', 'too many announced hashes', refused);
    this.#pumpAll();
    await settled;
    await receiver.flushed();
  }

  #pumpAll(): void {
    for (const id of this.#links.keys()) this.#pump(id);
  }

  #pump(id: number): void {
    const known = this.#links.get(id);
    if (known === undefined) return;
    while (known.asking < REQUESTS_AT_ONCE) {
      const asked = this.#wanted.take(id, POSTS_AT_ONCE);
      if (asked.size === 0) return;
      known.asking += 1;
      void this.#ask(known.link, asked).finally(() => {
        known.asking -= 1;
        this.#pumpAll();
      });
    }
  }

  async #ask(link: Link, asked: Map<string, Asked>): Promise<void> {
    const { requests } = this.#options;
    const left = new Map(asked);
    try {
      const hashes = [...asked.values()].map(({ hash }) => hash);
      const request = await requests.ask(link, { type: 'posts', hashes }, (response) =>
        this.#take(link, response, left),
      );
      await request.done;
    } catch {
      // The connection failed, and its reading loop ends it. The posts are requested from another peer.
    }
    this.#wanted.unanswered(left.keys(), link.id);
  }

  /** Accepts only requested posts. Returns whether all of them have arrived. */
  async #take(link: Link, response: ResponseMessage, left: Map<string, Asked>): Promise<boolean> {
    if (response.type !== 'post') return false;
    const { receiver, observer } = this.#options;
    const received: (ReceivedPost & { readonly name: string })[] = [];
    for (const bytes of response.posts) {
      const hash = hashOf(bytes);
      const name = hash.toString('hex');
      const abouts = left.get(name)?.abouts;
      if (abouts === undefined) {
        observer.refused(link.peer, 'not_requested', 'a post that was not requested');
        continue;
      }
      left.delete(name);
      received.push({ bytes, hash, abouts, name });
    }
    observer.received(link.peer, received.length);
    await receiver.add(link.peer, received);
    for (const { name } of received) this.#wanted.arrived(name);
    return left.size === 0;
  }
}
