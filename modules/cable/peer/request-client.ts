/** Sends our requests and assigns responses to them. */
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { reqIdBytes, type Layout } from '../codec/layout.ts';
import { ANSWERS, type CableRequest, type ResponseMessage } from '../codec/message.ts';
import type { Link } from './link.ts';
import type { CableReason } from './observer.ts';

/** A peer without matching posts may send no response at all. */
const SILENT_MS = 20_000;
/** Other hosts need not forward our requests: we are connected to all peers that we ask. */
const TTL = 0;

type Ending = 'ended' | 'silent' | 'lost' | 'cancelled';

export interface Asked {
  readonly reqId: Buffer;
  readonly request: CableRequest;
  readonly link: Link;
  /** Called for each response. Returns whether the request is complete, even if the peer has not ended it. */
  readonly onResponse: (response: ResponseMessage) => Promise<boolean>;
  readonly done: Promise<Ending>;
}

interface Open extends Asked {
  readonly end: (how: Ending) => void;
  silence: NodeJS.Timeout | undefined;
}

export class RequestClient {
  readonly #open = new Map<string, Open>();
  /** Ended requests, for which late responses may arrive. */
  readonly #over = new LRUCache<string, true>({ max: 1_000 });
  readonly #layout: Layout;

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  /** Whether the request is one of ours, open or ended. */
  isOwn(reqId: Buffer): boolean {
    const name = reqId.toString('hex');
    return this.#open.has(name) || this.#over.has(name);
  }

  /** Sends a request to one peer. Requests for future posts have no time limit. @throws ConnectionError */
  async ask(link: Link, request: CableRequest, onResponse: Asked['onResponse']): Promise<Asked> {
    const reqId = randomBytes(reqIdBytes(this.#layout));
    const name = reqId.toString('hex');
    const { promise, resolve } = Promise.withResolvers<Ending>();
    const end = (how: Ending) => {
      clearTimeout(open.silence);
      this.#open.delete(name);
      this.#over.set(name, true);
      resolve(how);
    };
    const open: Open = { reqId, request, link, onResponse, done: promise, end, silence: undefined };
    this.#open.set(name, open);
    this.#restartSilence(open);
    try {
      await link.send({ ...request, reqId, ttl: TTL });
    } catch (error) {
      end('lost');
      throw error;
    }
    return open;
  }

  /** Ends an open request on both sides. */
  async cancel({ reqId, link }: Asked): Promise<void> {
    this.#open.get(reqId.toString('hex'))?.end('cancelled');
    const own = randomBytes(reqIdBytes(this.#layout));
    await link.send({ type: 'cancel', reqId: own, ttl: TTL, cancelId: reqId });
  }

  /** Handles a response. Returns the reason if it is dropped, otherwise null. */
  async take(link: Link, response: ResponseMessage): Promise<CableReason | null> {
    const name = response.reqId.toString('hex');
    if (this.#over.has(name)) return null;
    const open = this.#open.get(name);
    // Peers send each response to all of their connections.
    if (open === undefined || open.link.id !== link.id) return 'unknown_request';
    const { request } = open;
    if (request.type === 'cancel' || ANSWERS[request.type] !== response.type) return 'wrong_type';
    this.#restartSilence(open);
    // A channel list is the only response to its request, so it ends the request.
    const isEnd = response.type === 'channelList' || isEmpty(response);
    const isOver = await open.onResponse(response);
    if (isEnd || isOver) open.end('ended');
    return null;
  }

  lost(link: Link): void {
    for (const open of this.#open.values()) if (open.link.id === link.id) open.end('lost');
  }

  #restartSilence(open: Open): void {
    clearTimeout(open.silence);
    if (staysOpen(open.request)) return;
    open.silence = setTimeout(() => open.end('silent'), SILENT_MS);
    open.silence.unref();
  }
}

function isEmpty(response: ResponseMessage): boolean {
  return (
    (response.type === 'hashes' && response.hashes.length === 0) ||
    (response.type === 'post' && response.posts.length === 0)
  );
}

function staysOpen(request: CableRequest): boolean {
  return (request.type === 'timeRange' && request.timeEnd === 0) || (request.type === 'state' && request.future === 1);
}
