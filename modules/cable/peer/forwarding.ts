/**
 * Forwards requests of other peers, if the operator allows it. `origins`: the peers that get the responses. A request is forwarded only
 * once, even if several peers send it, so it cannot go in circles.
 */
import { LRUCache } from 'lru-cache';
import type { RequestMessage } from '../codec/message.ts';

const MAX_REQUESTS = 1_000;
const REMEMBERED_MS = 600_000;

export class Forwarding {
  readonly #origins = new LRUCache<string, Set<number>>({ max: MAX_REQUESTS, ttl: REMEMBERED_MS });

  /** Returns the request to send to other peers; null for none. */
  forward(from: number, request: RequestMessage): RequestMessage | null {
    if (request.type === 'cancel') {
      const origins = this.#origins.get(request.cancelId.toString('hex'));
      if (origins?.delete(from) !== true || origins.size > 0) return null;
      this.#origins.delete(request.cancelId.toString('hex'));
      return lowered(request);
    }
    const name = request.reqId.toString('hex');
    const known = this.#origins.get(name);
    if (known !== undefined) {
      known.add(from);
      return null;
    }
    const passed = lowered(request);
    if (passed !== null) this.#origins.set(name, new Set([from]));
    return passed;
  }

  /** Returns the peers to which a response is forwarded. */
  originsOf(reqId: Buffer): readonly number[] {
    return [...(this.#origins.get(reqId.toString('hex')) ?? [])];
  }

  lost(link: number): void {
    for (const origins of this.#origins.values()) origins.delete(link);
  }
}

/** Returns null when the ttl is used up. */
function lowered(request: RequestMessage): RequestMessage | null {
  return request.ttl === 0 ? null : { ...request, ttl: request.ttl - 1 };
}
